/** `npm run bench -- KIND --quick` completes, and sentences about speed agree with tests/bench/figures.md. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { median, ratio, table } from '../bench/figures.mjs';
import { contenders, flops, takesPart, variants, workloads } from '../bench/workloads.mjs';
import { root, text } from './support/posenc.mjs';
import { changed, sampled } from './support/random.mjs';
import { skip } from './support/webgpu.mjs';

const cellsOf = (line) => line.slice(2, -2).split(' | ');
/** Rows of the first table of a Markdown text, as objects by column. */
function rowsOf(markdown) {
  const [head, , ...rows] = markdown.split('\n').filter((line) => line.startsWith('| '));
  const names = cellsOf(head);
  return rows.map((row) => Object.fromEntries(cellsOf(row).map((cell, i) => [names[i], cell])));
}
const sections = text('tests/bench/figures.md').split(/^## /m).slice(1);
/** Rows of one kind of figures, by workload. */
const figures = (kind) => {
  const section = sections.find((one) => one.startsWith(`${kind}\n`));
  return new Map(rowsOf(section).map((row) => [row.workload, row]));
};
const bench = async (...args) =>
  (await promisify(execFile)(process.execPath, ['tests/bench/run.mjs', ...args], { cwd: root })).stdout;

test('statistics: median, and the ratio of rounds, in which a slow round does not count', () => {
  assert.equal(median([3, 1, 2]), 2);
  assert.equal(median([4, 1, 2, 3]), 2.5);
  assert.equal(ratio([1, 10, 4, 3], [2, 5, 8, 6]), '0.5 ± 0.2');
  assert.deepEqual(
    rowsOf(
      table([
        ['a', 'b'],
        ['1', ''],
      ]),
    ),
    [{ a: '1', b: '' }],
  );
});

test('each table of figures has its date, commit and machine', () => {
  assert.ok(sections.length > 5);
  for (const section of sections)
    assert.match(
      section,
      /^[\w ]+\n\n\d{4}-\d\d-\d\d, at [\da-f]{12}; \S.*, \d+ processors, load \d.*\n\n\| .*\n\| --- \|/,
    );
});

const every = ['tables', 'library', 'training', 'eigen'].flatMap((kind) =>
  workloads(kind, true).map(({ id }) => `${kind}: ${id}`),
);
test('the quick benchmark measures each workload and agrees with the peers', async () => {
  const asked = sampled('workloads', every, 8, (name) => name === 'tables: W1a' || changed('tests/bench/'));
  for (const kind of Object.keys(contenders)) {
    const ids = asked.filter((name) => name.startsWith(`${kind}: `)).map((name) => name.slice(kind.length + 2));
    if (ids.length === 0) continue;
    const rows = rowsOf(await bench(kind, '--quick', '--only', ids.join(',')));
    for (const id of ids) {
      const row = rows.find(({ workload }) => workload === id);
      const [, first, ms] = /^(\S+), (\S+) ms$/.exec(row['compared with']);
      assert.ok(ms > 0, id);
      const one = workloads(kind, true).find((workload) => workload.id === id);
      const always = ['core', 'library', 'loops', 'ml-matrix', 'jax-js'].filter((other) => takesPart(one, other));
      const lanes = contenders[kind]
        .filter((other) => always.includes(other))
        .flatMap((other) => variants(one, other).map((what) => (what === 'posenc' ? other : `${other} ${what}`)));
      for (const lane of lanes.filter((other) => other !== first))
        assert.ok(parseFloat(row[lane]) > 0, `${id}: ${lane}`);
      if (flops(one) && row.limit)
        assert.ok(flops(one) / ((ms / 1e3) * parseFloat(row.limit)) < 1e12, `${id}: no processor is that fast`);
    }
  }
});

test('the table of README.md has the figures of their workloads', () => {
  const measured = figures('tables');
  const rows = rowsOf(
    text('README.md')
      .split('(higher is slower;')[1]
      .replace(/^\| \|/m, '| what |')
      .replace(/^ {2}/gm, ''),
  );
  assert.ok(rows.length >= 5);
  for (const { what, 'plain JavaScript': loops, numpy, PyTorch: torch } of rows) {
    const row = measured.get(/\((.+)\)$/.exec(what)[1]);
    assert.deepEqual(
      [loops, numpy, torch],
      [row.loops, row.numpy, row.torch].map((cell) => cell.split(' ')[0]),
      what,
    );
  }
});

test('README.md says how much longer numpy and PyTorch take in Python', () => {
  const rows = [...figures('python').values()];
  assert.deepEqual(
    [...figures('python').keys()],
    workloads('python', false).map(({ id }) => id),
  );
  const section = sections.find((one) => one.startsWith('python\n'));
  const said = text('README.md').replaceAll('\n', ' ');
  for (const [column, name] of [
    ['numpy', 'numpy'],
    ['torch', 'PyTorch'],
  ]) {
    const times = rows.map((row) => parseFloat(row[column]));
    const range = [Math.min(...times), Math.max(...times)].map((end) => end.toFixed(1)).join(' to ');
    const [, version] = new RegExp(`${column} (\\d[\\d.]*\\d)`).exec(section);
    assert.ok(said.includes(`${name} ${version} takes ${range} times as long`), `${name} ${version}: ${range}`);
  }
});

test('comments of src/linalg about Eigen agree with the figures', async () => {
  const measured = figures('eigen');
  const tasks = new Map(workloads('eigen', false).map(({ id, task }) => [id, task]));
  assert.deepEqual([...measured.keys()], [...tasks.keys()]);
  for (const [id, { eigen }] of measured) assert.ok(parseFloat(eigen) > 1, `${id}: ours is faster in WebAssembly`);
  assert.ok(parseFloat(/, (\S+) ms/.exec(measured.get('singular 512')['compared with'])[1]) > 50);

  const files = (await readdir(`${root}/src/linalg`)).filter((name) => name.endsWith('.hpp'));
  const firsts = new Map(
    files.map((name) => [
      name,
      text(`src/linalg/${name}`)
        .split('#pragma once')[0]
        .replace(/\n\/\/ ?/g, ' '),
    ]),
  );
  // the header of every other file says why it does not use Eigen, or names one that does
  const noArithmetic = ['order', 'panel', 'scale', 'semidefinite', 'spectrum', 'symmetry', 'views'].map(
    (name) => `${name}.hpp`,
  );
  const explained = (name, seen = []) =>
    firsts.get(name).includes('Eigen') ||
    [...firsts.get(name).matchAll(/\w+\.hpp/g)].some(
      ([other]) => firsts.has(other) && !seen.includes(other) && explained(other, [...seen, name]),
    );
  assert.deepEqual(
    files.filter((name) => !explained(name)).sort(),
    noArithmetic.filter((name) => !explained(name)),
  );
  // one figure, or the range of several
  const range = (cell) => {
    const rounded = cell.split(' / ').map((figure) => parseFloat(figure));
    const ends = [Math.min(...rounded), Math.max(...rounded)].map((end) => end.toFixed(1));
    return [...new Set(ends)].join(' to ');
  };
  const decompositions = figures('decompositions');
  const said = new Set();
  for (const [file, first] of firsts) {
    if (!first.includes('times as long')) continue;
    const number = '([\\d.]+(?: to [\\d.]+)?)';
    const claim = new RegExp(`${number} times as long in WebAssembly and ${number} natively \\((.+?)\\)`, 'g');
    const claims = [...first.matchAll(claim)];
    assert.equal(first.match(/times as long/g).length, claims.length, file);
    for (const [, wasm, native, id] of claims) {
      const one = measured.get(id) ?? decompositions.get(id);
      assert.deepEqual([wasm, native], [one.eigen, one['eigen-native']].map(range), `${file}: ${id}`);
      said.add(tasks.get(id) ?? id);
    }
  }
  // the text names decompositions by singular values and pairs
  const others = [...tasks.values()].filter((task) => task !== 'singular');
  assert.deepEqual([...said].sort(), [...new Set([...others, ...decompositions.keys()])].sort());
});

test('the quick GPU benchmark measures every row and names the adapter', { skip }, async () => {
  const stdout = await bench('gpu', '--quick');
  assert.match(stdout, /; WebGPU: \w/);
  const rows = rowsOf(stdout);
  assert.equal(rows.length, 3 + 11);
  for (const row of rows) assert.ok(row['GB/s or GFLOP/s'] > 0, row.workload);
  for (const row of rows.slice(3)) assert.ok(parseFloat(row['of the limit'] || row.WebAssembly) > 0, row.workload);
});
