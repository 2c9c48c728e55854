/**
 * Yields to the event loop if the current task has been long; called before each piece of potentially long work.
 * Waiting callers continue in order.
 */
const longestMs = 12;

let begun = 0;
let last: Promise<void> = Promise.resolve();

export function paced(): Promise<void> {
  last = last.then(async () => {
    if (performance.now() - begun < longestMs) return;
    await new Promise((done) => setTimeout(done));
    begun = performance.now();
  });
  return last;
}
