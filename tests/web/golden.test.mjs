/**
 * Every golden file (70-digit arithmetic, rounded once; how they were made stands in each) through
 * `posenc calls`, at the tolerance that the file states: what any other language would get.
 *
 * To add a file, add a line to a module of ./golden: the method, its arguments, what to take of the result,
 * and the numbers to compare. A file without a line is an error.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, test } from 'node:test';
import * as absolute from './golden/absolute.mjs';
import * as fourier from './golden/fourier.mjs';
import * as kernels from './golden/kernels.mjs';
import * as places from './golden/places.mjs';
import * as relative from './golden/relative.mjs';
import * as rotary from './golden/rotary.mjs';
import * as slice from './golden/slice.mjs';
import { cli, root } from './support/posenc.mjs';

const folder = join(root, 'tests/golden');
const families = [slice, absolute, fourier, relative, rotary, places, kernels];
const calls = Object.assign({}, ...families.map((family) => family.calls));

const posenc = spawn(process.execPath, [cli, 'calls'], { stdio: ['pipe', 'pipe', 'inherit'] });
const lines = createInterface({ input: posenc.stdout })[Symbol.asyncIterator]();
after(() => posenc.stdin.end());

const called = new Map();
let last = Promise.resolve();
/** The same call is made once; answers come in the order of calls. */
function call(method, args) {
  const line = JSON.stringify([method, ...args]);
  if (!called.has(line)) {
    posenc.stdin.write(`${line}\n`);
    last = last.then(async () => JSON.parse((await lines.next()).value));
    called.set(line, last);
  }
  return called.get(line).then(({ result, error }) => {
    if (error) throw new Error(`${line.slice(0, 500)}: ${error.code} ${error.field} ${error.message}`);
    return result;
  });
}

const files = readdirSync(folder).filter((name) => name.endsWith('.json') && name !== 'table_hashes.json');

/** Training is in C++ so far: tests/train. */
const ofTraining = ['lst_puzzles', 'lst_transformer_forward_backward'];

test('every golden file has its calls', () => {
  const named = files.map((name) => name.slice(0, -5)).filter((name) => !ofTraining.includes(name));
  assert.deepEqual(named.sort(), Object.keys(calls).sort());
});

for (const [name, callsOf] of Object.entries(calls)) {
  test(name, async () => {
    const golden = JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8'));
    // { kind, value }, or { abs, rel } that are added
    const { kind, value = golden.tolerance.abs_times_lambda_max ?? 0 } = golden.tolerance;
    const { abs = kind === 'rel' ? 0 : value, rel = kind === 'rel' ? value : 0 } = golden.tolerance;
    const list = callsOf(golden);
    assert.ok(list.length > 0);
    for (const [method, args, pick, expected] of list) {
      const got = pick(await call(method, args)).flat(Infinity);
      const want = expected.flat(Infinity);
      assert.equal(got.length, want.length, method);
      want.forEach((number, i) => {
        // what is masked: -Infinity, or NaN, which JSON has not
        if (number === null) return assert.ok(got[i] === null || got[i] === -Infinity, `${method} entry ${i}`);
        const allowed = abs + rel * Math.abs(number);
        return assert.ok(Math.abs(got[i] - number) <= allowed, `${method} entry ${i}: ${got[i]}, not ${number}`);
      });
    }
  });
}
