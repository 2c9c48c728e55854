/**
 * A method is one file in each room that has a part of it, with the same name. Types require its parts; this test
 * checks the names of the files, and that the documented and tested lists are complete.
 */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { methods as ofCli } from '../../dist/cli/methods.js';
import { calls } from '../../dist/lib/calls/index.js';
import { late } from '../../dist/lib/calls/late.js';
import { apiOf } from '../../dist/lib/api.js';
import { methods } from '../../dist/lib/methods/index.js';
import { onDemand } from '../../dist/lib/on-demand.js';
import { onGpuMethods } from '../../dist/lib/methods/on-gpu.js';
import { gpuMethods } from '../../dist/lib/gpu/methods/index.js';
import { onPlan } from '../../dist/lib/wasm/methods/index.js';
import { pe } from './support/instance.mjs';
import { root } from './support/posenc.mjs';

const filesOf = (room) => readdirSync(join(root, 'web/lib', room)).filter((name) => name !== 'index.ts');
const fileOf = (name) => `${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.ts`;
/** Files of a room other than one per method. */
const others = {
  methods: [
    'calls.ts',
    'internal.ts',
    'method.ts',
    'network-kernel.ts',
    'on-gpu.ts',
    'own-vectors.ts',
    'run-calls.ts',
    'split.ts',
    'table-blocks.ts',
  ],
  'wasm/methods': ['analyse.ts', 'on-config.ts', 'report.ts'],
  'gpu/methods': [],
  calls: [
    'answered.ts',
    'caller.ts',
    'composed.ts',
    'held-run.ts',
    'late.ts',
    'open-run.ts',
    'rotator.ts',
    'training-run.ts',
  ],
};

for (const [room, list] of Object.entries({
  methods: { ...methods, ...onGpuMethods },
  'wasm/methods': onPlan,
  'gpu/methods': gpuMethods,
  calls: { ...calls, ...late },
}))
  test(`${room} has one file for each method, and no other`, () =>
    assert.deepEqual(filesOf(room).sort(), [...Object.keys(list).map(fileOf), ...others[room]].sort()));

test('the arguments that a method takes are those that it reads', () => {
  for (const [name, { takes, read }] of Object.entries(methods)) {
    const [, given] = /^\w*\(([^)]*)\)/.exec(read.toString().replace(/^read/, ''));
    assert.deepEqual(given.split(', '), ['spec', ...takes, 'options'], name);
  }
});

test('pages start with all members; of those on one spec that stay on a GPU, the table alone', () => {
  const names = (api) => Object.keys(api).sort();
  const onGpu = Object.keys(onGpuMethods).map((name) => `${name}OnGpu`);
  const missing = onGpu.filter((name) => name !== 'tableOnGpu');
  const backend = { dispose() {} };
  assert.deepEqual(
    names(onDemand(backend)),
    names(apiOf(backend)).filter((name) => !missing.includes(name)),
  );
});

test('what comes with its first call is the same method', async () => {
  const asked = [];
  const backend = { run: async (method, request) => asked.push([method, request]), dispose() {} };
  const spec = { analysis: 'induced-kernel' };
  for (const make of [apiOf, onDemand]) await make(backend).analyse(spec, { table: [[1, 2]] });
  assert.equal(asked.length, 2);
  assert.deepEqual(asked[1], asked[0]);
  await assert.rejects(onDemand(backend).report('{'), { name: 'PosencError' });
});

test('the instance, prepared specs and the command line have all of them', async () => {
  const functions = [...Object.keys(methods), ...Object.keys(calls), ...Object.keys(late)];
  const onGpu = Object.keys(onGpuMethods).map((name) => `${name}OnGpu`);
  const has = (value) => Object.keys(value).filter((key) => typeof value[key] === 'function');
  assert.deepEqual(has(pe).sort(), [...functions, ...onGpu, 'dispose'].sort());
  const prepared = await pe.prepare({ encoding: 'rope', dim: 8 });
  const onSpec = Object.keys(methods).filter((name) => name !== 'shape');
  assert.deepEqual(has(prepared).sort(), [...onSpec, 'tableBlocks', 'dispose'].sort());
  assert.deepEqual(has(prepared.sync).sort(), [...onSpec, 'rotator'].sort());
  const others = ['prepare', 'train', 'resumeTraining', 'networkKernelOnGpu'];
  const commands = functions.filter((name) => !others.includes(name));
  assert.deepEqual([...ofCli].sort(), [...commands, 'encodings', 'analyses', 'tasks'].sort());
});
