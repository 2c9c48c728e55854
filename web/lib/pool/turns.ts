/**
 * Who may work now: many beside one another, or one alone. In the order of asking, so that nobody waits for ever.
 */
import { abortedOf, listen, unlisten } from '../checks/options.js';

interface Waiting {
  readonly alone: boolean;
  enter(): void;
}

export class Turns {
  #working = 0;
  #alone = false;
  readonly #queue: Waiting[] = [];

  /** Resolves when it may begin, with what is to be called at the end; rejects with the signal's reason. */
  take(alone: boolean, signal: AbortSignal | undefined): Promise<() => void> {
    return new Promise((resolve, reject) => {
      if (signal && abortedOf(signal)) return reject(signal.reason);
      const onAbort = (): void => {
        this.#queue.splice(this.#queue.indexOf(waiting), 1);
        reject(signal!.reason);
        this.#next();
      };
      const waiting: Waiting = {
        alone,
        enter: () => {
          if (signal) unlisten(signal, onAbort);
          this.#working++;
          this.#alone = alone;
          resolve(() => this.#leave());
        },
      };
      if (signal) listen(signal, onAbort);
      this.#queue.push(waiting);
      this.#next();
    });
  }

  #leave(): void {
    this.#working--;
    this.#alone = false;
    this.#next();
  }

  #next(): void {
    for (let first = this.#queue[0]; first; first = this.#queue[0]) {
      if (this.#alone || (first.alone && this.#working > 0)) return;
      this.#queue.shift();
      first.enter();
    }
  }
}
