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
