/**
 * Recognises typed arrays by their internal slot, so that other realms and a forged `Symbol.toStringTag` do not matter.
 */

/** 'Float64Array' and so on; undefined for anything that is not a typed array. */
export function typedArrayName(value: unknown): string | undefined {
  if (!ArrayBuffer.isView(value)) return undefined;
  const prototype = Object.getPrototypeOf(Float64Array.prototype) as object;
  const getter = Object.getOwnPropertyDescriptor(prototype, Symbol.toStringTag)?.get;
  return getter?.call(value) as string | undefined; // undefined for a DataView
}
