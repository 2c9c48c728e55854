/**
 * Long work runs in chunks: a generator yields when the event loop should run. The pacer returns the size of the next
 * chunk, decides when to yield, and reports progress. The generator is run asynchronously (`inTurns`) or at once
 * (`atOnce`).
 */
import type { Control } from '../checks/control.js';
import { throwIfAborted } from '../checks/options.js';
import { Throttle } from '../checks/throttle.js';

/** Work that yields to the event loop, and returns a result. */
export type Pieces<T> = Generator<void, T, void>;

/** Target time of a chunk, so that an abort is noticed within one frame. */
const pieceMs = 4;
/** Yield to the event loop after this many ms; with one more chunk that stays under 16 ms. */
const turnMs = 10;
/** Values in the first chunk: about 1 ms of the slowest kind of work. */
const firstNumbers = 65536;

export interface Workload {
  /** Approximate number of values computed per row. */
  readonly cost: number;
  /** Maximum rows of one call into the module. */
  readonly mostRows: number;
  /** Rows of the first chunk, if the cost of a row is unknown. */
  readonly firstRows?: number;
  /** Minimum rows per call for good speed. */
  readonly fewestRows?: number;
  /** Chunks have a multiple of this many rows. */
  readonly multiple?: number;
  /** Milliseconds before the first yield, if yielding costs as much as the work. */
  readonly firstTurnMs?: number;
  /** Keeps the chunk size constant, if the last bits of a result depend on it. */
  readonly constant?: boolean;
}

export class Pacer {
  #rows: number;
  #pieceStart = performance.now();
  #turnStart: number | undefined = this.#pieceStart;
  readonly #throttle = new Throttle();
  #turnMs: number;

  constructor(
    readonly work: Workload,
    readonly control: Control,
  ) {
    this.#turnMs = work.firstTurnMs ?? turnMs;
    this.#rows = this.#clamp(work.firstRows ?? Math.floor(firstNumbers / Math.max(work.cost, 1)));
    throwIfAborted(control.signal);
  }

  /** Returns the rows of the next chunk, which starts now. */
  next(left: number): number {
    this.#pieceStart = performance.now();
    this.#turnStart ??= this.#pieceStart;
    return Math.min(this.#rows, left);
  }

  /** Call after each chunk, and yield if it returns true: at once if the progress function aborted. */
  due(fraction: number): boolean {
    const now = performance.now();
    const took = now - this.#pieceStart;
    if (!this.work.constant && took < pieceMs / 2) this.#rows = this.#clamp(this.#rows * 2);
    if (!this.work.constant && took > pieceMs * 2) this.#rows = this.#clamp(this.#rows >> 1);
    const { onProgress, signal } = this.control;
    if (onProgress && this.#throttle.due(fraction)) onProgress(fraction);
    if (fraction >= 1 || (now - this.#turnStart! < this.#turnMs && !signal?.aborted)) return false;
    this.#turnMs = turnMs;
    this.#turnStart = undefined; // the time of the yield does not count for the next chunk
    return true;
  }

  #clamp(rows: number): number {
    const { fewestRows = 1, multiple = 1, mostRows } = this.work;
    const some = Math.min(Math.max(rows, fewestRows), mostRows);
    return Math.max(1, some > multiple ? some - (some % multiple) : some);
  }
}

/**
 * Runs the work with yields to the event loop, at which aborts are noticed. `first` is called before the first yield,
 * or if the work fails before it and may be repeated.
 */
export async function inTurns<T>(pieces: Pieces<T>, signal: AbortSignal | undefined, first?: () => void): Promise<T> {
  try {
    for (let done = pieces.next(); ; done = pieces.next()) {
      if (done.done) return done.value;
      first?.();
      first = undefined;
      await turn();
      throwIfAborted(signal);
    }
  } catch (error) {
    first?.();
    throw error;
  } finally {
    pieces.return(undefined as T); // releases resources of unfinished work
  }
}

/** Runs all of the work synchronously. */
export function atOnce<T>(pieces: Pieces<T>): T {
  for (;;) {
    const { done, value } = pieces.next();
    if (done) return value;
  }
}

/**
 * Lets other tasks run. Avoids setTimeout if possible: browsers round nested timers up to 4 ms, and to a second in a
 * hidden tab.
 */
export function turn(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof setImmediate === 'function') {
      setImmediate(resolve);
      return;
    }
    if (typeof MessageChannel !== 'function') {
      setTimeout(resolve); // jsdom
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
