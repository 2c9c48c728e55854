/** Statistics of a median over seeds: its confidence interval, and the number of seeds needed. */

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  const [low, high] = [sorted[Math.floor(middle)], sorted[Math.ceil(middle)]];
  return low === undefined || high === undefined ? NaN : low === high ? low : (low + high) / 2;
}

const chanceOfError = 0.05;

/** P(X ≤ k) of n trials, each of which succeeds with probability p. */
function binomial(n: number, k: number, p: number): number {
  let term = (1 - p) ** n;
  let sum = 0;
  for (let i = 0; i <= k; ++i) {
    sum += term;
    term *= ((n - i) / (i + 1)) * (p / (1 - p));
  }
  return sum;
}

/** Number of n sorted values outside the interval at each end; undefined if n is too small for an interval. */
function outside(n: number): number | undefined {
  let k = -1;
  while (2 * binomial(n, k + 1, 0.5) <= chanceOfError) ++k;
  return k < 0 ? undefined : k;
}

/** Fewer values have no 95 % interval: the median is outside the range of five values in one of 16 cases. */
export const fewestForInterval = 6;

/**
 * [low, high] contains the median of the underlying distribution with a probability of at least 95 %, for any
 * distribution (order statistics: Thompson 1936, doi:10.1214/aoms/1177732502). The bootstrap of a median guarantees
 * this only for many values; tests/web/studies.test.mjs compares them. Returns undefined for fewer than six values.
 */
export function interval(values: readonly number[]): readonly [number, number] | undefined {
  const k = outside(values.length);
  if (k === undefined) return undefined;
  const sorted = [...values].sort((a, b) => a - b);
  return [sorted[k]!, sorted[sorted.length - 1 - k]!];
}

/** Probability that the interval of n values misses the median of a continuous distribution; 0 without an interval. */
export function missOf(n: number): number {
  const k = outside(n);
  return k === undefined ? 0 : 2 * binomial(n, k, 0.5);
}

/**
 * Two-sided exact p of the sign test that the median is within the bounds or outside, whichever is smaller. A value on
 * a bound counts as outside. p is at most 0.05 if and only if the interval of these values decides.
 */
export function signTest(
  values: readonly number[],
  { above, below }: { readonly above: number; readonly below: number },
): number {
  const n = values.length;
  const tail = (count: number): number => Math.min(1, 2 * binomial(n, count, 0.5));
  const failing = [above, below]
    .map((bound, side) => ({ bound, side }))
    .filter(({ bound }) => Number.isFinite(bound))
    .map(({ bound, side }) => values.filter((x) => (side === 0 ? x <= bound : x >= bound)).length);
  // within requires that both bounds hold, outside that one fails
  const within = Math.max(...failing.map(tail));
  return Math.min(within, ...failing.map((count) => tail(n - count)));
}

/** Adjusted p values: with all decisions at 0.05, none is false with a probability of 95 % (Holm 1979). */
export const holm = (family: readonly number[]): readonly number[] =>
  adjusted(
    family,
    (changed, k) => Math.max(...changed.slice(0, k + 1)),
    (p, below, count) => p * (count - below),
  );

/** Adjusted p values: at 0.05 the expected share of false decisions is at most 0.05 (Benjamini and Hochberg 1995). */
export const benjaminiHochberg = (family: readonly number[]): readonly number[] =>
  adjusted(
    family,
    (changed, k) => Math.min(...changed.slice(k)),
    (p, below, count) => (p * count) / (below + 1),
  );

/** Keeps adjusted p values monotonic. NaN, for a claim without an interval, stays and does not count. */
function adjusted(
  family: readonly number[],
  carried: (changed: readonly number[], k: number) => number,
  change: (p: number, below: number, count: number) => number,
): readonly number[] {
  const order = [...family.keys()].filter((i) => !Number.isNaN(family[i])).sort((i, j) => family[i]! - family[j]!);
  const changed = order.map((i, below) => Math.min(1, change(family[i]!, below, order.length)));
  const all = family.map(() => NaN);
  for (const [k, i] of order.entries()) all[i] = carried(changed, k);
  return all;
}

/** Φ by its series; within 10 digits, and used only to choose the number of seeds. */
function normal(x: number): number {
  if (Math.abs(x) > 6) return x > 0 ? 1 : 0;
  let term = x;
  let sum = x;
  for (let k = 1; k < 200; ++k) {
    term *= (-x * x) / (2 * k);
    sum += term / (2 * k + 1);
  }
  return 0.5 + sum / Math.sqrt(2 * Math.PI);
}

/** Probability that the interval of n normal values clears a bound at distance `effect` from their mean. */
export function power(
  n: number,
  { effect, deviation }: { readonly effect: number; readonly deviation: number },
): number {
  const k = outside(n);
  return k === undefined ? 0 : binomial(n, k, 1 - normal(effect / deviation));
}

/** Smallest number of seeds whose interval decides with a probability of 80 %. */
export function seedsFor(planned: { readonly effect: number; readonly deviation: number }): number {
  for (let n = fewestForInterval; n < 1000; ++n) if (power(n, planned) >= 0.8) return n;
  return 1000;
}

/** Ranks from 1; ties have their mean rank. */
function ranks(values: readonly number[]): number[] {
  const sorted = [...values].sort((a, b) => a - b);
  return values.map((x) => (sorted.indexOf(x) + sorted.lastIndexOf(x)) / 2 + 1);
}

/** A perfect order of four has a probability of 2 in 24 by accident, which exceeds 0.05; of five, 2 in 120. */
export const fewestForRanks = 5;

/** Spearman's rank correlation; NaN if one list is constant. */
export function rankCorrelation(x: readonly number[], y: readonly number[]): number {
  const [a, b] = [ranks(x), ranks(y)];
  const mean = (x.length + 1) / 2;
  let [xy, xx, yy] = [0, 0, 0];
  for (const [i, of] of a.entries()) {
    const [u, v] = [of - mean, b[i]! - mean];
    xy += u * v;
    xx += u * u;
    yy += v * v;
  }
  return xy / Math.sqrt(xx * yy);
}
