/**
 * Adds the abort signal and the progress callback to a call's options; functions cannot be part of a frame.
 */
import type { CallOptions, Evaluation, TrainingRun } from '../../lib/node.js';

/** Index of the options in each method of a run. */
const ofRun: Readonly<Record<string, number>> = {
  advance: 1,
  evaluate: 0,
  checkpoint: 0,
  table: 1,
  attention: 1,
  weights: 0,
  next: 0, // method of `Evaluations`
};
export const optionsOfHeld = (name: string): number | undefined =>
  Object.hasOwn(ofRun, name) ? ofRun[name] : undefined;

/** @param at index of the options; leaves invalid options for the method to reject */
export function controlled(args: readonly unknown[], at: number, control: CallOptions): unknown[] {
  const before = Array.from({ length: at }, (_, i) => args[i]);
  const options = args.length > at ? args[at] : {};
  const plain = typeof options === 'object' && options !== null && !Array.isArray(options);
  return plain ? [...before, { ...options, ...control }, ...args.slice(at + 1)] : [...args];
}

/** The evaluations of a run, each a separate call: aborting one ends them all. */
export class Evaluations {
  readonly #stop = new AbortController();
  #tell: CallOptions['onProgress'];
  readonly #each: AsyncIterableIterator<Evaluation>;

  constructor(run: TrainingRun) {
    const onProgress = (fraction: number): void => this.#tell?.(fraction);
    this.#each = run.evaluations({ signal: this.#stop.signal, onProgress });
  }

  async next({ signal, onProgress }: CallOptions = {}): Promise<IteratorResult<Evaluation>> {
    const leave = (): void => this.#stop.abort(signal?.reason);
    this.#tell = onProgress;
    signal?.addEventListener('abort', leave);
    if (signal?.aborted) leave();
    try {
      return await this.#each.next();
    } finally {
      signal?.removeEventListener('abort', leave);
    }
  }

  async close(): Promise<void> {
    await this.#each.return?.();
  }
}
