/**
 * Paces long work: tells how many rows the next piece should have, gives the event loop its turn,
 * looks at the abort signal and reports progress.
 */
import type { Control } from './calls.js';
import { throwIfAborted } from './options.js';

/** A piece should take about this long, so that an abort is seen within one frame. */
const pieceMs = 4;
/** The loop gets its turn after this long: with one more piece that stays under 16 ms. */
const turnMs = 10;
/** Progress is reported at most this often: 60 times a second. */
const progressMs = 16;
/** Numbers in the first piece: about 1 ms of the slowest kind of work. */
const firstNumbers = 65536;

export interface Work {
  /** Numbers computed for one row, roughly. */
  readonly cost: number;
  /** The most rows that one call into the module may produce. */
  readonly mostRows: number;
  /** Rows of the first piece, where the cost of a row is not known beforehand. */
  readonly firstRows?: number;
  /** Fewer rows a call would be slow. */
  readonly fewestRows?: number;
  /** Pieces of the same size always, where the last bits of a result depend on how it is cut. */
  readonly constant?: boolean;
}

export class Pacer {
  #rows: number;
  #pieceStart = performance.now();
  #turnStart = this.#pieceStart;
  #lastProgress = this.#pieceStart;

  constructor(
    readonly work: Work,
    readonly control: Control,
  ) {
    this.#rows = this.#clamp(work.firstRows ?? Math.floor(firstNumbers / Math.max(work.cost, 1)));
    throwIfAborted(control.signal);
  }

  /** Rows for the next piece, which starts now. */
  next(left: number): number {
    this.#pieceStart = performance.now();
    return Math.min(this.#rows, left);
  }

  /** Call after each piece. Resolves at once unless the loop is due its turn. */
  async done(fraction: number): Promise<void> {
    const now = performance.now();
    const took = now - this.#pieceStart;
    if (!this.work.constant && took < pieceMs / 2) this.#rows = this.#clamp(this.#rows * 2);
    if (!this.work.constant && took > pieceMs * 2) this.#rows = this.#clamp(this.#rows >> 1);
    const { onProgress, signal } = this.control;
    if (onProgress && (fraction >= 1 || now - this.#lastProgress >= progressMs)) {
      this.#lastProgress = now;
      onProgress(fraction);
    }
    if (now - this.#turnStart < turnMs) return;
    await turn();
    this.#turnStart = performance.now();
    throwIfAborted(signal);
  }

  #clamp(rows: number): number {
    const { fewestRows = 1, mostRows } = this.work;
    return Math.max(1, Math.min(Math.max(rows, fewestRows), mostRows));
  }
}

/**
 * Lets other tasks run. Not setTimeout: browsers round nested timers up to 4 ms, and to a second in
 * a hidden tab.
 */
export function turn(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof setImmediate === 'function') {
      setImmediate(resolve);
      return;
    }
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
