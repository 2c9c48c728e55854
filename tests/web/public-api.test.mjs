/** The public TypeScript interface is the one listed in web/api.txt, so that a review sees every change. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { apiList, listFile } from '../../web/tools/api.mjs';

test('web/api.txt lists every public declaration with its digest', async () => {
  const kept = readFileSync(listFile, 'utf8').trimEnd().split('\n');
  const now = await apiList();
  const changed = {
    removed: kept.filter((line) => !now.includes(line)),
    added: now.filter((line) => !kept.includes(line)),
  };
  assert.deepEqual(changed, { removed: [], added: [] }, 'npm run api writes the list: commit it');
  assert.ok(
    now.some((line) => /^create \S+ \.$/.test(line)) && now.some((line) => /^lineChart .* \.\/charts$/.test(line)),
  );
});
