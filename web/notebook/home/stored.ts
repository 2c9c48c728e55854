/** Whole positions as a number format stores them. */
export const formats = ['bfloat16', 'float16', 'float32'] as const;
export type StoredAs = (typeof formats)[number];

const bits: Readonly<Record<StoredAs, number>> = { bfloat16: 8, float16: 11, float32: 24 };
const largest: Partial<Readonly<Record<StoredAs, number>>> = { float16: 65_504 };

/** Distance of the format's whole numbers at a position. */
export function stepAt(position: number, as: StoredAs): number {
  let step = 1;
  while (position / step >= 2 ** bits[as]) step *= 2;
  return step;
}

/** The position rounded to nearest, ties to even; Infinity beyond the largest number of the format. */
export function stored(position: number, as: StoredAs): number {
  const step = stepAt(position, as);
  const low = Math.floor(position / step);
  const rest = (position - low * step) / step;
  const value = (rest > 0.5 || (rest === 0.5 && low % 2 === 1) ? low + 1 : low) * step;
  return value > (largest[as] ?? Infinity) ? Infinity : value;
}
