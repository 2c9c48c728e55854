/**
 * Golden files (70-digit arithmetic, rounded once; each file contains its method) through `posenc calls`, at the file's
 * tolerance, as other languages would call it. C++ tests compare all of them, and tables have the same bits in
 * WebAssembly (tests/hashes). So one file per method, analysis and form of arguments is enough here. Only this test
 * reads a config.json.
 *
 * To add a file, add a line to a module of ./golden: the method, its arguments, the part of the result, and the
 * expected numbers.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, test } from 'node:test';
import * as analyses from './golden/analyses.mjs';
import * as encodings from './golden/encodings.mjs';
import { filesBelow } from '../../web/tools/fresh.mjs';
import { goldenFile } from './support/golden.mjs';
import { cli, root } from './support/posenc.mjs';

const folder = join(root, 'tests/golden');
const calls = { ...encodings.calls, ...analyses.calls };

const posenc = spawn(process.execPath, [cli, 'calls'], { stdio: ['pipe', 'pipe', 'inherit'] });
const lines = createInterface({ input: posenc.stdout })[Symbol.asyncIterator]();
after(() => posenc.stdin.end());

const called = new Map();
let last = Promise.resolve();
/** Each call is made once; results arrive in the order of calls. */
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

test('every golden file is compared', () => {
  const names = readdirSync(folder).flatMap((file) => /^(?!table_hashes).*(?=\.json$)/.exec(file) ?? []);
  const tests = filesBelow([join(root, 'tests')]).filter((file) => /_test\.cpp$|\.test\.mjs$/.test(file));
  const text = tests.map((file) => readFileSync(file, 'utf8')).join('\n');
  const lost = names.filter((name) => !text.includes(`"${name}"`) && !text.includes(`goldenFile('${name}')`));
  assert.deepEqual(lost, []);
});

for (const [name, callsOf] of Object.entries(calls)) {
  test(name, async () => {
    const golden = goldenFile(name);
    // { kind, value }, or the sum of { abs, rel }
    const { kind, value = golden.tolerance.abs_times_lambda_max ?? 0 } = golden.tolerance;
    const { abs = kind === 'rel' ? 0 : value, rel = kind === 'rel' ? value : 0 } = golden.tolerance;
    const list = callsOf(golden);
    assert.ok(list.length > 0);
    for (const [method, args, pick, expected] of list) {
      const got = pick(await call(method, args)).flat(Infinity);
      const want = expected.flat(Infinity);
      assert.equal(got.length, want.length, method);
      want.forEach((number, i) => {
        // masked entries: -Infinity, or NaN, which JSON lacks
        if (number === null) return assert.ok(got[i] === null || got[i] === -Infinity, `${method} entry ${i}`);
        const allowed = abs + rel * Math.abs(number);
        return assert.ok(Math.abs(got[i] - number) <= allowed, `${method} entry ${i}: ${got[i]}, not ${number}`);
      });
    }
  });
}
