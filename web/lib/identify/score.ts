/**
 * The distance of a candidate's numbers from the given ones, in units of the allowed rounding.
 *
 * Allowed rounding: computing a frequency f of base b with its extension takes some operations of relative error u.
 * The power costs most, u ln b. Blending the plain frequency p with a part of it has errors of about u |p - f|. So the
 * error is u (4 + ln b) (|f| + 2 |p - f|). An angle at position x has x times that and its own rounding u x f. A cosine
 * or sine has the error of its angle, at most 2, and that of its own format.
 */
import type { PartingPair } from '../types/identify.js';
import { roundTo, unit } from './formats.js';
import type { Form, Wave } from './forms.js';
import type { Given } from './given.js';
import type { Making, Rates } from './making.js';

export interface Fit {
  readonly residual: number;
  readonly ofRounding: number;
  readonly pairsAlike: number;
  readonly parts?: PartingPair;
}

/** Errors of the frequencies of `rates`, in operations of unit `u`. */
export const frequencyErrors = ({ spec, scaled, plain, apart }: Rates, u: number): number[] =>
  scaled.map(
    (f, i) =>
      u * (4 + Math.abs(Math.log(spec.base ?? 10_000))) * (Math.abs(f) + 2 * (apart?.[i] ?? Math.abs(plain[i]! - f))),
  );

/** Rows that distinguish candidates: all of a small table, otherwise the first ones and increasingly distant others. */
export function tellingRows({ rows, cols }: Given, most = 2 ** 15): readonly number[] {
  const count = Math.max(64, Math.floor(most / cols));
  if (rows <= count) return Array.from({ length: rows }, (_, r) => r);
  const first = Math.floor(count / 2);
  const ratio = (rows - 1) / first;
  const later = Array.from({ length: count - first }, (_, k) =>
    Math.floor(first * ratio ** ((k + 1) / (count - first))),
  );
  return [...new Set([...Array.from({ length: first }, (_, r) => r), ...later, rows - 1])].filter((r) => r < rows);
}

export function fitOf(given: Given, making: Making, rates: Rates, form: Form, rows: readonly number[]): Fit {
  const errors = frequencyErrors(rates, unitOf(given, making));
  let [residual, ofRounding] = [0, 0];
  const parting: (PartingPair | undefined)[] = [];
  for (let c = 0; c < given.cols; c++) {
    const { pair, wave } = form.column(c);
    const held = making.held?.operands === 'float32' && isExact(given);
    const error = held ? 0 : errors[pair]!;
    const best = variants(rates.scaled[pair]!, errors[pair]!, making, given)
      .map((frequency) => columnFit(given, making, rates, { c, pair, wave, frequency, error }, rows))
      .reduce((a, b) => (b.ofRounding < a.ofRounding ? b : a));
    residual = Math.max(residual, best.residual);
    ofRounding = Math.max(ofRounding, best.ofRounding);
    parting[pair] ??= best.parts;
  }
  const parts = parting.find((part) => part !== undefined);
  const pairsAlike = form.pairs - parting.filter((part) => part !== undefined).length;
  return { residual, ofRounding, pairsAlike, ...(parts && { parts }) };
}

/** Unit of the operations behind an angle. */
const unitOf = ({ arithmetic }: Given, { held }: Making): number =>
  held?.operands === 'float32' ? Math.max(arithmetic, 2 ** -24) : arithmetic;

/** Maximum float32 steps tried on either side of a frequency. */
const mostSteps = 32;
/** True for numbers with more digits than float32, which show intermediate float32 rounding. */
const isExact = ({ arithmetic }: Given): boolean => arithmetic < unit.float32;

/**
 * A frequency near the midpoint of two numbers of a coarse format may have become either. A float32 number is any
 * within the error, if the numbers can distinguish them.
 */
function variants(frequency: number, error: number, { held }: Making, given: Given): readonly number[] {
  if (!held || (held.operands === 'float32' && !isExact(given))) return [frequency];
  if (held.operands === 'float32') {
    if (frequency === 0) return [0];
    const step = 2 * unit.float32 * 2 ** Math.floor(Math.log2(frequency));
    const each = Math.min(mostSteps, Math.ceil(error / step));
    return Array.from({ length: 2 * each + 1 }, (_, k) => Math.fround(frequency + (k - each) * step));
  }
  const ends = [frequency, frequency - error, frequency + error].map((f) => roundTo(held.operands, f));
  return [...new Set(ends)];
}

interface ColumnOf {
  readonly c: number;
  readonly pair: number;
  readonly wave: Wave;
  readonly frequency: number;
  readonly error: number;
}
type ColumnFit = Pick<Fit, 'residual' | 'ofRounding' | 'parts'>;

/** Stops at the first unexplained number, because later ones add nothing. */
function columnFit(given: Given, making: Making, rates: Rates, column: ColumnOf, rows: readonly number[]): ColumnFit {
  const { amplitude } = rates;
  const { c, pair, wave } = column;
  let [residual, ofRounding] = [0, 0];
  for (const row of rows) {
    const at = row * given.cols + c;
    const position = given.firstPosition + row;
    const { made, allowed } =
      wave === 'frequency' ? frequencyAt(given, making, column) : waveAt(given, making, column, amplitude, position);
    const gap = Math.abs(given.data[at]! - made);
    const size = gap === 0 ? 0 : gap / (allowed + given.slack(at) * (wave !== 'frequency' && amplitude !== 1 ? 3 : 1));
    residual = Math.max(residual, gap);
    ofRounding = Math.max(ofRounding, Number.isNaN(size) ? Infinity : size);
    if (ofRounding > 1) {
      const where = wave === 'frequency' ? {} : { position };
      return { residual, ofRounding, parts: { pair, ...where, given: given.data[at]!, made } };
    }
  }
  return { residual, ofRounding };
}

interface Made {
  readonly made: number;
  readonly allowed: number;
}

/** Rounded frequencies are exact numbers of their format. */
const frequencyAt = (_: Given, { held }: Making, { frequency, error }: ColumnOf): Made =>
  held && held.operands !== 'float32' ? { made: frequency, allowed: 0 } : { made: frequency, allowed: error };

function waveAt(given: Given, making: Making, column: ColumnOf, amplitude: number, position: number): Made {
  const { held, shift } = making;
  const { wave, frequency, error } = column;
  const u = given.arithmetic;
  const x = position + shift;
  let angle = x * frequency;
  let uncertain = Math.abs(x) * error + 2 * u * Math.abs(angle);
  if (held) {
    const operand = roundTo(held.operands, x);
    angle = roundTo(held.product, operand * roundTo(held.operands, frequency));
    const rounded = isExact(given) && held.product === 'float32' ? 0 : 2 ** -23;
    uncertain = (held.operands === 'float32' ? Math.abs(x) * error : 0) + Math.abs(angle) * rounded;
  }
  const value = wave === 'cos' ? Math.cos(angle) : Math.sin(angle);
  const size = Math.abs(amplitude);
  return { made: amplitude * value, allowed: size * (Math.min(2, uncertain) + 4 * u) };
}
