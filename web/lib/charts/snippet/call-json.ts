/**
 * Calls in the JSON of a chart: `{"call":["table",{"encoding":"rope","dim":64},128],"of":"data"}`. `{"call":0}` refers
 * to an earlier call by index. Evenly spaced numbers are `{"start":0,"count":128}`.
 */
import type { Json } from '../../checks/schema.js';

/** A replacer for JSON.stringify, which visits values in the order in which `embed/calls.ts` reads them. */
export function calls() {
  const before: unknown[] = [];
  return function (this: unknown, key: string, value: unknown): unknown {
    if (key === 'call' && Array.isArray(value)) {
      const known = before.indexOf(value);
      return known < 0 ? (before.push(value), value) : known;
    }
    if (!isList(value)) return value;
    // elements of a matrix, or arguments of a method or a step
    const mayBeRange = key === 'data' || (Array.isArray(this) && typeof this[0] === 'string');
    return (mayBeRange && rangeOf(value)) || Array.from(value);
  };
}
const isList = (value: unknown): value is Float64Array => ArrayBuffer.isView(value) && !(value instanceof DataView);

/** A range, if the numbers are evenly spaced to the bit. */
export function rangeOf(values: ArrayLike<unknown>): Json | undefined {
  const [start, second] = [Number(values[0]), Number(values[1])];
  const step = second - start;
  const count = values.length;
  if (count < 3 || !Number.isFinite(start) || !Number.isFinite(step)) return undefined;
  for (let i = 0; i < count; i++) if (values[i] !== start + i * step) return undefined;
  return { ...(start === 0 ? {} : { start }), count, ...(step === 1 ? {} : { step }) };
}
