/**
 * Model files of public questions, each with the correct result and its source (tests/golden/cases/<id>/expected.json,
 * and the files next to it). A run is a command line on these files: its exit `status`, the beginning of its output
 * (`first`), strings in it (`says`) and not in it (`lacks`), and `values` at paths of its JSON.
 */
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { posenc } from './support/command-line.mjs';

const folder = fileURLToPath(new URL('../golden/cases/', import.meta.url));
const at = (value, path) => path.split('.').reduce((found, key) => found?.[key], value);
/** Undoes the line breaks at the width of a terminal. */
const unwrapped = (text) => text.replace(/\s+/g, ' ');

for (const id of readdirSync(folder)) {
  const { question, source, runs } = JSON.parse(readFileSync(`${folder}${id}/expected.json`, 'utf8'));
  test(`${id}: ${question}`, () => {
    assert.ok(source.length > 0 && runs.length > 0);
    for (const { args, status = 0, first, says = [], lacks = [], values } of runs) {
      const ended = posenc(args, { cwd: folder + id });
      const told = `posenc ${args.join(' ')}: ${ended.stdout}${ended.stderr}`;
      assert.equal(ended.status, status, told);
      assert.ok(first !== undefined || says.length + lacks.length > 0 || values, 'a run that asks for nothing');
      const output = unwrapped(ended.stdout + ended.stderr);
      if (first !== undefined) assert.ok(output.startsWith(first), told);
      for (const text of says) assert.ok(output.includes(text), `'${text}' is not in ${told}`);
      for (const text of lacks) assert.ok(!output.includes(text), `'${text}' is in ${told}`);
      for (const [path, value] of Object.entries(values ?? {}))
        assert.deepEqual(at(JSON.parse(ended.stdout), path), value, `${path} of ${told.slice(0, 200)}`);
    }
  });
}
