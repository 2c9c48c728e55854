/**
 * A call on which several workers work: one plan in each of them, one progress, and one end for all.
 */
import type { Calls, MethodName } from '../methods/calls.js';
import type { Control } from '../checks/control.js';
import { throwIfAborted } from '../checks/options.js';
import type { RawSpec } from '../types/core.js';
import type { PoolWorker, PoolWorkers } from './workers.js';
import { newNumber } from '../requests/prepared-number.js';
import { Progress } from './progress.js';

export class JointCall {
  readonly #stop = new AbortController();
  /** The spec of all parts, one plan in each worker. */
  readonly spec: RawSpec;
  readonly #own: number | undefined;
  readonly #used = new Set<PoolWorker>();
  readonly #progress: Progress | undefined;
  #fault: { readonly error: unknown } | undefined;
  readonly #onAbort = (): void => this.stop(this.control.signal!.reason);

  constructor(
    readonly workers: PoolWorkers,
    readonly control: Control,
    spec: RawSpec,
    rows: number,
  ) {
    this.spec = spec.prepared === undefined ? { ...spec, prepared: newNumber() } : spec;
    if (spec.prepared === undefined) this.#own = this.spec.prepared;
    const { signal, onProgress } = control;
    if (onProgress) this.#progress = new Progress(rows, onProgress);
    if (!signal) return;
    if (signal.aborted) this.#onAbort();
    else signal.addEventListener('abort', this.#onAbort, { once: true });
  }

  get #stopped(): boolean {
    return this.#stop.signal.aborted;
  }

  /** Stops what is under way: it rejects with this reason. */
  stop(reason: unknown): void {
    this.#stop.abort(reason);
  }

  /** Throws where the caller has ended the call: by an abort, or by what the progress function threw. */
  checkCaller(): void {
    throwIfAborted(this.control.signal);
    if (this.#fault) throw this.#fault.error;
  }

  #check(): void {
    if (this.#stopped) throw this.#stop.signal.reason;
  }

  /** One part on one worker. `prepare` makes its request for each attempt, as its memory may be moved. */
  async run<M extends MethodName>(
    worker: PoolWorker,
    method: M,
    { rows, first }: { readonly first: number; readonly rows: number },
    prepare: () => { request: Calls[M]['request']; control?: Control; moved?: ArrayBuffer[] },
  ): Promise<Calls[M]['result']> {
    this.#used.add(worker);
    const progress = this.#progress?.part(rows);
    const onProgress = progress && ((fraction: number) => this.#report(() => progress.show(fraction)));
    const what = `${method}, rows ${first} to ${first + rows - 1},`;
    const result = await this.workers.onFreshWorker(worker, what, this.#stop.signal, (client) => {
      this.#check();
      const { request, control, moved } = prepare();
      return client.run(method, request, { ...control, signal: this.#stop.signal, onProgress }, moved);
    });
    if (progress) this.#report(() => progress.finish());
    this.#check();
    return result;
  }

  /** The workers release the plan, unless the caller has prepared it; his signal is let go. */
  end(): void {
    this.control.signal?.removeEventListener('abort', this.#onAbort);
    if (this.#own !== undefined) for (const { client } of this.#used) client.release(this.#own);
  }

  /** What the caller's progress function throws ends the call, in all workers. */
  #report(report: () => void): void {
    if (this.#stopped) return;
    try {
      report();
    } catch (error) {
      this.#fault = { error };
      this.stop(error);
    }
  }
}
