/**
 * Which rows of a part are compared with the module's. Of a part that is read back they follow from its check word, which
 * is there only when every entry has been written: a shader cannot know them before. So a part of R rows, w of them
 * wrong, passes with a chance of about (1 - w/R)^verifiedRows: what is wrong everywhere is noticed, one wrong row of
 * many thousand most likely not.
 */

/** Of each part, where it has so many. */
export const verifiedRows = 4;

/** So many different rows of `rows` as the word says. */
export function rowsBy(word: number, rows: number, count = verifiedRows): number[] {
  const chosen = new Set<number>();
  for (let state = word | 0; chosen.size < Math.min(count, rows);) {
    state = (state + 0x9e3779b9) | 0;
    // the finaliser of MurmurHash3
    let x = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
    x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35);
    chosen.add(Math.floor((((x ^ (x >>> 16)) >>> 0) / 2 ** 32) * rows));
  }
  return [...chosen];
}
