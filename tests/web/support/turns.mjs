/**
 * How long something takes in turns of the event loop, which no busy machine makes longer: what the tests say in place
 * of milliseconds.
 */

/** Turns of this thread's event loop until `promise` settles; it has to be one whose rejection is handled elsewhere. */
export async function turnsUntil(promise) {
  let going = true;
  const end = () => (going = false);
  promise.then(end, end);
  let turns = 0;
  for (; going; turns++) await new Promise(setImmediate);
  return turns;
}
