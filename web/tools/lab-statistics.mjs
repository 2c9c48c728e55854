/** What is said of several runs: medians, and how sure they are. */

export function median(list) {
  const sorted = [...list].sort((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return (sorted[Math.floor(middle)] + sorted[Math.ceil(middle)]) / 2;
}
export const mean = (list) => list.reduce((sum, x) => sum + x, 0) / list.length;

/** Numbers in [0, 1), always the same ones (mulberry32 by Tommy Ettinger), so that a table is the same from the same runs. */
function drawn(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let x = Math.imul(state ^ (state >>> 15), state | 1);
    x ^= x + Math.imul(x ^ (x >>> 7), x | 61);
    return ((x ^ (x >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Of fewer runs the bootstrap knows too little (there are 10 ways to draw 3 of 3). */
export const fewestForInterval = 5;
/**
 * [low, high]: where 95 % of the medians lie of as many runs drawn with replacement (Efron 1979), of five runs and more; else the
 * least and the most.
 */
export function interval(list) {
  if (list.length < fewestForInterval) return [Math.min(...list), Math.max(...list)];
  const chance = drawn(1);
  const again = () => list.map(() => list[Math.floor(chance() * list.length)]);
  const medians = Array.from({ length: 2000 }, () => median(again())).sort((a, b) => a - b);
  return [medians[50], medians[1949]];
}

/** The last evaluations of a run: of one alone 900 puzzles have a standard error of 0.007, and the weights go up and down. */
export const evaluationsOfEnd = 5;
/** One evaluation that has the means of several; conditions and blocks by name. */
export function meanEvaluation(list) {
  const of = (parts) => {
    const [first] = parts;
    if (typeof first === 'number') return mean(parts);
    if (Array.isArray(first)) return first.map((_, i) => of(parts.map((part) => part[i])));
    if (typeof first !== 'object' || first === null) return parts.at(-1);
    return Object.fromEntries(Object.keys(first).map((key) => [key, of(parts.map((part) => part[key]))]));
  };
  const { step, weightsHash } = list.at(-1);
  return { ...of(list), step, weightsHash };
}
