/**
 * A turn for the event loop where the one under way has been long: before each piece of work of which a notebook from
 * elsewhere may have much. Those who wait go on in their order.
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
