/** Estimates the frequencies of a table's columns from its numbers, without a candidate. */
import type { Form } from './forms.js';
import type { Given } from './given.js';

export interface Estimate {
  readonly frequencies: readonly number[];
  /** Relative uncertainty of each. */
  readonly errors: readonly number[];
  /** Amplitude of cos and sin; absent for a list of frequencies. */
  readonly amplitude?: number;
}

const turn = 2 * Math.PI;
/** Wraps an angle into [-π, π). */
const wrapped = (angle: number): number => angle - turn * Math.floor((angle + Math.PI) / turn);

/** The angles that a row may mean: one if cosine and sine are known, otherwise two. */
function anglesOf(cos: number | undefined, sin: number | undefined, amplitude: number): readonly number[] {
  if (cos !== undefined && sin !== undefined) return [Math.atan2(sin, cos)];
  const clamp = (x: number): number => Math.min(1, Math.max(-1, x / amplitude));
  if (cos !== undefined) return [Math.acos(clamp(cos)), -Math.acos(clamp(cos))];
  return [Math.asin(clamp(sin!)), Math.PI - Math.asin(clamp(sin!))];
}

/** Undefined if there are too few rows. */
export function estimated(given: Given, form: Form): Estimate | undefined {
  if (given.subject === 'frequencies') return listed(given, form);
  if (given.rows < 2) return undefined;
  const { pairs } = form;
  const cosines: (number | undefined)[] = Array(pairs).fill(undefined);
  const sines: (number | undefined)[] = Array(pairs).fill(undefined);
  for (let c = 0; c < given.cols; c++) {
    const { pair, wave } = form.column(c);
    (wave === 'cos' ? cosines : sines)[pair] ??= c;
  }
  const value = (row: number, column: number | undefined): number | undefined =>
    column === undefined ? undefined : given.data[row * given.cols + column]!;
  const amplitude = amplitudeOf(given, cosines, sines, value);
  if (!(amplitude > 0)) return undefined;
  const noise = Math.max(given.slack(0) / Math.max(Math.abs(given.data[0]!), 1e-30), 2 ** -24) * 4;
  const frequencies: number[] = [];
  const errors: number[] = [];
  for (let pair = 0; pair < pairs; pair++) {
    const angles = (row: number) => anglesOf(value(row, cosines[pair]), value(row, sines[pair]), amplitude);
    const { frequency, rows } = turning(angles, given, cosines[pair] !== undefined && sines[pair] !== undefined);
    frequencies.push(frequency);
    errors.push(Math.max(1.5e-6, noise / Math.max(Math.abs(frequency) * rows, 1e-30)));
  }
  return { frequencies, errors, amplitude };
}

function listed(given: Given, form: Form): Estimate {
  const frequencies: number[] = Array(form.pairs).fill(0);
  const errors: number[] = Array(form.pairs).fill(0);
  for (let c = 0; c < given.cols; c++) {
    const { pair } = form.column(c);
    frequencies[pair] = given.data[c]!;
    const coarse = given.format === 'bf16' ? 2 ** -8 : given.format === 'fp16' ? 2 ** -11 : 0;
    errors[pair] = Math.max(1.5e-6, coarse, given.slack(c) / Math.max(Math.abs(given.data[c]!), 1e-300));
  }
  return { frequencies, errors };
}

/** From cos² + sin² of the first row, or from the largest number if one of the two is missing. */
function amplitudeOf(
  given: Given,
  cosines: readonly (number | undefined)[],
  sines: readonly (number | undefined)[],
  value: (row: number, column: number | undefined) => number | undefined,
): number {
  if (cosines[0] !== undefined && sines[0] !== undefined) {
    const sizes = cosines.map((column, pair) => Math.hypot(value(0, column)!, value(0, sines[pair])!));
    return sizes.sort((a, b) => a - b)[Math.floor(sizes.length / 2)]!;
  }
  let most = 0;
  const column = cosines.at(-1) ?? sines[0];
  for (let row = 0; row < given.rows; row++) most = Math.max(most, Math.abs(value(row, column)!));
  return most;
}

/** The angle per row, first from two rows and then from ever more distant ones, each time with the turns in between. */
function turning(
  angles: (row: number) => readonly number[],
  given: Given,
  exact: boolean,
): { frequency: number; rows: number } {
  const [start] = angles(0);
  const origin = exact ? start! : 0;
  const step = wrapped(angles(1)[0]! - origin);
  let frequency = step < -1e-9 ? step + turn : Math.abs(step);
  if (exact && frequency > Math.PI + 0.2) frequency = Math.abs(step); // no encoding turns so fast
  let rows = 1;
  for (let k = 2; k < given.rows; k *= 2) {
    const predicted = origin + frequency * k;
    const small = !exact && frequency * k < 0.3;
    const corrections = angles(k).map((angle) => wrapped(angle - predicted));
    const nearest = corrections.reduce((a, b) => (Math.abs(b) < Math.abs(a) ? b : a));
    // an arc cosine near 1 is inaccurate, so it is recomputed until an angle is large enough
    frequency = small ? Math.abs(angles(k)[0]!) / k : frequency + nearest / k;
    rows = k;
  }
  return { frequency, rows };
}
