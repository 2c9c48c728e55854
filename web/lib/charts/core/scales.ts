/** Scales from values to pixels, and ticks. */
import { decades, shortNumber } from './ticks.js';

export interface Scale {
  readonly domain: readonly [number, number];
  readonly range: readonly [number, number];
  readonly log: boolean;
  /** The pixel of a value; NaN if a logarithmic scale cannot show it. */
  at(value: number): number;
  /** The value at a pixel. */
  invert(pixel: number): number;
  /** About `count` ticks, with labels that differ between neighbours. */
  ticks(count: number): readonly Tick[];
}
export interface Tick {
  readonly value: number;
  readonly label: string;
}

export function linearScale(domain: readonly [number, number], range: readonly [number, number]): Scale {
  const [lo, hi] = domain;
  const [from, to] = range;
  return {
    domain,
    range,
    log: false,
    at: (value) => from + ((value - lo) / (hi - lo)) * (to - from),
    invert: (pixel) => lo + ((pixel - from) / (to - from)) * (hi - lo),
    ticks: (count) => linearTicks(lo, hi, count),
  };
}

export function logScale(domain: readonly [number, number], range: readonly [number, number]): Scale {
  const [from, to] = range;
  const [lo, hi] = domain.map(Math.log10) as [number, number];
  return {
    domain,
    range,
    log: true,
    at: (value) => (value > 0 ? from + ((Math.log10(value) - lo) / (hi - lo)) * (to - from) : NaN),
    invert: (pixel) => 10 ** (lo + ((pixel - from) / (to - from)) * (hi - lo)),
    ticks: (count) => logTicks(domain, count),
  };
}

/** Steps of 1, 2 or 5 times a power of ten. */
export function linearTicks(lo: number, hi: number, count: number): Tick[] {
  const raw = (hi - lo) / Math.max(1, count);
  // The step must be finite and must change numbers of this size; otherwise the loop below would not end.
  if (!(raw > 1e-300 && raw < 1e300) || Math.max(Math.abs(lo), Math.abs(hi)) / raw > mostSteps) return [];
  const exponent = Math.floor(Math.log10(raw));
  const power = Number(`1e${exponent}`);
  const factor = [1, 2, 5, 10].find((f) => f * power >= raw * 0.9) ?? 10;
  const digits = factor === 10 ? exponent + 1 : exponent;
  // integer multiples, divided if the step is below one: 3 / 10 is .3, but 3 * .1 is not
  const unit = (k: number): number =>
    digits < 0 ? (k * (factor === 10 ? 1 : factor)) / 10 ** -digits : k * factor * power;
  const step = unit(1);
  const ticks: Tick[] = [];
  // + 0 avoids a negative zero.
  for (let k = Math.ceil(lo / step - 1e-9) + 0; k <= Math.floor(hi / step + 1e-9); k++)
    ticks.push({ value: unit(k), label: tickLabel(unit(k), digits, Math.max(Math.abs(lo), Math.abs(hi))) });
  return ticks;
}

const mostSteps = 2 ** 50;

/** Formats a tick with as many decimals as the step; small values as powers of ten, large ones with a suffix. */
function tickLabel(value: number, digits: number, largest: number): string {
  if (value === 0) return '0';
  if (largest < 1e-3) return power(value, Math.max(0, Math.floor(Math.log10(Math.abs(value)) + 1e-9) - digits));
  if (digits < 0 && largest < 1e4) return value.toFixed(-digits).replace('-', '−');
  return largest >= 1e4 && digits >= 0 ? shortNumber(value) : shortNumber(Number(value.toPrecision(12)));
}

function power(value: number, decimals: number): string {
  const [mantissa = '', exponent = ''] = value.toExponential(Math.min(decimals, 12)).split('e');
  return `${mantissa}e${exponent}`.replace('+', '').replaceAll('-', '−');
}

/** Decades; 1-2-5 steps if fewer than three are in view, and linear steps within one. */
function logTicks([lo, hi]: readonly [number, number], count: number): Tick[] {
  const tens = decades(lo, hi, Math.max(2, Math.round(count)));
  if (tens.length >= 3) return tens.map((value) => ({ value, label: decadeLabel(value) }));
  const steps = decades(lo / 10, hi, 40)
    .flatMap((ten) => [ten, 2 * ten, 5 * ten])
    .filter((value) => value >= lo * (1 - 1e-9) && value <= hi * (1 + 1e-9));
  if (steps.length >= 3) return steps.map((value) => ({ value, label: decadeLabel(value) }));
  return linearTicks(lo, hi, count);
}

const decadeLabel = (value: number): string =>
  value >= 1e15 || value < 1e-3 ? power(value, 0) : shortNumber(Number(value.toPrecision(6)));

/** The span of finite values (positive ones for a logarithmic scale); undefined if there are none. */
export function spanOf(lists: readonly ArrayLike<number>[], log = false): [number, number] | undefined {
  let lo = Infinity;
  let hi = -Infinity;
  for (const values of lists)
    for (let i = 0; i < values.length; i++) {
      const value = values[i]!;
      if (!(value > (log ? 0 : -Infinity)) || value === Infinity) continue;
      if (value < lo) lo = value;
      if (value > hi) hi = value;
    }
  return lo <= hi ? [lo, hi] : undefined;
}

const roundingShare = 2 ** -44;

/** A span with padding, or a default span if it is undefined. */
export function padded(span: readonly [number, number] | undefined, log: boolean, share = 0.05): [number, number] {
  if (span === undefined) return log ? [0.1, 10] : [0, 1];
  const [lo, hi] = span;
  if (log) {
    // The quotient of the two may overflow.
    const wide = 10 ** ((Math.log10(hi) - Math.log10(lo)) * share);
    const by = hi > lo * (1 + roundingShare) ? wide : 2;
    return [Math.max(lo / by, Number.MIN_VALUE), Math.min(hi * by, Number.MAX_VALUE)];
  }
  const size = Math.max(Math.abs(lo), Math.abs(hi));
  // Values that differ only by rounding count as one.
  const pad = hi - lo > size * roundingShare ? (hi - lo) * share : size * 0.1 || 1;
  return [lo - pad, hi + pad];
}
