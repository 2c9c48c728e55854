/** Cache of values derived from arrays: spans, copies, means. */
const found = new WeakMap<object, Map<string, unknown>>();

/** Returns the value cached for `numbers` and `what`, computing it if necessary. */
export function memo<Value>(numbers: object, what: string, make: () => Value): Value {
  const all = found.get(numbers) ?? new Map<string, unknown>();
  found.set(numbers, all);
  if (!all.has(what)) all.set(what, make());
  return all.get(what) as Value;
}

/** Clears the cache of `data` and of all lists in it, because their values may have changed. */
export function invalidate(data: unknown): void {
  if (typeof data !== 'object' || data === null) return;
  found.delete(data);
  const made = Object.getPrototypeOf(data) as unknown;
  if (made !== Object.prototype && !(Array.isArray(data) && typeof data[0] === 'object')) return;
  for (const part of Object.values(data)) invalidate(part);
}
