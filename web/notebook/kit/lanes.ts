/** Processes a list with several lanes. The first error aborts the rest and is thrown when all have ended. */
export async function inLanes<T>(
  lanes: number,
  items: readonly T[],
  signal: AbortSignal,
  work: (item: T, index: number, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const stop = new AbortController();
  const abort = (): void => stop.abort(signal.reason);
  signal.addEventListener('abort', abort);
  if (signal.aborted) abort();
  const queue = [...items.entries()];
  const lane = async (): Promise<void> => {
    try {
      for (let next = queue.shift(); next; next = queue.shift()) await work(next[1], next[0], stop.signal);
    } catch (error) {
      stop.abort(error);
      throw error;
    }
  };
  try {
    const ended = await Promise.allSettled(Array.from({ length: Math.min(lanes, items.length) }, lane));
    const failed = ended.find((one) => one.status === 'rejected');
    if (failed) throw stop.signal.reason;
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
