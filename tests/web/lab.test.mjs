/** `npm run lab`: trains what is missing and nothing else, and the page has the tables of what was trained. */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { labTables, median, withTables } from '../../web/tools/lab-tables.mjs';
import { root } from './support/posenc.mjs';

let folder;
before(() => (folder = mkdtempSync(join(tmpdir(), 'posenc-lab-'))));
after(() => rmSync(folder, { recursive: true, force: true }));
const tool = join(root, 'web/tools/lab.mjs');
const lab = (args) =>
  execFileSync(process.execPath, [tool, ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });

test('what is finished is not trained again, what has changed is', () => {
  const results = join(folder, 'lab.json');
  const args = ['--results', results, '--workers', '2', '--only', 'latin-square-none,modular-static-none'];
  const tables = lab([...args, '--seeds', '1', '--steps', '2']);
  assert.match(tables, /^\| none \| 0\.\d{3} \|/m);
  assert.match(tables, /^\| oracle \| – \| – \| 0\.\d{3} \|/m);
  const made = JSON.parse(readFileSync(results, 'utf8'));
  assert.deepEqual(Object.keys(made).sort(), ['latin-square-none', 'modular-static-none']);
  assert.equal(made['latin-square-none'][0].end.step, 2);
  const { mtimeMs } = statSync(results);
  assert.equal(lab([...args, '--seeds', '1', '--steps', '2']), tables);
  assert.equal(statSync(results).mtimeMs, mtimeMs, 'nothing was written');
  made['latin-square-none'][0].end.step = 77;
  made['modular-static-none'][0].asked.rate = 1;
  writeFileSync(results, JSON.stringify(made));
  lab([...args, '--seeds', '1', '--steps', '2']);
  const again = JSON.parse(readFileSync(results, 'utf8'));
  assert.deepEqual([again['latin-square-none'][0].end.step, again['modular-static-none'][0].asked.rate], [77, 0.002]);
});

test('wrong words', () => {
  for (const args of [
    ['--only', 'nothing-like-it'],
    ['--seeds', '0'],
    ['--steps', 'x'],
    ['--workers', '-1'],
    ['--lab'],
  ])
    assert.equal(
      spawnSync(process.execPath, [tool, '--results', join(folder, 'no.json'), ...args]).status,
      1,
      args.join(' '),
    );
  assert.equal(existsSync(join(folder, 'no.json')), false);
});

test('medians', () => assert.deepEqual([median([3, 1, 2]), median([4, 1, 2, 3])], [2, 2.5]));

test('docs/lab.md has the tables of tests/bench/results/lab.json', () => {
  const results = join(root, 'tests/bench/results/lab.json');
  const page = readFileSync(join(root, 'docs/lab.md'), 'utf8');
  const expected = existsSync(results) ? labTables(JSON.parse(readFileSync(results, 'utf8'))) : '';
  assert.equal(expected === '' ? page : withTables(page, expected), page, 'node web/tools/lab.mjs --table');
  assert.throws(() => withTables('no markers', ''), /has no/);
});
