/** What charts found out about numbers, kept with them: spans, copies, means. */
const found = new WeakMap<object, Map<string, unknown>>();

/** Made once for `what` of these numbers, until they are forgotten. */
export function memo<Value>(numbers: object, what: string, make: () => Value): Value {
  const all = found.get(numbers) ?? new Map<string, unknown>();
  found.set(numbers, all);
  if (!all.has(what)) all.set(what, make());
  return all.get(what) as Value;
}

/** Of all lists in `data`, and of itself: their numbers may be others now. */
export function invalidate(data: unknown): void {
  if (typeof data !== 'object' || data === null) return;
  found.delete(data);
  const made = Object.getPrototypeOf(data) as unknown;
  if (made !== Object.prototype && !(Array.isArray(data) && typeof data[0] === 'object')) return;
  for (const part of Object.values(data)) invalidate(part);
}
