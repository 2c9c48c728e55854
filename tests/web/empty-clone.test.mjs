/** Commands of package.json work in an empty clone: npm's packages are imported only after their installation. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { parseAst } from 'rolldown/parseAst';
import { root } from '../../web/tools/setup.mjs';

const { scripts } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8'));
const commands = Object.entries(scripts).flatMap(([name, command]) => {
  const file = /^node (\S+)/.exec(command)?.[1];
  return file ? [[name, file]] : [];
});

/** Packages that a program imports before its first line runs: `file: package`. */
function importedAtOnce(entry) {
  const packages = [];
  const seen = new Set([new URL(entry, `file://${root}`).href]);
  for (const file of seen)
    for (const { source } of parseAst(readFileSync(new URL(file), 'utf8')).body) {
      if (!source) continue;
      const path = new URL(source.value, file).href;
      if (source.value.startsWith('.') && !/\/(build|dist[^/]*)\//.test(path)) seen.add(path);
      else if (!source.value.startsWith('node:')) packages.push(`${file}: ${source.value}`);
    }
  return packages;
}

assert.ok(commands.length > 10);
for (const [name, file] of commands) test(`npm run ${name}`, () => assert.deepEqual(importedAtOnce(file), []));
