/**
 * A string that identifies a value, to detect changes. Long lists of numbers (tables of a checkpoint) are compared by
 * identity, because serialising a million numbers would block the page.
 */
const long = 256;
const names = new WeakMap<object, number>();
let serial = 0;

export function keyOf(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) => (isLongList(inner) ? `list ${nameOf(inner)}` : inner));
}

export function isLongList(value: unknown, limit = long): value is ArrayLike<number> & object {
  return (Array.isArray(value) || ArrayBuffer.isView(value)) && (value as unknown as ArrayLike<number>).length > limit;
}

function nameOf(list: object): number {
  const known = names.get(list) ?? ++serial;
  names.set(list, known);
  return known;
}
