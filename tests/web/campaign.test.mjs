/** tests/campaign: parts of its searches that could fail unnoticed, and the fuzz targets with valid inputs. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { specs, writeSeeds } from '../campaign/fuzz-targets/seeds.mjs';
import { faultsOf } from '../campaign/kills.mjs';
import { growth } from '../campaign/leaks.mjs';
import { names } from '../campaign/run.mjs';
import { pe } from './support/instance.mjs';
import { encodings, root, scalings, text } from './support/posenc.mjs';
import { newFolder } from './support/own-folder.mjs';

test('docs/reliability.md has rows with date, duration and commit, and describes each search', () => {
  const page = text('docs/reliability.md');
  const rows = page.split('\n').filter((line) => /^\| (?!what)\w|^\| `/.test(line));
  assert.ok(rows.length > 10);
  for (const row of rows) assert.match(row, /\| \d{4}-\d\d-\d\d, \d+ s, at [\da-f]{12} \|$/);
  for (const name of names) {
    assert.ok(page.includes(`* **${name}.**`), name);
    assert.ok(page.includes(`npm run campaign -- ${name} `), name);
  }
});

test('the targets of fuzzing read valid inputs of every row and extension, and the dictionary has every name', async () => {
  const made = specs();
  let right = 0;
  for (const spec of made) {
    const one = await pe.prepare(spec).catch(() => undefined);
    if (one) right++;
    await one?.dispose();
  }
  assert.ok(right > made.length / 2, `${right} of ${made.length} specs are valid`);
  assert.deepEqual(new Set(made.map(({ encoding }) => encoding)), new Set(encodings.map(({ id }) => id)));
  const extended = new Set(made.flatMap(({ scaling }) => scaling?.type ?? []));
  for (const { id } of scalings) assert.ok(extended.has(id), id);

  const folder = newFolder();
  const counts = await writeSeeds(folder, join(folder, 'words.dict'));
  const words = readFileSync(join(folder, 'words.dict'), 'utf8').split('\n');
  for (const { id, params } of encodings)
    for (const name of [id, ...params.map((param) => param.name)]) assert.ok(words.includes(`"\\"${name}\\""`), name);
  const program = join(root, 'build/native/tests/campaign/fuzz-targets/fuzz_replay');
  const lines = execFileSync(program, [folder], { encoding: 'utf8' }).split(/[\r\n]+/);
  for (const [target, count] of Object.entries(counts)) {
    assert.ok(count > 3, target);
    assert.ok(lines.includes(`${target}: ${count} inputs`), target);
  }
});

test('kills: a lost step and a line that differs are faults, a line that is printed again is not', () => {
  let seconds = 0;
  const at = (step, loss = step) => ({ step, seconds: ++seconds, meanTrainLoss: loss, weightsHash: `h${loss}` });
  const before = new Map([0, 3, 6].map((step) => [step, at(step)]));
  assert.deepEqual(faultsOf([at(6), at(9)], before, 3), []);
  assert.deepEqual(faultsOf([], before, 3), []);
  assert.deepEqual(faultsOf([at(0), at(3)], before, 0), [], 'the first line is printed at each start');
  assert.equal(faultsOf([at(3), at(6)], before, 3).length, 1, 'step 3 was saved, and it resumed before');
  assert.equal(faultsOf([at(6, 1), at(9)], before, 3).length, 1, 'another loss');
  const last = new Map([[600, at(600)]]);
  const { meanTrainLoss: _, ...again } = at(600);
  assert.deepEqual(faultsOf([again], last, 600), [], 'the last line is printed again without a loss');
});

test('memory grows by the bytes per call after the first third', () => {
  const points = [9, 8, 100, 110, 120, 130].map((heap, i) => ({ calls: 2 * i, heap }));
  assert.equal(growth(points, 'heap'), 5);
});
