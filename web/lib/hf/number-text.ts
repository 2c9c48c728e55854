/** Formats numbers for messages only. */

/** Integers in full below 1e15, other numbers with `digits` significant digits. */
export function num(value: number, digits = 4): string {
  if (Number.isInteger(value) && Math.abs(value) < 1e15) return String(value);
  return String(Number(value.toPrecision(digits)));
}
