/**
 * Writes tables of web/lib/engines from stored evidence: node evidence/tables.mjs. tests/web/evidence.test.mjs compares them.
 */
import { writeFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { read } from './stored.mjs';

const at = (path) => fileURLToPath(new URL(`../web/lib/engines/${path}`, import.meta.url));

/** Lines of quoted names, filled to a width. */
function filled(names, width = 110) {
  const lines = [''];
  for (const name of names) {
    if (lines.at(-1).length + name.length + 6 > width) lines.push('');
    lines[lines.length - 1] += lines.at(-1) === '' ? name : ` ${name}`;
  }
  return lines.map((line) => `  '${line}',`).join('\n');
}

const defaults = 'default/';
/** Model types whose default configuration raises an error that matches. */
function refused(engine, release, pattern) {
  const { answers } = read(engine, release);
  return [...answers]
    .filter(([id, { error }]) => id.startsWith(defaults) && error !== undefined && pattern.test(error))
    .map(([id]) => id.slice(defaults.length))
    .sort();
}

const setOf = (name, comment, names) => `/**
 * ${comment}
 */
// prettier-ignore
export const ${name}: ReadonlySet<string> = new Set([
${filled(names)}
].flatMap((line) => line.split(' ')));
`;

export const tables = [
  ...['0.33.0', '0.29.0'].map((release) => ({
    path: `vllm/unsupported-${release}.ts`,
    text: () =>
      setOf(
        'unsupported',
        `Written by evidence/tables.mjs: model types that vLLM ${release} refuses, with neither a class nor one of transformers.`,
        refused('vllm', release, /not supported (for now|(in-tree )?anymore)/),
      ),
  })),
];

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href)
  for (const { path, text } of tables) writeFileSync(at(path), text());
