/** Order statistics of repeated measurements. */
export function quantile(values, q) {
  const sorted = [...values].sort((a, b) => a - b);
  const at = q * (sorted.length - 1);
  const below = Math.floor(at);
  return sorted[below] + (at - below) * (sorted[Math.min(below + 1, sorted.length - 1)] - sorted[below]);
}
export const median = (values) => quantile(values, 0.5);
/** Half of the values lie in a range this wide, as a fraction of the median. */
export const spread = (values) => (quantile(values, 0.75) - quantile(values, 0.25)) / median(values);
/** Median of the quotients of each round: what the machine did in a round cancels. */
export const ratio = (ours, theirs) => median(ours.map((value, round) => value / theirs[round]));
