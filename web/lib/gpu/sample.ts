/**
 * Selects the rows of a part that are compared with the module's. For a part that is read back they depend on its check
 * word, which exists only after every entry is written, so a shader cannot know them. A part of R rows with w wrong
 * ones passes with probability about (1 - w/R)^verifiedRows. General errors are detected; a single wrong row among
 * thousands most likely is not.
 */

/** Rows verified per part. */
export const verifiedRows = 4;

/** Up to `count` different rows below `rows`, determined by `word`. */
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
