/** `npm run lab`: trains what is missing and nothing else, and the page has the tables of what was trained. */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { experiments, findingsModule, findingsOf, ledeOf, withFindings } from '../../web/tools/lab-findings.mjs';
import { rows } from '../../web/tools/lab-experiments.mjs';
import { interval, meanEvaluation, median } from '../../web/tools/lab-statistics.mjs';
import { labTables, withTables } from '../../web/tools/lab-tables.mjs';
import { withFormerNames } from './support/experiments.mjs';
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
  assert.match(tables, /^\| none \| 1 \| 0\.\d{3} \|/m);
  assert.match(tables, /^\| oracle \| – \| – \| – \| 0\.\d{3} ± 0\.00\d \|/m);
  const made = JSON.parse(readFileSync(results, 'utf8'));
  assert.deepEqual(Object.keys(made).sort(), ['latin-square-none', 'modular-static-none']);
  assert.equal(made['latin-square-none'][0].end.step, 2);
  const { mtimeMs } = statSync(results);
  assert.equal(lab([...args, '--seeds', '1', '--steps', '2']), tables);
  assert.equal(statSync(results).mtimeMs, mtimeMs, 'nothing was written');
  made['latin-square-none'][0].end.step = 77;
  const kept = made['latin-square-none'][0];
  kept.asked = withFormerNames(kept.asked); // as it was recorded before they were renamed
  made['modular-static-none'][0].asked.learningRate = 1;
  writeFileSync(results, JSON.stringify(made));
  lab([...args, '--seeds', '1', '--steps', '2']);
  const again = JSON.parse(readFileSync(results, 'utf8'));
  assert.deepEqual(
    [again['latin-square-none'][0].end.step, again['modular-static-none'][0].asked.learningRate],
    [77, 0.002],
  );
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

test('medians, their intervals, and the mean of evaluations', () => {
  assert.deepEqual([median([3, 1, 2]), median([4, 1, 2, 3])], [2, 2.5]);
  assert.deepEqual(interval([3, 1, 2]), [1, 3]);
  const ten = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
  const [low, high] = interval(ten);
  // P(median of 10 drawn <= 2.5) is about 1 %, and of <= 3.5 about 5 %
  assert.ok(low >= 2.5 && low <= 4 && high >= 7 && high <= 8.5, `${low} ${high}`);
  assert.deepEqual(interval(ten), [low, high], 'always the same');
  const of = (step, accuracy, cka) => ({
    step,
    splits: [{ split: 'test', accuracy }],
    blocks: [{ cka }],
    weightsHash: `${step}`,
  });
  assert.deepEqual(meanEvaluation([of(1, 0.5, 1), of(2, 1, 2)]), of(2, 0.75, 1.5));
});

test('no result is without a row, and no experiment', () => {
  assert.throws(() => labTables({ 'of-no-row': {} }), /no table has a row for the results of of-no-row/);
  const files = readdirSync(join(root, 'examples/experiments')).map((file) => file.replace('.json', ''));
  assert.deepEqual(files.sort(), [...new Set(rows.map(({ file }) => file))].sort());
});

test('what the paper published stands in one file', () => {
  const { learned, ...others } = JSON.parse(readFileSync(join(root, 'web/notebook/lab/published.json'), 'utf8'));
  const means = [...learned, ...Object.values(others)].flatMap(({ test, shifted }) => [test[0], shifted[0]]);
  const sources = ['web/tools', 'web/notebook/lab'].flatMap((folder) =>
    readdirSync(join(root, folder))
      .filter((name) => /^lab.*\.mjs$|\.ts$/.test(name))
      .map((name) => join(folder, name)),
  );
  assert.ok(sources.length > 20);
  for (const file of sources) {
    const text = readFileSync(join(root, file), 'utf8');
    const again = means.filter((mean) => String(mean).length === 5 && text.includes(String(mean)));
    assert.deepEqual(again, [], file);
  }
});

test('docs/lab.md has the tables of tests/bench/results/lab.json', () => {
  const results = join(root, 'tests/bench/results/lab.json');
  const page = readFileSync(join(root, 'docs/lab.md'), 'utf8');
  const expected = existsSync(results) ? labTables(JSON.parse(readFileSync(results, 'utf8'))) : '';
  assert.equal(expected === '' ? page : withTables(page, expected), page, 'node web/tools/lab.mjs --table');
  assert.throws(() => withTables('no markers', ''), /has no/);
});

test('docs/lab.md and the page have the sentences of tests/bench/results/lab.json', () => {
  const results = JSON.parse(readFileSync(join(root, 'tests/bench/results/lab.json'), 'utf8'));
  const page = readFileSync(join(root, 'docs/lab.md'), 'utf8');
  assert.equal(withFindings(page, results), page, 'node web/tools/lab.mjs --table');
  const module = readFileSync(join(root, 'web/notebook/lab/generated/findings.ts'), 'utf8');
  assert.equal(findingsModule(results), module, 'node web/tools/lab.mjs --table');
  assert.throws(() => withFindings('no markers', {}), /has no/);
});

test('sentences follow the runs: which has more, in how many pairs, and nothing from a few', () => {
  const [small, large] = ['latin-square-sigma-0.4', 'latin-square-sigma-2'];
  const files = { [small]: experiments()[small], [large]: experiments()[large] };
  const run = (name, seed, share, cka) => ({
    asked: { ...files[name], seed },
    end: {
      step: 6000,
      splits: [
        { split: 'train', loss: 1, accuracy: 1 },
        { split: 'shifted', loss: 1, accuracy: share },
      ],
      blocks: [{ cka }],
    },
  });
  const runs = (name, shares, cka = 0.5) =>
    Object.fromEntries(shares.map((share, seed) => [seed, run(name, seed, share, cka)]));
  const of = (one, other) => ({ [small]: runs(small, one), [large]: runs(large, other) });

  const lede = ledeOf(of([0.9, 0.8, 1, 0.9, 0.7], [0.5, 0.6, 0.4, 0.5, 0.8]), files);
  assert.match(lede, /is 0\.900 \(0\.700 to 1\.000\) for σ = 0\.4 and 0\.500 \(0\.400 to 0\.800\) for σ = 2/);
  assert.match(
    lede,
    /σ = 0\.4 has the larger share .* in 4 of 5 pairs with σ = 2; the difference is 0\.400 \(−0\.100 to 0\.600\)/,
  );
  assert.doesNotMatch(lede, /no conclusion/);
  // the other way round, and too few
  const turned = ledeOf(of([0.1, 0.2, 0.1, 0.2, 0.1], [0.5, 0.6, 0.5, 0.6, 0.5]), files);
  assert.match(turned, /σ = 2 has the larger share .* in 5 of 5 pairs with σ = 0\.4; the difference is 0\.400/);
  const few = ledeOf(of([0.1, 0.2], [0.5, 0.6]), files);
  assert.match(few, /\(median, least to most\)\. So few runs allow no conclusion\.$/);
  assert.match(findingsOf(of([0.1], [0.5]), files)[large].alone[0], /in one recorded run is 0\.500 for shifted/);
  // runs of another experiment say nothing of this one
  const old = of([0.9], [0.5]);
  old[small][0].asked = { ...old[small][0].asked, steps: 1 };
  assert.match(ledeOf(old, files), /No runs/);
  assert.equal(findingsOf(old, files)[small], undefined);
  assert.deepEqual(findingsOf(old, files)[large].pairs, []);
});
