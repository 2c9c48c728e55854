/** What several seeds say of a median: how sure it is, and how many of them it takes. */

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  const [low, high] = [sorted[Math.floor(middle)], sorted[Math.ceil(middle)]];
  return low === undefined || high === undefined ? NaN : low === high ? low : (low + high) / 2;
}

const chanceOfError = 0.05;

/** P(X ≤ k) of n tosses of which each succeeds with chance p. */
function binomial(n: number, k: number, p: number): number {
  let term = (1 - p) ** n;
  let sum = 0;
  for (let i = 0; i <= k; ++i) {
    sum += term;
    term *= ((n - i) / (i + 1)) * (p / (1 - p));
  }
  return sum;
}

/** How many of n sorted values lie outside of the interval at each end; undefined where so few values have none. */
function outside(n: number): number | undefined {
  let k = -1;
  while (2 * binomial(n, k + 1, 0.5) <= chanceOfError) ++k;
  return k < 0 ? undefined : k;
}

/** Of fewer values there is no such interval: the median lies outside of two of five in one of 16 cases. */
export const fewestForInterval = 6;

/**
 * [low, high]: with a chance of 95 % or more the median of what the values are drawn from lies between, whatever they are
 * drawn from (order statistics: Thompson 1936, doi:10.1214/aoms/1177732502). The bootstrap of a median keeps that promise
 * only for many values; tests/web/studies.test.mjs compares them. undefined where there are fewer than six.
 */
export function interval(values: readonly number[]): readonly [number, number] | undefined {
  const k = outside(values.length);
  if (k === undefined) return undefined;
  const sorted = [...values].sort((a, b) => a - b);
  return [sorted[k]!, sorted[sorted.length - 1 - k]!];
}

/** The chance that the interval of n values misses the median of what they are drawn from, where no two can be equal; 0 without one. */
export function missOf(n: number): number {
  const k = outside(n);
  return k === undefined ? 0 : 2 * binomial(n, k, 0.5);
}

/**
 * p of the sign test, two-sided and exact: of a median within the bounds, or outside of them, whichever is smaller. A value on a
 * bound lies outside. It is at most 0.05 where, and only where, the interval of these values decides.
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
  // to lie within, both bounds must be kept; to lie outside, one must be broken
  const within = Math.max(...failing.map(tail));
  return Math.min(within, ...failing.map((count) => tail(n - count)));
}

/** p values of a family, made so large that with all at most 0.05 no decision at all is false, with a chance of 95 % (Holm 1979). */
export const holm = (family: readonly number[]): readonly number[] =>
  adjusted(
    family,
    (changed, k) => Math.max(...changed.slice(0, k + 1)),
    (p, below, count) => p * (count - below),
  );

/** The same, so that a share of at most 0.05 of those decisions is expected to be false (Benjamini and Hochberg 1995). */
export const benjaminiHochberg = (family: readonly number[]): readonly number[] =>
  adjusted(
    family,
    (changed, k) => Math.min(...changed.slice(k)),
    (p, below, count) => (p * count) / (below + 1),
  );

/** No p value comes out smaller than one before it. NaN, of a claim without an interval, stays and does not count. */
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

/** Φ, by its series and, far out, its continued fraction; to 10 digits, which choose a number of seeds and nothing else. */
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

/** The chance that the interval of n seeds lies on the right side of a bound, from which normal values have that distance. */
export function power(
  n: number,
  { effect, deviation }: { readonly effect: number; readonly deviation: number },
): number {
  const k = outside(n);
  return k === undefined ? 0 : binomial(n, k, 1 - normal(effect / deviation));
}

/** The fewest seeds of which the interval decides with a chance of 80 %. */
export function seedsFor(planned: { readonly effect: number; readonly deviation: number }): number {
  for (let n = fewestForInterval; n < 1000; ++n) if (power(n, planned) >= 0.8) return n;
  return 1000;
}

/** Ranks from 1 on; equal values have the mean of theirs. */
function ranks(values: readonly number[]): number[] {
  const sorted = [...values].sort((a, b) => a - b);
  return values.map((x) => (sorted.indexOf(x) + sorted.lastIndexOf(x)) / 2 + 1);
}

/** A perfect order of four has a chance of 2 in 24 to come about by accident, which is more than 0.05; of five, 2 in 120. */
export const fewestForRanks = 5;

/** Spearman's rank correlation; NaN where one of them is the same everywhere. */
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
