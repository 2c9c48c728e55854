/** Studies: statistics, verdicts, stages, files of users, and what every row claims. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { studies } from '../../dist/lib/studies/list.js';
import { armsOfValue, readStudy, writeStudy } from '../../dist/lib/studies/read-study.js';
import { sources } from '../../dist/lib/studies/sources.js';
import {
  fewestForInterval,
  interval,
  median,
  power,
  rankCorrelation,
  seedsFor,
} from '../../dist/lib/studies/statistics.js';
import { patched, stagesOf, treesOf } from '../../dist/lib/studies/study.js';
import { armOf, judge, measured } from '../../dist/lib/studies/verdict.js';
import { posenc } from './support/command-line.mjs';
import { folder } from './support/own-folder.mjs';
import { create, root } from './support/posenc.mjs';
import { random } from './support/random.mjs';

test('medians and their intervals: order statistics keep 95 % for any distribution, where the bootstrap does not', () => {
  assert.deepEqual([median([3, 1, 2]), median([4, 1, 2, 3]), median([1, Infinity, Infinity])], [2, 2.5, Infinity]);
  assert.equal(interval([1, 2, 3, 4, 5]), undefined);
  assert.deepEqual(interval([6, 1, 5, 2, 4, 3]), [1, 6]);
  assert.deepEqual(interval([10, 9, 8, 7, 6, 5, 4, 3, 2, 1]), [2, 9]);
  const draw = random('coverage');
  const trials = 2000;
  const bootstrap = (list) => {
    const medians = Array.from({ length: 200 }, () => median(list.map(() => list[Math.floor(draw() * list.length)])));
    medians.sort((a, b) => a - b);
    return [medians[5], medians[194]];
  };
  for (const n of [6, 10]) {
    let [own, other] = [0, 0];
    for (let t = 0; t < trials; t++) {
      const list = Array.from({ length: n }, () => -Math.log(1 - draw())); // exponential: its median is ln 2
      const covers = ([low, high]) => low <= Math.LN2 && Math.LN2 <= high;
      own += covers(interval(list));
      if (t < 500) other += covers(bootstrap(list));
    }
    assert.ok(own / trials >= 0.94, `${n}: ${own / trials}`);
    assert.ok(other / 500 < own / trials, `${n}: bootstrap ${other / 500}`);
  }
});

test('the number of seeds follows from a plan: the chance that the interval decides', () => {
  const planned = { effect: 1, deviation: 0.5 };
  const n = seedsFor(planned);
  const draw = random('power');
  const gauss = () => Math.sqrt(-2 * Math.log(1 - draw())) * Math.cos(2 * Math.PI * draw());
  let decided = 0;
  const trials = 4000;
  for (let t = 0; t < trials; t++) decided += interval(Array.from({ length: n }, () => 1 + 0.5 * gauss()))[0] > 0;
  assert.ok(Math.abs(decided / trials - power(n, planned)) < 0.03, `${decided / trials} ${power(n, planned)}`);
  assert.ok(power(n, planned) >= 0.8 && (n === fewestForInterval || power(n - 1, planned) < 0.8));
  assert.equal(power(5, planned), 0);
  assert.ok(seedsFor({ effect: 0.1, deviation: 1 }) > 100);
});

test('rank correlation, with ties', () => {
  assert.equal(rankCorrelation([1, 2, 3, 4], [10, 20, 40, 80]), 1);
  assert.equal(rankCorrelation([1, 2, 3, 4], [8, 4, 2, 1]), -1);
  assert.ok(Math.abs(rankCorrelation([1, 2, 2, 3], [1, 2, 3, 4]) - 0.9486832980505138) < 1e-12); // scipy.stats.spearmanr
  assert.ok(Number.isNaN(rankCorrelation([1, 1], [1, 2])));
});

const one = {
  base: { task: { id: 'sequences' }, steps: 1 },
  arms: [{ name: 'a' }, { name: 'b' }],
  claims: [
    {
      text: 'a is more.',
      value: { of: { measure: { of: 'x' }, arm: 'a' }, minus: { measure: { of: 'x' }, arm: 'b' } },
      above: 0.1,
    },
  ],
};
const runs = (a, b) =>
  Object.entries({ a, b }).flatMap(([arm, values]) =>
    values.map((x, seed) => ({
      ...{ study: 'one', arm, seed, asked: '' },
      stages: [{ step: 1, weightsHash: '', start: {}, end: { x }, steps: [0, 1], curves: { x: [0, x] } }],
    })),
  );

test('a claim holds, does not hold, or is not decided; by pairs of one seed', () => {
  const study = readStudy(one, 'one');
  const zero = Array(6).fill(0);
  const verdict = (a, b = zero) => judge(study, study.claims[0], runs(a, b)).verdict;
  assert.equal(verdict([0.2, 0.3, 0.4, 0.2, 0.3, 0.4]), 'holds');
  assert.equal(verdict([0.1, 0, -1, 0.05, 0, 0.1]), 'does not hold');
  assert.equal(verdict([0.2, 0.3, 0.4, 0.2, 0.3, 0.05]), 'not decided at this budget');
  assert.equal(verdict([0.2, 0.3, 0.4, 0.2, 0.3]), 'not decided at this budget');
  // a seed of which one run is missing is no pair
  assert.deepEqual(judge(study, study.claims[0], runs([1, 2, 3], [0, 1])).values, [1, 1]);
  // large seeds of both: the difference decides
  assert.equal(verdict([1.2, 2.2, 3.2, 4.2, 5.2, 6.2], [1, 2, 3, 4, 5, 6]), 'holds');
  const within = readStudy(
    { ...one, claims: [{ text: 'x', value: { measure: { of: 'x' }, arm: 'a' }, above: 0, below: 1 }] },
    'one',
  );
  assert.equal(judge(within, within.claims[0], runs([0.1, 0.2, 0.3, 0.4, 0.5, 0.9], zero)).verdict, 'holds');
  assert.equal(judge(within, within.claims[0], runs([2, 2, 3, 4, 5, 1], zero)).verdict, 'does not hold');
  const rank = readStudy(
    {
      ...one,
      arms: [
        { name: 'a', known: { k: 2 } },
        { name: 'b', known: { k: 1 } },
      ],
      claims: [{ text: 'x', value: { rank: [{ known: 'k' }, { of: 'x' }], arms: ['a', 'b'] }, above: 0 }],
    },
    'one',
  );
  assert.equal(judge(rank, rank.claims[0], runs([1, 1, 1, 1, 1, 1], zero)).verdict, 'holds');
  const [run] = runs([0.7], []);
  assert.equal(measured({ stepsTo: 'x', reach: 0.5 }, study.arms[0], run), 1);
  assert.equal(measured({ stepsTo: 'x', reach: 0.9 }, study.arms[0], run), Infinity);
  assert.ok(Number.isNaN(measured({ of: 'y' }, study.arms[0], run)));
});

test('stages: changes are of members, lists are replaced, and what arms have in common is trained once', () => {
  assert.deepEqual(patched({ a: { b: 1, c: 2 }, d: [1] }, { a: { b: 3 }, d: [2, 3], e: 4 }), {
    a: { b: 3, c: 2 },
    d: [2, 3],
    e: 4,
  });
  assert.deepEqual(patched({ a: 1, b: 2 }, { a: null }), { b: 2 });
  const study = readStudy(
    {
      base: { task: { id: 'sequences' }, steps: 9 },
      arms: [
        { name: 'a' },
        { name: 'b', then: [{ steps: 0, task: { longest: 9 } }] },
        { name: 'c', then: [{ steps: 5 }, { steps: 2 }] },
      ],
    },
    'three',
  );
  assert.deepEqual(stagesOf(study, study.arms[1], 3)[1], {
    task: { id: 'sequences', longest: 9 },
    steps: 0,
    seed: 3,
    taskSeed: 3,
  });
  const trees = treesOf(study, study.arms, [0, 1]);
  assert.equal(trees.length, 2);
  assert.deepEqual(trees[0].root.ends, ['a']);
  assert.deepEqual(
    trees[0].root.next.map(({ ends, next }) => [ends, next.length]),
    [
      [['b'], 0],
      [[], 1],
    ],
  );
  // a shorter version trains less, and a stage that only looks still only looks
  assert.deepEqual(
    stagesOf(study, study.arms[1], 0, { steps: 3 }).map(({ steps }) => steps),
    [3, 0],
  );
  assert.deepEqual(
    stagesOf(study, study.arms[2], 0, { steps: 3 }).map(({ steps }) => steps),
    [3, 3, 2],
  );
});

test('a file of a user: what is wrong with it is named', () => {
  const refused = (json, message) => assert.throws(() => readStudy(json, 'x'), message);
  refused({ base: {}, arms: [] }, /study\.arms must have at least one/);
  refused({ base: { task: {} }, arms: [{ name: 'a' }] }, /study\.base\.steps must be given/);
  refused({ ...one, arms: [{ name: 'a' }, { name: 'a' }] }, /two arms are called a/);
  refused({ ...one, seed: 3 }, /has no seed/);
  refused({ ...one, claims: [{ text: 'x', value: { measure: { of: 'x' }, arm: 'c' } }] }, /no arm c; it has a, b/);
  const choose = { among: [{}], least: 'test.loss' };
  refused({ ...one, arms: [{ name: 'a', set: { choose } }] }, /last stage of an arm/);
  refused({ ...one, arms: [{ name: 'a', then: [{ choose }, {}] }] }, /last stage of an arm/);
  refused({ ...one, arms: [{ name: 'a', then: [{ choose: { ...choose, among: [] } }] }] }, /at least one change/);
  refused({ ...one, claims: [{ text: 'x', value: { measure: {}, arm: 'a' } }] }, /must be an object with/);
  for (const args of [
    ['no-study'],
    ['small-norm', '--shard', '3/2'],
    ['small-norm', '--arms', 'σ = 9'],
    ['merge', 'small-norm'],
    ['small-norm', '--seeds', '0'],
  ])
    assert.equal(posenc(['sweep', ...args], { cwd: folder }).status, 2, args.join(' '));
});

test('every study: arms and measures of its claims are there, its quotations are quotations, its seeds decide', () => {
  const quotations = JSON.parse(readFileSync(join(root, 'tests/golden/texts/study-quotations.json'), 'utf8'));
  const used = studies.flatMap((study) => study.sources.map(({ source, words }) => `${source}: ${words}`));
  assert.deepEqual(
    [...new Set(used)].sort(),
    Object.entries(quotations)
      .flatMap(([source, all]) => all.map((words) => `${source}: ${words}`))
      .sort(),
  );
  for (const study of studies) {
    for (const { source } of study.sources) assert.ok(sources[source], source);
    for (const { value } of study.claims) for (const name of armsOfValue(value)) armOf(study, name);
    for (const name of study.inPage.arms)
      assert.ok(!armOf(study, name).then?.some(({ choose }) => choose), `${study.id}: a page does not choose`);
    assert.equal(new Set(study.arms.map(({ name }) => name)).size, study.arms.length, study.id);
    assert.ok(study.claims.length > 0 && study.sources.length > 0, study.id);
    assert.ok(study.seeds >= seedsFor(study.planned), study.id);
    // what is printed to be changed can be read again
    const file = JSON.parse(JSON.stringify(writeStudy(study)));
    assert.deepEqual(JSON.parse(JSON.stringify(writeStudy(readStudy(file, study.id)))), file);
  }
  assert.equal(new Set(studies.map(({ id }) => id)).size, studies.length);
});

test('what the study of bases knows of kernels is what the library computes', async () => {
  const pe = await create({ preload: [] });
  try {
    for (const { name, set, known } of studies.find(({ id }) => id === 'base').arms) {
      const data = await pe.kernelProfile({ dim: 32, ...set.positions[0] }, 200);
      assert.equal(Number((data[1] / data[0]).toFixed(3)), known.neighbours, name);
      assert.equal(
        data.findIndex((x) => x < data[0] / 2),
        known.half,
        name,
      );
    }
  } finally {
    pe.dispose();
  }
});
