/**
 * Orders the calls of a stream. The next frames are read while a call runs, since one may abort it:
 *
 * { "abort": 3 } is the third call of this stream; it is ignored once that call is finished.
 */
import type { Frame } from './frame.js';

export interface Asked {
  readonly frame: Frame;
  readonly signal: AbortSignal;
}

export class UnderWay {
  /** Unfinished calls by their number in the stream. */
  readonly #open = new Map<number, AbortController>();
  readonly #waiting: Asked[] = [];
  #ended: { readonly error?: unknown } | undefined;
  #wake: () => void = () => undefined;

  constructor(frames: AsyncIterable<Frame>) {
    void this.#read(frames);
  }

  /** Requesting the next call marks the previous one as finished. */
  async *calls(): AsyncGenerator<Asked, void, undefined> {
    for (let number = 1; ; number++) {
      while (this.#waiting.length === 0) {
        if (this.#ended && 'error' in this.#ended) throw this.#ended.error;
        if (this.#ended) return;
        await new Promise<void>((resolve) => (this.#wake = resolve));
      }
      yield this.#waiting.shift()!;
      this.#open.delete(number);
    }
  }

  async #read(frames: AsyncIterable<Frame>): Promise<void> {
    let count = 0;
    try {
      for await (const frame of frames) {
        const { abort } = frame.head as { abort?: unknown };
        if (abort !== undefined) this.#open.get(abort as number)?.abort();
        else {
          const controller = new AbortController();
          this.#open.set(++count, controller);
          this.#waiting.push({ frame, signal: controller.signal });
        }
        this.#wake();
      }
      this.#ended = {};
    } catch (error) {
      this.#ended = { error };
    }
    this.#wake();
  }
}
