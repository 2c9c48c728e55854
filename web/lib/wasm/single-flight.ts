/**
 * A slow start that several callers wait for.
 *
 * Concurrent callers share one start. An aborted caller leaves at once; when the last one has left, the start is
 * cancelled. A failed start is not remembered.
 */

interface Starting<T> {
  readonly made: Promise<T>;
  waiting: number;
  cancel(why: unknown): void;
}

export class SingleFlight<T> {
  #starting: Starting<T> | undefined;

  constructor(readonly make: (signal: AbortSignal) => Promise<T>) {}

  wait(...signals: readonly (AbortSignal | undefined)[]): Promise<T> {
    const given = signals.filter((signal) => signal !== undefined);
    const over = given.find(({ aborted }) => aborted);
    if (over) return Promise.reject(over.reason);
    const starting = (this.#starting ??= this.#start());
    starting.waiting++;
    return new Promise((resolve, reject) => {
      const leave = (why: unknown): void => {
        forget();
        reject(why);
        if (--starting.waiting === 0) this.#giveUp(starting, why);
      };
      const listeners = given.map((signal) => [signal, () => leave(signal.reason)] as const);
      const forget = (): void => listeners.forEach(([signal, onAbort]) => signal.removeEventListener('abort', onAbort));
      for (const [signal, onAbort] of listeners) signal.addEventListener('abort', onAbort, { once: true });
      starting.made.then(resolve, reject).finally(forget);
    });
  }

  /** Rejects all waiting callers with `why`. */
  cancel(why: unknown): void {
    if (this.#starting) this.#giveUp(this.#starting, why);
  }

  #start(): Starting<T> {
    const controller = new AbortController();
    const { signal } = controller;
    const made = new Promise<T>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      this.make(signal).then(resolve, reject);
    }).finally(() => {
      if (this.#starting === starting) this.#starting = undefined;
    });
    const starting = { made, waiting: 0, cancel: (why: unknown) => controller.abort(why) };
    return starting;
  }

  #giveUp(starting: Starting<T>, why: unknown): void {
    if (this.#starting === starting) this.#starting = undefined;
    starting.cancel(why);
  }
}
