/** The published types accept correct code and reject wrong code (types/), in a user's compiler. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from './support/posenc.mjs';

for (const [folder, what] of [
  ['types', 'without any types beside it'],
  ['types/webgpu', "with WebGPU's types"],
]) {
  test(`what stands in ${folder} compiles against dist, ${what}, without skipLibCheck`, () => {
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    const { stdout, status } = spawnSync(process.execPath, [tsc, '-p', join(root, 'tests/web', folder)], {
      encoding: 'utf8',
    });
    assert.equal(stdout, '');
    assert.equal(status, 0);
  });
}
