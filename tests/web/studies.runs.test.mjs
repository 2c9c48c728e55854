/** Studies: every row with minimal work, sweeps that are divided or killed, and their output. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { choosing } from '../../dist/cli/sweep/choose.js';
import { me } from '../../dist/cli/owner.js';
import { gridOf, readResults } from '../../dist/cli/sweep/results.js';
import { sweep as sweepOf } from '../../dist/cli/sweep/run.js';
import { locked } from '../../dist/cli/sweep/shared.js';
import { readStudy } from '../../dist/lib/studies/read-study.js';
import { asPosencError } from '../../dist/lib/checks/errors.js';
import { studies } from '../../dist/lib/studies/list.js';
import { resultsOf } from '../../dist/lib/studies/report.js';
import { patched } from '../../dist/lib/studies/study.js';
import { armOf, measured } from '../../dist/lib/studies/verdict.js';
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
import { pe } from './support/instance.mjs';
import { folder } from './support/own-folder.mjs';
import { root } from './support/posenc.mjs';
import { changed, sampled } from './support/random.mjs';

const cli = join(root, 'dist/cli/posenc.js');
const sweep = (...args) => {
  const { stdout, stderr, status } = posenc(['sweep', ...args]);
  assert.equal(status, 0, stderr);
  return stdout;
};

test('the short version of every study was measured as it is, and took at most three minutes', async () => {
  const measured = inPage().studies;
  for (const study of studies) {
    const { grid, seconds } = measured[study.id];
    assert.equal(grid, await shortGrid(study), `measure it again: node tests/studies/in-page.mjs ${study.id}`);
    assert.ok(seconds <= 180, `${study.id}: ${seconds}`);
  }
});

/** Measures used by claims and columns. */
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

/** Steps, counted through all stages, after which a number of a run was evaluated. */
function evaluatedAt({ at, stage = -1 }, { stages }) {
  const k = stage < 0 ? stages.length + stage : stage;
  const before = stages.slice(0, k).reduce((sum, { step }) => sum + step, 0);
  const { steps } = stages[k];
  if (at === 'start') return [before];
  // a later stage starts with the weights of the last evaluation
  const [first, ...rest] = steps;
  const end = k < stages.length - 1 ? steps.slice(-1) : rest.length === 0 ? [first] : rest.slice(-5);
  return end.map((step) => before + step);
}

test('what is subtracted or divided was evaluated after the same steps, and of one arm by the same weights', () => {
  let stagesApart = 0;
  for (const study of studies) {
    const all = readResults(resultsFile(study));
    for (const run of all) {
      const arm = armOf(study, run.arm);
      for (const measure of measuresOf(study).filter(({ of, at }) => of !== undefined && at !== 'start')) {
        const stage = run.stages.at(measure.stage ?? -1);
        if (stage === run.stages.at(-1)) continue;
        // for a stage that another one continues, the number of the weights passed on
        const last = stage.curves[measure.of]?.at(-1) ?? stage.last?.[measure.of];
        assert.equal(measured(measure, arm, run), last, `${study.id}, ${run.arm}: ${measure.of}`);
        stagesApart++;
      }
      // columns are compared: stages without training in between have the same weights
      const columns = study.columns.map(({ measure }) => measure).filter(({ of, at }) => of && at !== 'start');
      for (const one of columns)
        for (const other of columns)
          if (run.stages.at(one.stage ?? -1).weightsHash === run.stages.at(other.stage ?? -1).weightsHash)
            assert.deepEqual(evaluatedAt(one, run), evaluatedAt(other, run), `${study.id}: ${one.of}, ${other.of}`);
      for (const { text, value } of study.claims) {
        const terms = [value.of, value.minus ?? value.over].filter((term) => term?.measure.of !== undefined);
        if (terms.length < 2 || terms[0].arm !== run.arm) continue;
        const runs = terms.map((term) =>
          term.arm === run.arm ? run : all.find(({ arm, seed }) => arm === term.arm && seed === run.seed),
        );
        const [a, b] = terms.map(({ measure }, i) => evaluatedAt(measure, runs[i]));
        assert.deepEqual(a, b, `${study.id}: ${text}`);
      }
    }
  }
  assert.ok(stagesApart > 0);
});

test('another padding is another rounding: two studies train the same arms from the same start, and end apart', () => {
  const [short, long] = ['length-extrapolation', 'who-did-what'].map((id) => studies.find((study) => study.id === id));
  const bare = ({ base: { task, ...rest } }) => ({ ...rest, task: { ...task, beyond: undefined } });
  assert.deepEqual(bare(short), bare(long));
  const [a, b] = [short, long].map((study) => readResults(resultsFile(study)));
  let pairs = 0;
  for (const run of b) {
    const twin = a.find(({ arm, seed }) => arm === run.arm && seed === run.seed);
    const sets = [short, long].map((study) => JSON.stringify(armOf(study, run.arm).set));
    if (sets[0] !== sets[1]) continue;
    assert.equal(twin.stages[0].start['test.loss'], run.stages[0].start['test.loss'], `${run.arm}, ${run.seed}`);
    assert.notEqual(twin.stages[0].weightsHash, run.stages[0].weightsHash, `${run.arm}, ${run.seed}`);
    pairs++;
  }
  assert.ok(pairs > 0);
});

test('who-did-what says with how many seeds a rotary encoding only guesses', () => {
  const study = studies.find(({ id }) => id === 'who-did-what');
  const { names } = study.base.task;
  const right = readResults(resultsFile(study))
    .filter(({ arm }) => arm === 'rotary')
    .map(({ stages }) => stages[0].end['test.accuracy|1-8']);
  // about 150 such questions: guessing is within two standard errors of 1/8 in 19 of 20 cases
  const guessing = (share) => share < 1 / names + 2 * Math.sqrt(((1 / names) * (1 - 1 / names)) / 150);
  assert.deepEqual([right.length, right.filter(guessing).length, names], [6, 1, 8]);
  assert.match(study.about, /With one of the six seeds a rotary encoding guesses, too: 1\/8/);
});

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
  const about = recorded();
  const drawn = sampled('studies that are run', studies, 3, ({ id }) => changed(`studies/rows/${id}.ts`));
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
});

test('a trial with hardly any work does not take the place of runs that are there', () => {
  const recordedOnes = studies.filter((study) => existsSync(resultsFile(study)));
  assert.ok(recordedOnes.length > 0);
  for (const study of recordedOnes.slice(0, 3)) {
    const out = join(folder, `real-${study.id}`);
    mkdirSync(out);
    const path = join(out, `${study.id}.jsonl`);
    const lines = readFileSync(resultsFile(study), 'utf8');
    writeFileSync(path, lines);
    const { status, stderr } = posenc(['sweep', study.id, '--toy', '--seeds', '1', '--out', out]);
    assert.equal(status, 2, stderr);
    assert.match(stderr.replace(/\s+/g, ' '), /has \d+ runs of the whole study, which those of --toy would replace/);
    assert.equal(readFileSync(path, 'utf8'), lines);
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
  const experiment = (more) => ({ ...tiny.base, positions: [{ encoding: 'rope' }], seed: 1, taskSeed: 1, ...more });
  const last = async (of, weights) => {
    const run = await pe.train(of, { weights });
    let end;
    for await (const evaluation of run.evaluations({})) end = evaluation;
    const made = { end, weights: await run.weights() };
    run.close();
    return made;
  };
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
});

test('shards, put together, are the bytes of one sweep; another sweep does nothing', () => {
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
  writeFileSync(torn, kept.slice(0, -40)); // as after a power loss
  sweep(file, '--out', join(folder, 'killed'));
  assert.deepEqual(readFileSync(torn), whole);
  assert.equal(existsSync(`${torn}.work`), false);
  writeFileSync(torn, `not JSON\n${kept}`);
  assert.equal(posenc(['sweep', file, '--out', join(folder, 'killed')]).status, 2);
});

test('two sweeps of one study at once lose nothing, whichever way they come between each other', async () => {
  const study = readStudy({ ...tiny, arms: [{ name: 'a' }, { name: 'b' }, { name: 'c' }] }, 'shared');
  const results = join(folder, 'shared.jsonl');
  const folders = new Map();
  let [waiting, go] = [2, undefined];
  const both = new Promise((resolve) => (go = resolve));
  const trainerOf =
    (name) =>
    async ({ folder: own, experiment }) => {
      assert.ok(existsSync(own));
      assert.ok(!folders.has(own), 'a folder of two sweeps');
      folders.set(own, name);
      if (--waiting === 0) go();
      await both; // each trains while the other does
      assert.ok(existsSync(own), 'the other one has removed it');
      folders.delete(own);
      const step = experiment.steps;
      const splits = [{ split: 'test', loss: 1, accuracyByCondition: {} }];
      return { evaluations: [{ step, splits, blocks: [], weightsHash: 'cbf29ce484222325' }] };
    };
  const one = (arms, name) =>
    sweepOf({
      ...{ study, arms, results, seeds: [0, 1], more: undefined, shard: [0, 1], lanes: 1 },
      ...{ trainer: trainerOf(name), signal: new AbortController().signal },
      ...{ onProgress: () => undefined, onRun: () => undefined },
    });
  await Promise.all([one(['a', 'b'], 'first'), one(['b', 'c'], 'second')]);
  assert.deepEqual(
    readResults(results).map(({ arm, seed }) => `${arm} ${seed}`),
    ['a 0', 'b 0', 'c 0', 'a 1', 'b 1', 'c 1'],
  );
  assert.deepEqual([existsSync(`${results}.work`), existsSync(`${results}.lock`)], [false, false]);

  const file = join(folder, 'tiny.json');
  writeFileSync(file, JSON.stringify(tiny));
  const begin = (names) => {
    const args = ['sweep', file, '--out', join(folder, 'two'), '--workers', '1', '--arms', names.join(',')];
    return new Promise((resolve) => spawn(process.execPath, [cli, ...args]).on('close', resolve));
  };
  assert.deepEqual(await Promise.all([begin(['none', 'rope']), begin(['rope'])]), [0, 0]);
  assert.deepEqual(
    readResults(join(folder, 'two/tiny.jsonl')).map(({ arm, seed }) => `${arm} ${seed}`),
    ['none 0', 'rope 0', 'none 1', 'rope 1'],
  );
  assert.deepEqual(readdirSync(join(folder, 'two')).sort(), ['tiny.cost.jsonl', 'tiny.jsonl']);
});

test('what the operating system refuses is no mistake of the program', () => {
  const file = join(folder, 'tiny.json');
  writeFileSync(file, JSON.stringify(tiny));
  const { stderr, status } = posenc(['sweep', file, '--out', join(file, 'below')]);
  assert.equal(status, 2);
  assert.match(stderr, /^posenc: error io: failed while running: ENOTDIR/);
  for (const code of ['ENOSPC', 'EIO', 'EMFILE']) {
    const thrown = Object.assign(new Error(`${code}: it failed, write`), { code, syscall: 'write' });
    assert.equal(asPosencError(thrown, 'running').code, 'io');
  }
  assert.equal(asPosencError(new TypeError('x'), 'running').code, 'internal');
});

test('a lock is held by one at a time, and that of a process that was killed by nobody', async () => {
  const lock = join(folder, 'of.lock');
  let [inside, count] = [0, 0];
  await Promise.all(
    Array.from({ length: 20 }, () =>
      locked(lock, async () => {
        assert.equal(++inside, 1);
        await new Promise(setImmediate);
        inside--;
        count++;
      }),
    ),
  );
  assert.equal(count, 20);
  const { pid } = spawnSync(process.execPath, ['-e', '']);
  writeFileSync(lock, me().replace(/\d+$/, String(pid)));
  await Promise.all(
    [1, 2, 3].map(() =>
      locked(lock, async () => {
        assert.equal(++inside, 1);
        inside--;
      }),
    ),
  );
  assert.equal(existsSync(lock), false);
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
