/**
 * A read-write lock: shared by many holders or held by one. Granted in the order of requests, so none starves.
 */

interface Waiting {
  readonly exclusive: boolean;
  grant(): void;
}

export class ReadWriteLock {
  #holders = 0;
  #isExclusive = false;
  readonly #queue: Waiting[] = [];

  /** Resolves with the function that releases it; rejects with the signal's reason. */
  acquire(exclusive: boolean, signal: AbortSignal | undefined): Promise<() => void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const onAbort = (): void => {
        this.#queue.splice(this.#queue.indexOf(waiting), 1);
        reject(signal!.reason);
        this.#next();
      };
      const waiting: Waiting = {
        exclusive,
        grant: () => {
          signal?.removeEventListener('abort', onAbort);
          this.#holders++;
          this.#isExclusive = exclusive;
          resolve(() => this.#release());
        },
      };
      signal?.addEventListener('abort', onAbort, { once: true });
      this.#queue.push(waiting);
      this.#next();
    });
  }

  #release(): void {
    this.#holders--;
    this.#isExclusive = false;
    this.#next();
  }

  #next(): void {
    for (let first = this.#queue[0]; first; first = this.#queue[0]) {
      if (this.#isExclusive || (first.exclusive && this.#holders > 0)) return;
      this.#queue.shift();
      first.grant();
    }
  }
}
