/** `npm run bench -- --quick` runs to its end, and what it measures is right. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { median, ratio, spread } from '../bench/figures.mjs';
import { judge } from '../bench/goals.mjs';
import { showGoals } from '../bench/show.mjs';
import { workloads } from '../bench/workloads.mjs';
import { changed, sampled } from './support/random.mjs';
import { skip } from './support/webgpu.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

test('figures: medians, spread and ratios of rounds', () => {
  assert.equal(median([3, 1, 2]), 2);
  assert.equal(median([4, 1, 2, 3]), 2.5);
  assert.equal(spread([1, 2, 3, 4, 5]), 2 / 3);
  assert.equal(ratio([1, 10, 4], [2, 5, 8]), 0.5); // 0.5, 2, 0.5: a slow round does not count
});

/** Rows of the picture in which numpy has a mark. */
const numpyRows = ({ workloads }) =>
  workloads.filter(({ lanes }) => ['core', 'numpy'].every((id) => lanes.some((lane) => lane.id === id))).length;

const every = [
  ...['W1a', 'W1b', 'W1c', 'W2 table', 'W2 apply', 'one row', 'frequencies', 'W6 ALiBi', 'W6 T5'],
  ...['index 7', 'index 64', 'resize 14 to 16', 'resize 14 to 64'],
  ...['W3a general', 'W3b general', 'W3 Toeplitz'],
  ...['W4a general', 'W4b general', 'W4a stationary', 'W4b stationary'],
  ...['singular 512', 'singular 1024 x 64', 'singular values 512', 'product 512', 'layer 1024 x 64'],
  ...['W5', 'spectrum 10^9'],
  ...['W7', 'Latin squares'],
];
test('the list of workloads was read', () =>
  assert.deepEqual(
    workloads(true).map(({ id }) => id),
    every,
  ));

test('the quick benchmark measures what it is asked for and agrees with the peers', async () => {
  const asked = sampled('workloads', every, 8, (id) => id === 'W1a' || changed('tests/bench/'));
  const args = ['tests/bench/run.mjs', '--quick', '--rounds', '1', '--only', asked.join(',')];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root });
  const result = JSON.parse(await readFile(`${root}/build/bench-quick.json`, 'utf8'));
  assert.deepEqual(
    result.workloads.map(({ workload }) => workload.id),
    asked,
  );
  for (const { workload, bytes, flops, lanes } of result.workloads) {
    const peers = {
      gram: ['loops', 'ml-matrix', 'jax-js'],
      eigen: ['ml-matrix'],
      ntk: ['loops', 'jax-js'],
      spectrum: [],
      singular: [],
      product: [],
      train: ['jax-js'],
      call: ['library prepared', 'library spec', 'library worker'],
      frequencies: ['library sync'],
      table: ['loops', 'library new array'],
      rotate: ['loops', 'library new array', 'library in place', 'library sync', 'loops new array'],
    };
    const small = ['call', 'frequencies'].includes(workload.task);
    const moved =
      small || ['spectrum', 'singular'].includes(workload.task) ? [] : ['fill', 'memory.fill', 'memory.copy'];
    const single = ['multiply-add float32'];
    const limits = !flops
      ? moved
      : workload.task === 'train' || workload.float32
        ? single
        : ['multiply-add', ...single];
    const few = workload.positions === 'range' ? ['jax-js'] : (peers[workload.task] ?? ['loops']);
    const library = ['train', 'singular', 'product'].includes(workload.task) ? [] : ['library'];
    for (const id of [...limits, ...(small ? [] : ['core']), ...library, ...few]) {
      const lane = lanes.find((one) => one.id === id);
      assert.ok(lane.cpu.length === 1 && lane.cpu[0] > 0, `${workload.id}, ${id}`);
      if (id.startsWith('multiply-add'))
        assert.ok(flops / lane.cpu[0] < 1e12, `${workload.id}: no core does that many`);
      assert.ok(
        bytes / lane.cpu[0] < 1e12,
        `${workload.id}, ${id}: ${bytes} bytes in ${lane.cpu[0]} s are more than memory can take`,
      );
    }
  }
  for (const id of ['core', 'library']) {
    const { correctlyRounded, maxError } = result.accuracy.find((row) => row.id === id);
    assert.equal(correctlyRounded, 1, id);
    assert.ok(Math.max(...maxError) <= 2 ** -25, id);
  }
  const picture = await readFile(`${root}/build/bench-quick.svg`, 'utf8');
  assert.equal(picture.match(/<title>numpy: [\d.e+-]+ times as long<\/title>/g)?.length ?? 0, numpyRows(result));
  for (const { id, one, two } of result.workers ?? []) {
    assert.ok(one.length === 1 && two.length === 1 && one[0] > 0 && two[0] > 0, id);
  }
  // the goals are for the full sizes, but those of accuracy hold at any
  const goals = judge(result);
  assert.deepEqual(
    goals.filter(({ text }) => text.startsWith('W1 accuracy')).map(({ met }) => met),
    [true, true],
  );
  const without = judge({ ...result, workloads: [] }).find(({ text }) => text === 'W1a: core >= 0.85 of fill');
  assert.deepEqual(without, { text: 'W1a: core >= 0.85 of fill' });
  assert.match(showGoals([...goals, without]), /W1a: core >= 0.85 of fill +not measured/);
  assert.match(stdout, /W1a: sinusoidal table/);
  assert.match(stdout, /Accuracy of the W1 table/);
});

test('what src/linalg and its figures say of Eigen was measured', async () => {
  const text = (path) => readFile(`${root}/${path}`, 'utf8');
  const { workloads, rounds, loadAverage, versions } = JSON.parse(
    await text('tests/bench/results/epyc-node20-eigen.json'),
  );
  const measured = new Map(
    workloads.map(({ workload, lanes }) => {
      const cpu = (id) => lanes.find((lane) => lane.id === id).cpu;
      const against = (theirs, ours) => ({ ratio: ratio(cpu(theirs), cpu(ours)), ms: 1e3 * median(cpu(ours)) });
      return [workload.id, { wasm: against('eigen', 'core'), native: against('eigen-native', 'native'), workload }];
    }),
  );

  const page = (await text('tests/bench/README.md')).split("## Our own and Eigen's\n")[1].split('\n## ')[0];
  const rows = [...measured].map(([id, { wasm, native }]) =>
    [id, ...[wasm, native].flatMap(({ ratio: r, ms }) => [r.toFixed(2), Number(ms.toPrecision(2))])].join(' | '),
  );
  assert.deepEqual(
    [...page.matchAll(/^\| (\w.*) \|$/gm)].map(([, row]) => row),
    rows,
  );
  const missed = (where) => [...measured].filter(([, one]) => one[where].ratio < 1 / 0.77).map(([id]) => id);
  const words = page.replace(/\s+/g, ' ');
  assert.equal(/in WebAssembly by: (.+?)\./.exec(words)[1], missed('wasm').join(', '));
  assert.equal(/Natively by: (.+?)\./.exec(words)[1], missed('native').join(', '));
  assert.ok(
    missed('wasm').every((id) => measured.get(id).wasm.ms > 50),
    'gives way, so it stays',
  );
  assert.ok(
    [...measured.values()].every(({ wasm }) => wasm.ratio > 1),
    'faster in the pages',
  );
  const loads = [...loadAverage.before, ...loadAverage.after].map(Math.round);
  assert.ok(words.includes(`load ${Math.min(...loads)} to ${Math.max(...loads)} on two processors`), `load ${loads}`);
  assert.ok(words.includes({ 7: 'seven', 9: 'nine' }[rounds]));
  assert.match(versions.eigen, new RegExp(`^Eigen ${/Eigen (\d+\.\d+\.\d+)/.exec(words)[1]},`));

  const files = (await readdir(`${root}/src/linalg`)).filter((name) => name.endsWith('.hpp'));
  const firsts = new Map();
  for (const name of files)
    firsts.set(name, (await text(`src/linalg/${name}`)).split('#pragma once')[0].replace(/\n\/\/ ?/g, ' '));
  // each says itself why it stands beside Eigen, or is a part of one that does
  const noArithmetic = ['panel', 'scale', 'semidefinite', 'spectrum', 'symmetry', 'views'].map((name) => `${name}.hpp`);
  const explained = (name, seen = []) =>
    firsts.get(name).includes('Eigen') ||
    [...firsts.get(name).matchAll(/\w+\.hpp/g)].some(
      ([other]) => firsts.has(other) && !seen.includes(other) && explained(other, [...seen, name]),
    );
  assert.deepEqual(
    files.filter((name) => !explained(name)).sort(),
    noArithmetic.filter((name) => !explained(name)),
  );

  const said = new Set();
  for (const [file, first] of firsts) {
    if (!first.includes('times as long')) continue;
    const pattern = /([\d.]+) times as long in WebAssembly and ([\d.]+) natively \((.+?)\)/g;
    const claims = [...first.matchAll(pattern)];
    assert.equal(first.match(/times as long/g).length, claims.length, file);
    for (const [, wasm, native, id] of claims) {
      const one = measured.get(id);
      assert.deepEqual([wasm, native], [one.wasm.ratio.toFixed(1), one.native.ratio.toFixed(1)], `${file}: ${id}`);
      said.add(one.workload.task);
    }
  }
  assert.deepEqual([...said].sort(), [...new Set(workloads.map(({ workload }) => workload.task))].sort());
});

test('the quick GPU benchmark measures every row and names the adapter', { skip }, async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['tests/bench/gpu.mjs', '--quick'], { cwd: root });
  assert.match(stdout, /^WebGPU: \w/m);
  const { limits, rows } = JSON.parse(await readFile(`${root}/build/bench-gpu.json`, 'utf8'));
  for (const limit of ['fill', 'copy', 'multiplyAdd']) assert.ok(limits[limit] > 0 && limits[limit] < 1e15, limit);
  assert.equal(rows.length, 11);
  for (const { id, rate, ofLimit, ofWasm } of rows) assert.ok(rate > 0 && (ofLimit ?? ofWasm) > 0, id);
});
