/** The published types allow what is right and forbid what is wrong (types/specs.ts), as a user's compiler sees them. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from './support/posenc.mjs';

test('types/specs.ts compiles against dist, without skipLibCheck', () => {
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const { stdout, status } = spawnSync(process.execPath, [tsc, '-p', join(root, 'tests/web/types')], {
    encoding: 'utf8',
  });
  assert.equal(stdout, '');
  assert.equal(status, 0);
});
