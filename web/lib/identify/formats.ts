/** Number formats: half a unit in the last place of each, and the format of a list of numbers. */
import type { NumbersFormat } from '../types/identify.js';

export type Format = Exclude<NumbersFormat, 'text'>;

/** Half the distance from 1 to the next number. */
export const unit: Readonly<Record<Format, number>> = {
  float64: 2 ** -53,
  float32: 2 ** -24,
  fp16: 2 ** -11,
  bf16: 2 ** -8,
};
/** Digits of the significand, and the exponent below which spacing is constant. */
const shape = { fp16: [11, -14], bf16: [8, -126] } as const;

/** Rounds to nearest, halves to even. */
export function roundTo(format: Format, x: number): number {
  if (format === 'float64' || x === 0) return x;
  if (format === 'float32') return Math.fround(x);
  const [digits, least] = shape[format];
  const size = Math.abs(x);
  let exponent = Math.floor(Math.log2(size));
  if (2 ** exponent > size) exponent--;
  else if (2 ** (exponent + 1) <= size) exponent++;
  const quantum = 2 ** (Math.max(exponent, least) - digits + 1);
  const steps = x / quantum;
  const down = Math.floor(steps);
  const up = steps - down > 0.5 || (steps - down === 0.5 && down % 2 !== 0);
  const value = (up ? down + 1 : down) * quantum;
  return format === 'fp16' && Math.abs(value) > 65504 ? Math.sign(value) * Infinity : value;
}

const single = new Float32Array(1);
const bits = new Uint32Array(single.buffer);

/** The narrowest format that contains all values. Powers of two, which fit every format, count as float32. */
export function formatOf(values: ArrayLike<number>): Format {
  let [bf16, fp16, told] = [true, true, false];
  for (let i = 0; i < values.length; i++) {
    const x = values[i]!;
    single[0] = x;
    if (single[0] !== x) return 'float64';
    if ((bits[0]! & 0x7fffff) === 0) continue;
    told = true;
    if (bf16 && (bits[0]! & 0xffff) !== 0) bf16 = false;
    if (fp16 && roundTo('fp16', x) !== x) fp16 = false;
  }
  return !told ? 'float32' : bf16 ? 'bf16' : fp16 ? 'fp16' : 'float32';
}
