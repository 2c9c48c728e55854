/** Studies: statistics, verdicts, every row with hardly any work, sweeps that are divided or killed, and what is written of them. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { choosing } from '../../dist/cli/sweep/choose.js';
import { gridOf, readResults } from '../../dist/cli/sweep/results.js';
import { studies } from '../../dist/lib/studies/list.js';
import { armsOfValue, readStudy, writeStudy } from '../../dist/lib/studies/read-study.js';
import { resultsOf } from '../../dist/lib/studies/report.js';
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
import {
  folder as recordedIn,
  inPage,
  pageFiles,
  recorded,
  resultsFile,
  resultsText,
  shortGrid,
  tried,
  withResults,
} from '../../web/tools/studies.mjs';
import { posenc } from './support/command-line.mjs';
import { create, root } from './support/posenc.mjs';
import { changed, random, sampled } from './support/random.mjs';

const cli = join(root, 'dist/cli/posenc.js');
const native = join(root, 'build/native/posenc-train');
let folder;
before(() => (folder = mkdtempSync(join(tmpdir(), 'posenc-studies-'))));
after(() => rmSync(folder, { recursive: true, force: true }));
const sweep = (...args) => {
  const { stdout, stderr, status } = posenc(['sweep', ...args]);
  assert.equal(status, 0, stderr);
  return stdout;
};

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

test('the short version of every study was measured as it is, and took at most three minutes', async () => {
  const measured = inPage().studies;
  for (const study of studies) {
    const { grid, seconds } = measured[study.id];
    assert.equal(grid, await shortGrid(study), `measure it again: node tests/bench/studies.mjs ${study.id}`);
    assert.ok(seconds <= 180, `${study.id}: ${seconds}`);
  }
});

/** What claims and columns look at. */
const measuresOf = (study) => [
  ...study.columns.map(({ measure }) => measure),
  ...study.claims.flatMap(({ value }) =>
    'rank' in value
      ? value.rank
      : 'minus' in value
        ? [value.of.measure, value.minus.measure]
        : 'over' in value
          ? [value.of.measure, value.over.measure]
          : [value.measure],
  ),
];

test('results that are recorded are of these studies', () => {
  const about = recorded();
  for (const study of studies.filter((each) => existsSync(resultsFile(each))))
    assert.equal(
      about[study.id]?.grid,
      gridOf(study),
      `${study.id} is another one than its results: npm run studies ${study.id}`,
    );
});

test('every row of a study runs, with hardly any work, and what is recorded is of this core', async () => {
  const pe = await create({ preload: [] });
  const about = recorded();
  const drawn = sampled('studies that are run', studies, 3, ({ id }) => changed(`studies/rows/${id}.ts`));
  try {
    for (const study of drawn) {
      const { runs: made, core } = await tried(study, { pe });
      assert.deepEqual(
        made.map(({ arm }) => arm),
        study.arms.map(({ name }) => name),
        study.id,
      );
      for (const measure of measuresOf(study).filter((each) => 'of' in each))
        assert.ok(
          made.some((run) => !Number.isNaN(measured(measure, armOf(study, run.arm), run))),
          `${study.id}: no run has ${JSON.stringify(measure)}; there are ${Object.keys(made[0].stages.at(-1).end).join(', ')}`,
        );
      for (const name of study.curves)
        assert.ok(
          made.some(({ stages }) => stages[0].curves[name].some((x) => x !== null)),
          `${study.id}: ${name}`,
        );
      if (!existsSync(resultsFile(study))) continue;
      assert.equal(about[study.id]?.core, core, `the core trains ${study.id} otherwise: npm run studies ${study.id}`);
    }
  } finally {
    pe.dispose();
  }
});

const slowed = (factor) => ({ encoding: 'rope', scaling: { type: 'linear', factor } });
const tiny = {
  base: {
    task: { id: 'sequences', kind: 'back', longest: 4, beyond: 6 },
    model: { dim: 8, blocks: 1, hidden: 8 },
    batch: 8,
    steps: 4,
    evaluateEvery: 2,
  },
  arms: [
    { name: 'none' },
    { name: 'rope', set: { positions: [{ encoding: 'rope' }] } },
    { name: 'rope, then none', set: { positions: [{ encoding: 'rope' }] }, then: [{ positions: [], steps: 2 }] },
    {
      name: 'rope, longer',
      set: { positions: [{ encoding: 'rope' }] },
      then: [{ task: { longest: 8, beyond: 12 }, steps: 0 }],
    },
    {
      name: 'rope, chosen',
      set: { positions: [{ encoding: 'rope' }] },
      then: [
        {
          choose: { among: [2, 1, 4].map((factor) => ({ positions: [slowed(factor)] })), least: 'test.loss' },
          steps: 2,
        },
      ],
    },
  ],
  seeds: 2,
};

test('a candidate without a finite number is not chosen, and a choice of none is refused', async () => {
  const asked = [];
  const lossBy = (losses) => async (order) => {
    asked.push(order.experiment);
    const loss = losses[order.experiment.learningRate ?? order.experiment.batch] ?? NaN;
    return { evaluations: [{ step: 0, splits: [{ split: 'test', loss, accuracyByCondition: {} }], blocks: [] }] };
  };
  const choose = { among: [{ batch: 1 }, { batch: 2 }, { batch: 3 }], least: 'test.loss' };
  const order = {
    experiment: { ...tiny.base, seed: 0, choose },
    ...{ from: undefined, wantsWeights: false, folder: join(folder, 'choice'), signal: undefined },
    onProgress: () => undefined,
  };
  const made = await choosing(lossBy({ 1: NaN, 2: 3, 3: Infinity }))(order);
  assert.equal(made.chosen, 1);
  assert.equal(asked.at(-1).batch, 2);
  await assert.rejects(choosing(lossBy({}))(order), { code: 'bad_argument', field: 'choose.least' });
});

test('a choice takes the candidate that is least on other samples, and trains that one', async () => {
  const pe = await create({ preload: [] });
  const experiment = (more) => ({ ...tiny.base, positions: [{ encoding: 'rope' }], seed: 1, taskSeed: 1, ...more });
  const last = async (of, weights) => {
    const run = await pe.train(of, { weights });
    let end;
    for await (const evaluation of run.evaluations({})) end = evaluation;
    const made = { end, weights: await run.weights() };
    run.close();
    return made;
  };
  try {
    const { weights } = await last(experiment({}));
    const losses = [];
    for (const factor of [2, 1, 4]) {
      const looked = experiment({ positions: [slowed(factor)], steps: 0, taskSeed: 1_000_001 });
      losses.push((await last(looked, weights)).end.splits.find(({ split }) => split === 'test').loss);
    }
    const best = losses.indexOf(Math.min(...losses));
    const trained = await last(experiment({ positions: [slowed([2, 1, 4][best])], steps: 2 }), weights);
    const file = join(folder, 'chosen.json');
    writeFileSync(file, JSON.stringify({ ...tiny, arms: tiny.arms.slice(-1) }));
    sweep(file, '--out', join(folder, 'chosen'), '--workers', '1');
    const { stages } = readResults(join(folder, 'chosen/chosen.jsonl')).find(({ seed }) => seed === 1);
    assert.equal(new Set(losses).size, 3);
    assert.equal(stages[1].chosen, best);
    assert.equal(stages[1].weightsHash, trained.end.weightsHash);
  } finally {
    pe.dispose();
  }
});

test('shards, put together, are the bytes of one sweep; another sweep does nothing; the native program gives the same', () => {
  const file = join(folder, 'tiny.json');
  writeFileSync(file, JSON.stringify(tiny));
  const table = sweep(file, '--out', join(folder, 'whole'), '--workers', '1');
  assert.match(table, /^\| rope, longer \| 2 \|/m);
  const whole = readFileSync(join(folder, 'whole/tiny.jsonl'));
  assert.equal(readResults(join(folder, 'whole/tiny.jsonl')).length, 10);
  for (const i of [1, 2, 3]) sweep(file, '--out', join(folder, 'parts'), '--shard', `${i}/3`, '--workers', '2');
  const parts = [1, 2, 3].map((i) => join(folder, `parts/tiny.${i}of3.jsonl`));
  sweep('merge', file, ...parts.reverse(), '--out', join(folder, 'merged.jsonl'));
  assert.deepEqual(readFileSync(join(folder, 'merged.jsonl')), whole);
  assert.equal(sweep('report', file, ...parts), table);
  assert.equal(sweep(file, '--out', join(folder, 'whole')), table);
  assert.deepEqual(readFileSync(join(folder, 'whole/tiny.jsonl')), whole);
  if (existsSync(native)) {
    sweep(file, '--out', join(folder, 'native'), '--program', native);
    assert.deepEqual(readFileSync(join(folder, 'native/tiny.jsonl')), whole);
  }
  const [first] = whole.toString().split('\n');
  writeFileSync(join(folder, 'other.jsonl'), `${first.replace(/"step":4/, '"step":5')}\n`);
  const differing = posenc([
    'sweep',
    'merge',
    file,
    join(folder, 'merged.jsonl'),
    join(folder, 'other.jsonl'),
    '--out',
    join(folder, 'm'),
  ]);
  assert.match(differing.stderr, /two results of none, seed 0 differ/);
});

test('a sweep that is killed goes on, and ends with the same bytes', async () => {
  const file = join(folder, 'slow.json');
  writeFileSync(file, JSON.stringify(patched(tiny, { base: { steps: 60, evaluateEvery: 20 } })));
  sweep(file, '--out', join(folder, 'at-once'), '--workers', '1');
  const whole = readFileSync(join(folder, 'at-once/slow.jsonl'));
  const child = spawn(process.execPath, [cli, 'sweep', file, '--out', join(folder, 'killed'), '--workers', '1'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let told = 0;
  await new Promise((resolve) => {
    child.stderr.on('data', () => ++told === 3 && child.kill('SIGKILL'));
    child.on('close', resolve);
  });
  const torn = join(folder, 'killed/slow.jsonl');
  const kept = readFileSync(torn, 'utf8');
  assert.ok(readResults(torn).length >= 3 && readResults(torn).length < 8);
  writeFileSync(torn, kept.slice(0, -40)); // as a file system leaves it that lost power
  sweep(file, '--out', join(folder, 'killed'));
  assert.deepEqual(readFileSync(torn), whole);
  assert.equal(existsSync(`${torn}.work`), false);
  writeFileSync(torn, `not JSON\n${kept}`);
  assert.equal(posenc(['sweep', file, '--out', join(folder, 'killed')]).status, 2);
});

test('docs/studies.md and the pages have what the files of tests/studies say', async () => {
  const page = readFileSync(join(root, 'docs/studies.md'), 'utf8');
  assert.equal(withResults(page, await resultsText(studies)), page, 'npm run studies -- --table');
  assert.throws(() => withResults('no markers', ''), /has no/);
  for (const [name, text] of Object.entries(await pageFiles(studies)))
    assert.equal(readFileSync(join(root, 'web/notebook', name), 'utf8'), text, `${name}: npm run studies -- --table`);
  for (const study of studies.filter((each) => existsSync(resultsFile(each))))
    assert.ok(page.includes(resultsOf(study, readResults(resultsFile(study)))), study.id);
  assert.ok(existsSync(recordedIn));
});
