/**
 * Typed arrays are recognised by their internal slot, so that neither another realm nor a forged
 * `Symbol.toStringTag` matters.
 */

/** 'Float64Array' and so on; undefined for anything that is not a typed array. */
export function typedArrayName(value: unknown): string | undefined {
  if (!ArrayBuffer.isView(value)) return undefined;
  const prototype = Object.getPrototypeOf(Float64Array.prototype) as object;
  const getter = Object.getOwnPropertyDescriptor(prototype, Symbol.toStringTag)?.get;
  return getter?.call(value) as string | undefined; // undefined for a DataView
}
