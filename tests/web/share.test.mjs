/** What `npm test` leaves to the commits after it: never a rule, never what the change is about, and nothing for good. */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { rules, shareOf, subjectOf, turnOf } from '../share.mjs';
import { root } from '../../web/tools/setup.mjs';

const filesOf = (folder) =>
  readdirSync(new URL(`../${folder}/`, import.meta.url)).filter((name) => /\.(spec|test)\.mjs$/.test(name));

for (const [folder, shares] of [
  ['page', 4],
  ['web', 3],
])
  test(`${folder}: ${shares} commits in a row see every file, one about a ${shares}th`, () => {
    const files = filesOf(folder);
    const seen = Array.from({ length: shares }, (_, turn) => shareOf(files, shares, 1000 + turn, () => false));
    assert.deepEqual(seen.flat().sort(), [...files].sort());
    for (const share of seen) assert.ok(Math.abs(share.length - files.length / shares) < 1);
  });

test('what is kept is seen at every turn', () => {
  const files = filesOf('web');
  for (const turn of [0, 1]) {
    const share = shareOf(files, 2, turn, (file) => rules.includes(subjectOf(file)));
    for (const rule of rules) assert.ok(share.includes(`${rule}.test.mjs`), `${rule}.test.mjs is no file, or not seen`);
  }
});

test('the turn is that of the commit, and 0 where there is none', () => {
  assert.ok(Number.isSafeInteger(turnOf(root)));
  assert.equal(turnOf('/'), 0);
});
