/**
 * Copies what a caller may change while the code of a call loads: numbers, lists and plain objects. Anything else is
 * passed on, for example a signal, a file or an object with methods, and what cannot be copied: reading it gives the error.
 */
import { isPlain } from './record.js';

/** Copies the numbers of any typed array; the method of Node's Buffer would share them. */
const { slice } = Uint8Array.prototype;

export function copied(value: unknown): unknown {
  try {
    return copyOf(value);
  } catch {
    return value;
  }
}

function copyOf(value: unknown, within = false): unknown {
  if (ArrayBuffer.isView(value)) return value instanceof DataView ? value : slice.call(value);
  if (value instanceof ArrayBuffer) return value.slice(0);
  if (Array.isArray(value)) return value.map((one) => copyOf(one, true));
  if (!isPlain(value)) return value;
  const properties = Object.entries(Object.getOwnPropertyDescriptors(value)).filter(([, { enumerable }]) => enumerable);
  if (properties.some(([, property]) => !('value' in property))) return value;
  if (within && properties.some(([, property]) => typeof property.value === 'function')) return value;
  return Object.fromEntries(properties.map(([name, { value: own }]) => [name, copyOf(own, true)]));
}
