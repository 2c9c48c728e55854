/** What `npm test` leaves to the commits after it: never a rule, never what the change is about, and nothing for good. */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { rules, shareOf, shares, subjectOf, turnOf } from '../share.mjs';
import { root } from '../../web/tools/setup.mjs';

const filesOf = (folder) =>
  readdirSync(new URL(`../${folder}/`, import.meta.url)).filter((name) => /\.(spec|test)\.mjs$/.test(name));

for (const [folder, of] of Object.entries(shares))
  test(`${folder}: ${of} commits in a row see every file, and each as many as the others`, () => {
    const files = filesOf(folder);
    const seen = Array.from({ length: of }, (_, turn) => shareOf(files, of, 1000 + turn, () => false));
    assert.deepEqual(seen.flat().sort(), [...files].sort());
    for (const share of seen) assert.ok(Math.abs(share.length - files.length / of) < 1);
  });

test('what is kept is seen at every turn', () => {
  const files = filesOf('web');
  for (const turn of [0, 1]) {
    const share = shareOf(files, 2, turn, (file) => rules.includes(subjectOf(file)));
    for (const rule of rules) assert.ok(share.includes(`${rule}.test.mjs`), `${rule}.test.mjs is no file, or not seen`);
  }
});

test('a part of what one file would be too long for is about the same', () => {
  for (const file of ['web', 'page'].flatMap(filesOf)) {
    const subject = subjectOf(file);
    assert.match(subject, /^[\w-]+$/);
    assert.equal(file.split('.').length > 3 && !filesOf('web').includes(`${subject}.test.mjs`), false, file);
  }
  assert.deepEqual(['pool.test.mjs', 'pool.ends.test.mjs'].map(subjectOf), ['pool', 'pool']);
});

test('the turn is that of the commit, and 0 where there is none', () => {
  assert.ok(Number.isSafeInteger(turnOf(root)));
  assert.equal(turnOf('/'), 0);
});
