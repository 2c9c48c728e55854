/**
 * The pages' mathematics font contains all that their formulas need: every character, those that elements draw, and the
 * sizes and parts of brackets and roots. tests/page checks the rendering.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { DRAWN, charactersOf, pageFormulas, smallFont, tableOf } from '../../web/tools/formulas.mjs';
import { sizesOf } from './support/math-font.mjs';
import { assertNone } from './support/posenc.mjs';

const { convert } = createRequire(createRequire(import.meta.url).resolve('subset-font'))('fontverter');
const file = fileURLToPath(
  new URL('../../node_modules/@fontsource/stix-two-math/files/stix-two-math-latin-400-normal.woff2', import.meta.url),
);

/** Elements that draw only their content, and lines (MathML Core, 3). */
const inkless =
  /^(math|mrow|mi|mn|mo|ms|mspace|mtext|mfrac|mpadded|mphantom|mstyle|mmultiscripts|mprescripts|mover|munder|munderover|msub|msup|msubsup|mtable|mtr|mtd)$/;

function tokensOf(tree) {
  const [tag, , ...inner] = tree;
  assert.ok(inkless.test(tag) || tag in DRAWN, `what <${tag}> draws is not known: web/tools/formulas.mjs, DRAWN`);
  return [...(DRAWN[tag] ?? ''), ...inner.flatMap((one) => (typeof one === 'string' ? [...one] : tokensOf(one)))];
}

describe('the mathematics font', () => {
  let trees;
  let whole;
  let small;
  before(async () => {
    trees = await pageFormulas();
    whole = sizesOf(await convert(readFileSync(file), 'truetype'));
    small = sizesOf(await convert(await smallFont(file, charactersOf(trees)), 'truetype'));
  });

  test('has every character of every formula, also those that elements draw', () => {
    assert.ok(trees.length > 200);
    const tokens = new Set(trees.flatMap(tokensOf));
    assert.ok(tokens.has('√'));
    const lost = [...tokens].filter((one) => whole.has(one) && !small.has(one));
    // a single letter is set in italics and needs no upright glyph
    assertNone(lost.filter((one) => !/\p{L}|[∂∇#]/u.test(one)));
  });

  test('has as many sizes and parts of each as the whole font', () => {
    for (const [character, sizes] of small) assert.deepEqual(sizes, whole.get(character), character);
    assert.ok(small.get('√').vertical > 3 && small.get('(').vertical > 3);
    assert.ok(small.get('√').parts > 1);
  });
});

test('what an element draws is among the characters of a formula', () => {
  const drawn = (tex) => charactersOf(Object.values(tableOf([{ key: `$${tex}`, sure: true }])));
  for (const tex of ['\\sqrt{x}', '\\sqrt[3]{x}', '\\frac{1}{\\sqrt{d}}']) assert.match(drawn(tex), /√/, tex);
  assert.doesNotMatch(drawn('x'), /√/);
  for (const [letter, italic] of [
    ['\\nabla', '∇'],
    ['\\imath', '𝚤'],
    ['\\theta', '𝜃'],
    ['h', 'ℎ'],
  ])
    assert.ok(drawn(letter).includes(italic), letter);
});
