/**
 * The errata page says that others are wrong, so each of its sentences with a number or a comparison is checked. So are
 * single sentences of lessons and pages: those that quote recorded studies, and those that were once wrong. Other
 * numbers are interpolated, or checked by cells. A file of tests/web/claims names its prose and contains
 *   { says: 'It has {2} blocks.', is: () => [facts.blocks] }          each number in braces is the computed one, to the
 *                                                                     written digits, or to `within`
 *   { says: 'The second is larger.', holds: () => second > first }
 *   { says: 'Give it 3 columns.', because: 'an instruction' }         nothing computed can contradict it
 *
 * With `whole = false` a file binds single sentences. Fields in `apart` have texts that are not claims, each with the
 * reason.
 */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { isClaim, numbersOf, readNumber, sentenceOf, sentencesOf } from './support/claims.mjs';
import { assertNone, root } from './support/posenc.mjs';

const folder = join(root, 'tests/web/claims');

for (const name of readdirSync(folder)) {
  const { prose, whole = true, apart = {}, claims, close } = await import(join(folder, name));
  describe(name, () => {
    const read = prose.flatMap((file) =>
      sentencesOf(join(root, file), Object.keys(apart)).map((one) => ({ ...one, file })),
    );
    const bound = new Set(claims.map(sentenceOf));
    after(() => close?.());

    if (whole)
      test('every sentence with a number or a comparison is bound', () => {
        const free = read.filter((one) => isClaim(one) && !bound.has(one.text));
        assertNone(free.map(({ file, text }) => `${file}: ${text}`));
      });

    test('every binding has its sentence, once', () => {
      const said = new Set(read.map(({ text }) => text));
      assertNone([...bound].filter((text) => !said.has(text)));
      assert.equal(bound.size, claims.length);
    });

    test('every claim holds', async () => {
      const untrue = [];
      for (const claim of claims)
        await held(claim).catch(({ message }) => untrue.push(`${sentenceOf(claim)}: ${message}`));
      assert.deepEqual(untrue, []);
    });
  });
}

async function held(claim) {
  const ways = ['is', 'holds', 'because'].filter((way) => claim[way] !== undefined);
  assert.ok(ways.length === 1 && claim[ways[0]], 'one of is, holds and because');
  if (claim.because) return;
  if (claim.holds) return void assert.equal(await claim.holds(), true, 'does not hold');
  const values = await claim.is();
  const numbers = numbersOf(claim);
  assert.ok(numbers.length > 0 && numbers.length === values.length, `${values.length} values`);
  numbers.forEach((written, i) => {
    const { value, half } = readNumber(written);
    assert.ok(Math.abs(value - values[i]) <= (claim.within ?? half), `${written} is ${values[i]}`);
  });
}

test('what a claim is', () => {
  const claims = [
    'It is 0.5.',
    'Three runs agree.',
    'It is larger than before.',
    'Accuracy rises within some hundred steps.',
    'The places stay as they were drawn.',
    'The second memorises.',
  ];
  const others = ['Press the button.', 'A float32 table of 3-D data (arXiv:2406.08272).', 'Block 1 of …'];
  for (const judged of claims) assert.ok(isClaim({ judged }), judged);
  for (const judged of others) assert.ok(!isClaim({ judged }), judged);
  assert.deepEqual(readNumber('1,500'), { value: 1500, half: 0.5000001 });
  assert.deepEqual(readNumber('twelve').value, 12);
  assert.equal(readNumber('2^23').value, 8388608);
  assert.ok(Number.isNaN(readNumber('').value));
});
