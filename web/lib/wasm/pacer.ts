/**
 * Long work is done in pieces: a generator that yields where the event loop is due its turn. The pacer tells how many
 * rows the next piece should have and when that is, and reports progress; who runs the generator gives the turns
 * (`inTurns`) or none (`atOnce`).
 */
import type { Control } from '../checks/control.js';
import { throwIfAborted } from '../checks/options.js';
import { Throttle } from '../checks/throttle.js';

/** Work that yields for the event loop's turn, and gives a result. */
export type Pieces<T> = Generator<void, T, void>;

/** A piece should take about this long, so that an abort is seen within one frame. */
const pieceMs = 4;
/** The loop gets its turn after this long: with one more piece that stays under 16 ms. */
const turnMs = 10;
/** Numbers in the first piece: about 1 ms of the slowest kind of work. */
const firstNumbers = 65536;

export interface Workload {
  /** Numbers computed for one row, roughly. */
  readonly cost: number;
  /** The most rows that one call into the module may produce. */
  readonly mostRows: number;
  /** Rows of the first piece, where the cost of a row is not known beforehand. */
  readonly firstRows?: number;
  /** Fewer rows a call would be slow. */
  readonly fewestRows?: number;
  /** Pieces have a multiple of this many rows. */
  readonly multiple?: number;
  /** Milliseconds before the first turn, where what comes with it costs as much as the work. */
  readonly firstTurnMs?: number;
  /** Pieces of the same size always, where the last bits of a result depend on how it is cut. */
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

  /** Rows for the next piece, which starts now. */
  next(left: number): number {
    this.#pieceStart = performance.now();
    this.#turnStart ??= this.#pieceStart;
    return Math.min(this.#rows, left);
  }

  /** Call after each piece, and yield where it is true. */
  due(fraction: number): boolean {
    const now = performance.now();
    const took = now - this.#pieceStart;
    if (!this.work.constant && took < pieceMs / 2) this.#rows = this.#clamp(this.#rows * 2);
    if (!this.work.constant && took > pieceMs * 2) this.#rows = this.#clamp(this.#rows >> 1);
    const { onProgress } = this.control;
    if (onProgress && this.#throttle.due(fraction)) onProgress(fraction);
    if (fraction >= 1 || now - this.#turnStart! < this.#turnMs) return false;
    this.#turnMs = turnMs;
    this.#turnStart = undefined; // the time of the turn is not the next piece's
    return true;
  }

  #clamp(rows: number): number {
    const { fewestRows = 1, multiple = 1, mostRows } = this.work;
    const some = Math.min(Math.max(rows, fewestRows), mostRows);
    return Math.max(1, some > multiple ? some - (some % multiple) : some);
  }
}

/**
 * Does the work with turns for the event loop, at which an abort is noticed. `first` is called before others first have
 * theirs: at a turn, or where the work fails before it and may be done again.
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
    pieces.return(undefined as T); // of one that was left in the middle, what it holds is released
  }
}

/** Does all of the work now. */
export function atOnce<T>(pieces: Pieces<T>): T {
  for (;;) {
    const { done, value } = pieces.next();
    if (done) return value;
  }
}

/**
 * Lets other tasks run. Not setTimeout where there is another way: browsers round nested timers up to 4 ms, and to a
 * second in a hidden tab.
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
