/**
 * A sentence with a number or a comparison is a claim, and every claim in the prose that is listed in tests/web/claims is
 * held to what it is about. A file there names prose (files, or folders with a slash at their end) and the claims in it:
 *
 *   { says: 'It has {2} blocks.', is: () => [facts.blocks] }          each number in braces is the one computed, to the
 *                                                                     digits that are written, or to `within`
 *   { says: 'The second is larger.', holds: () => second > first }
 *   { says: 'Give it 3 columns.', because: 'an instruction' }         a definition, an instruction or a citation: nothing
 *                                                                     computed can contradict it
 *
 * A file with `whole = false` binds single sentences. A file may also list `texts` that pages show and no file of prose holds: [where, text], and name fields that stand `apart`,
 * each with the reason why its texts are nobody's claims. What a command writes (between its markers in Markdown; files that
 * begin with "Written by") has its own test.
 *
 * Every file of web/notebook in which such a sentence stands belongs to a file of claims.
 */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { filesBelow } from '../../web/tools/fresh.mjs';
import { isClaim, numbersOf, readNumber, sentenceOf, sentencesIn, sentencesOf } from './support/claims.mjs';
import { root } from './support/posenc.mjs';

const folder = join(root, 'tests/web/claims');
const below = (path) => filesBelow([join(root, path)]).filter((file) => /\.(ts|html)$/.test(file));
const named = (file) => file.slice(root.length).replace(/^\//, '');

/** Texts of web/notebook that are programs and style sheets, not prose. */
const programs = {
  'web/notebook/code/': 'programs that readers copy; tests/page/files.spec.mjs runs them',
  'web/notebook/notebooks/build/record.ts': 'a program for a thread',
  'web/notebook/notebooks/exports/preambles.ts': 'programs that exported notebooks begin with',
  'web/notebook/notebooks/exports/standalone-style.ts': 'a style sheet',
  'web/notebook/notebooks/exports/latex.ts': 'a frame of LaTeX',
  'web/notebook/notebooks/exports/tikz.ts': 'commands of TikZ',
  'web/notebook/notebooks/editor.ts': 'styles of the editor',
};
const isProgram = (file) => Object.keys(programs).some((path) => named(file).startsWith(path));
const covered = new Set();

for (const name of readdirSync(folder)) {
  const { prose, whole = true, texts = [], apart = {}, claims, close } = await import(join(folder, name));
  describe(name, () => {
    const files = prose
      .flatMap((path) => (path.endsWith('/') ? below(path) : [join(root, path)]))
      .filter((file) => !isProgram(file));
    files.forEach((file) => covered.add(file));
    const read = [
      ...files.map((file) => [named(file), sentencesOf(file, Object.keys(apart))]),
      ...texts.map(([where, text]) => [where, sentencesIn(text)]),
    ].flatMap(([file, all]) => all.map((one) => ({ ...one, file })));
    const bound = new Set(claims.map(sentenceOf));
    after(() => close?.());

    if (whole)
      test('every sentence with a number or a comparison is bound', () => {
        const free = read.filter((one) => isClaim(one) && !bound.has(one.text));
        assert.deepEqual(
          free.map(({ file, text }) => `${file}: ${text}`),
          [],
        );
      });

    test('every binding has its sentence, once', () => {
      const said = new Set(read.map(({ text }) => text));
      assert.deepEqual(
        [...bound].filter((text) => !said.has(text)),
        [],
      );
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

test('no page has a sentence with a number or a comparison that no file of claims reads', () => {
  const free = below('web/notebook').filter(
    (file) => !covered.has(file) && !isProgram(file) && sentencesOf(file).some(isClaim),
  );
  assert.deepEqual(free.map(named), []);
});

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
