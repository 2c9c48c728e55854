/**
 * Durations in turns of the event loop, which do not depend on the load of the machine: tests use them instead of
 * milliseconds.
 */

/** Turns of this thread's event loop until `promise` settles; the caller must handle its rejection. */
export async function turnsUntil(promise) {
  let going = true;
  const end = () => (going = false);
  promise.then(end, end);
  let turns = 0;
  for (; going; turns++) await new Promise(setImmediate);
  return turns;
}
