/** Studies: statistics, verdicts, stages, files of users, and the claims of every row. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { studies } from '../../dist/lib/studies/list.js';
import { armsOfValue, readStudy, writeStudy } from '../../dist/lib/studies/read-study.js';
import { publishedMeans } from '../../dist/lib/studies/published.js';
import { sources } from '../../dist/lib/studies/sources.js';
import {
  benjaminiHochberg,
  fewestForInterval,
  fewestForRanks,
  holm,
  interval,
  median,
  missOf,
  power,
  rankCorrelation,
  seedsFor,
  signTest,
} from '../../dist/lib/studies/statistics.js';
import { patched, stagesOf, treesOf } from '../../dist/lib/studies/study.js';
import { armOf, judge, measured } from '../../dist/lib/studies/verdict.js';
import { posenc } from './support/command-line.mjs';
import { goldenFile } from './support/golden.mjs';
import { pe } from './support/instance.mjs';
import { folder } from './support/own-folder.mjs';
import { assertNone, create, root } from './support/posenc.mjs';
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

/** C(n, k), exact. */
const choose = (n, k) => {
  let value = 1n;
  for (let i = 0n; i < BigInt(k); i++) value = (value * (BigInt(n) - i)) / (i + 1n);
  return Number(value);
};
/** Two-sided p of a sign test in which `rarer` of n signs are of the rarer kind. */
const byCounting = (n, rarer) => {
  let sum = 0;
  for (let k = 0; k <= rarer; k++) sum += choose(n, k);
  return Math.min(1, (2 * sum) / 2 ** n);
};

test('the sign test: its p values are sums of binomial coefficients, and decide exactly where the interval does', () => {
  for (let n = 1; n <= 12; n++)
    for (let below = 0; below <= n; below++) {
      const values = Array.from({ length: n }, (_, i) => (i < below ? -1 - i : 1 + i));
      const p = signTest(values, { above: 0, below: Infinity });
      assert.ok(Math.abs(p - byCounting(n, Math.min(below, n - below))) < 1e-12, `${n} ${below}: ${p}`);
      const between = interval(values);
      assert.equal(p <= 0.05, between !== undefined && (between[0] > 0 || between[1] <= 0), `${n} ${below}`);
    }
  // between two bounds, with values on a bound: judged like the interval
  const draw = random('sign tests');
  const bounds = { above: -1, below: 1 };
  const seen = new Set();
  for (let t = 0; t < 2000; t++) {
    const n = 6 + Math.floor(6 * draw());
    const scale = 3 * draw();
    const shift = Math.floor(5 * draw()) - 2;
    const values = Array.from({ length: n }, () => shift + Math.round(scale * (2 * draw() - 1)));
    const [low, high] = interval(values);
    const decided = low > -1 && high < 1 ? 'within' : high <= -1 || low >= 1 ? 'outside' : 'open';
    seen.add(decided);
    assert.equal(signTest(values, bounds) <= 0.05, decided !== 'open', `${values}`);
  }
  assert.equal(seen.size, 3);
});

test('an interval misses the median as often as is said: every pattern of signs is counted', () => {
  for (let n = 1; n <= 12; n++) {
    let missed = 0;
    for (let signs = 0; signs < 2 ** n; signs++) {
      const between = interval(Array.from({ length: n }, (_, i) => ((signs >> i) & 1 ? 1 : -1) * (i + 1)));
      missed += between !== undefined && (between[0] > 0 || between[1] < 0);
    }
    assert.ok(Math.abs(missOf(n) - missed / 2 ** n) < 1e-12, `${n}: ${missOf(n)} ${missed / 2 ** n}`);
  }
});

test('corrections for many claims: an adjusted p is at most α where, and only where, the procedure rejects at α', () => {
  const draw = random('families');
  for (let t = 0; t < 300; t++) {
    const family = Array.from({ length: 1 + Math.floor(12 * draw()) }, () => Math.round(100 * draw() ** 3) / 100);
    const sorted = [...family].sort((a, b) => a - b);
    const m = family.length;
    const [strict, mild] = [holm(family), benjaminiHochberg(family)];
    for (const level of [0.013, 0.05, 0.2, 0.51, 0.93]) {
      // Holm: from the smallest until one is above α/(m − i); Benjamini and Hochberg: up to the last at most α(i + 1)/m
      const stops = sorted.findIndex((p, i) => p * (m - i) > level);
      const last = sorted.findLastIndex((p, i) => (p * m) / (i + 1) <= level);
      for (const [i, p] of family.entries()) {
        assert.equal(strict[i] <= level, stops < 0 || p < sorted[stops], `Holm of ${p} in ${family} at ${level}`);
        assert.equal(mild[i] <= level, last >= 0 && p <= sorted[last], `B–H of ${p} in ${family} at ${level}`);
      }
    }
  }
  // a claim without a p value is not in the family
  assert.deepEqual(holm([0.01, NaN, 0.04]), [0.02, NaN, 0.04]);
  assert.deepEqual(benjaminiHochberg([0.01, NaN, 0.04]), [0.02, NaN, 0.04]);
});

test('ranks of fewer arms than five decide nothing: even a perfect order is too likely by accident', () => {
  const orders = (n) => (n < 2 ? 1 : n * orders(n - 1));
  assert.ok(2 / orders(fewestForRanks) <= 0.05 && 2 / orders(fewestForRanks - 1) > 0.05);
  for (const count of [4, 5]) {
    const names = Array.from({ length: count }, (_, k) => String(k));
    const study = readStudy(
      {
        ...{ base: one.base, arms: names.map((name, k) => ({ name, known: { k } })) },
        claims: [{ text: 'x', value: { rank: [{ known: 'k' }, { of: 'x' }], arms: names }, above: 0 }],
      },
      'ranks',
    );
    const made = names.flatMap((arm, k) => runs(Array(6).fill(k), []).map((run) => ({ ...run, arm })));
    const { verdict, median: middle, p } = judge(study, study.claims[0], made);
    assert.equal(middle, 1);
    assert.equal(verdict, count < 5 ? 'not decided at this budget' : 'holds');
    assert.equal(Number.isNaN(p), count < 5);
  }
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
  // a seed with a missing run is not a pair
  assert.deepEqual(judge(study, study.claims[0], runs([1, 2, 3], [0, 1])).values, [1, 1]);
  // large seeds in both: only the difference counts
  assert.equal(verdict([1.2, 2.2, 3.2, 4.2, 5.2, 6.2], [1, 2, 3, 4, 5, 6]), 'holds');
  const within = readStudy(
    { ...one, claims: [{ text: 'x', value: { measure: { of: 'x' }, arm: 'a' }, above: 0, below: 1 }] },
    'one',
  );
  assert.equal(judge(within, within.claims[0], runs([0.1, 0.2, 0.3, 0.4, 0.5, 0.9], zero)).verdict, 'holds');
  assert.equal(judge(within, within.claims[0], runs([2, 2, 3, 4, 5, 1], zero)).verdict, 'does not hold');
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
  // a shorter version trains less, and a stage that only evaluates still only evaluates
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
  const primary = one.claims.map((claim) => ({ ...claim, primary: true }));
  refused({ ...one, claims: [...primary, ...primary] }, /at most one that is primary/);
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
  const quotations = goldenFile('texts/study-quotations');
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
    assert.equal(study.claims.filter(({ primary }) => primary).length, 1, `${study.id}: one primary claim`);
    assert.ok(study.seeds >= seedsFor(study.planned), study.id);
    // the printed file can be read again
    const file = JSON.parse(JSON.stringify(writeStudy(study)));
    assert.deepEqual(JSON.parse(JSON.stringify(writeStudy(readStudy(file, study.id)))), file);
  }
  assert.equal(new Set(studies.map(({ id }) => id)).size, studies.length);
});

test('what the study of bases knows of kernels is what the library computes', async () => {
  for (const { name, set, known } of studies.find(({ id }) => id === 'base').arms) {
    const data = await pe.kernelProfile({ dim: 32, ...set.positions[0] }, 200);
    assert.equal(Number((data[1] / data[0]).toFixed(3)), known.neighbours, name);
    assert.equal(
      data.findIndex((x) => x < data[0] / 2),
      known.half,
      name,
    );
  }
});

test('a file that has an accuracy of the logs of LSTNN_public names that repository', () => {
  const quoted = [0.4, 1, 2].map((sigma) => publishedMeans.find((one) => one.sigma === sigma).shifted[0]);
  assert.deepEqual(quoted, [0.929, 0.894, 0.377]);
  const number = new RegExp(
    `(?<![\\d.])0?(${quoted.map((x) => String(x).slice(1).replace('.', '\\.')).join('|')})(?!\\d)`,
  );
  const files = execFileSync(
    'git',
    ['ls-files', 'README.md', 'docs', 'examples', 'python', 'web/lib', 'web/notebook'],
    {
      ...{ cwd: root, encoding: 'utf8' },
    },
  )
    .split('\n')
    // tables of runs contain such numbers by chance
    .filter((path) => /\.(html|md|ts|json|po|py)$/.test(path) && !/generated\/(?!index\.json)/.test(path));
  const having = files.filter((path) => number.test(readFileSync(join(root, path), 'utf8')));
  assert.ok(having.includes('web/lib/studies/published.ts') && having.includes('web/notebook/lab.html'), `${having}`);
  for (const path of having) assert.match(readFileSync(join(root, path), 'utf8'), /LSTNN_public/, path);
});

test('what is read in LSTNN_public, of a later paper, is called the code of nobody else', () => {
  // only in that repository: its sweep of sigma, its dropout in evaluations, and its `rope` and `cnope`
  const its =
    /0\.01 (?:to|up to) 3(?!\d)|(?:dropout|evaluations)[^.]*: 0\.1 in |\b[rc]n?ope of (?:Ito|the)|samples of a batch instead/i;
  const others =
    /(?:released|published|authors['’]|their|its own) (?:code|scripts?|rope|cnope)|the authors|of Ito et al/i;
  const listed = execFileSync('git', ['ls-files', 'README.md', 'docs', 'examples', 'python', 'src', 'web'], {
    ...{ cwd: root, encoding: 'utf8' },
  });
  const paths = listed.split('\n').filter((path) => /\.(html|md|ts|py|pyi|po|[ch]pp)$/.test(path));
  const passages = paths.flatMap((path) =>
    readFileSync(join(root, path), 'utf8')
      .replace(/"\s*\n\s*"/g, '') // a C++ string may span lines
      .split('\n')
      .flatMap((line) => line.split(/(?<=[.;:]) (?=[A-Z])/).map((text) => ({ path, text })))
      .filter(({ text }) => its.test(text)),
  );
  assert.ok(passages.filter(({ text }) => text.includes('LSTNN_public')).length >= 4, JSON.stringify(passages));
  assertNone(passages.filter(({ text }) => others.test(text)));
});

/** T5's term for a distance: half of a direction's buckets are exact, the others logarithmic up to 128. */
const bucket = (distance, buckets) =>
  distance < buckets / 2
    ? distance
    : Math.min(
        buckets - 1,
        buckets / 2 + Math.floor((Math.log(distance / (buckets / 2)) / Math.log(128 / (buckets / 2))) * (buckets / 2)),
      );

test('what studies say of their encodings is so: pairs that methods keep, buckets of T5', async () => {
  const pe = await create({ preload: [] });
  const about = (id) => studies.find((study) => study.id === id).about;
  try {
    const { arms, base } = studies.find(({ id }) => id === 'context-extension');
    const dim = base.model.dim / base.model.heads;
    const frequencies = (name) =>
      pe.frequencies({ dim, ...arms.find((arm) => arm.name === name).then[0].positions[0] });
    const plain = await frequencies('as it is');
    const turns = (base.task.length * plain[0]) / (2 * Math.PI);
    assert.ok(about('context-extension').includes(`turns ${turns.toFixed(2)} times in training`), turns);
    const kept = async (name) => (await frequencies(name)).filter((x, i) => Math.abs(x / plain[i] - 1) < 1e-6).length;
    assert.deepEqual(
      [await kept('NTK by parts'), await kept('YaRN, paper'), await kept('YaRN, code')],
      [0, 0, 1],
      'context-extension says that no pair is kept, and by the ramp of the code one',
    );
    const still = Math.max(...(await frequencies('as it is')).slice(-plain.length / 4)) * base.task.length;
    assert.ok(about('context-extension').includes(`at most ${still.toFixed(2)} radians`), still);
    const { base: trained } = studies.find(({ id }) => id === 'length-extrapolation');
    const seen = new Set(Array.from({ length: trained.task.length }, (_, distance) => bucket(distance, 32)));
    assert.ok(about('length-extrapolation').includes(`${32 - seen.size} of its 32`), seen.size);
    const shared = [7, 8, 11, 12].map((distance) => bucket(distance, 16));
    assert.ok(shared[1] === shared[2] && shared[0] !== shared[1] && shared[2] !== shared[3]);
    assert.match(about('relative-or-absolute'), /16 of the 32 are for later tokens.* the distances 8 to 11 share one/);
  } finally {
    pe.dispose();
  }
});
