/**
 * A call shared by several workers, with one plan in each, one progress and one end.
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
  /** The spec of all parts; each worker plans it once. */
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

  /** Rejects all work in progress with this reason. */
  stop(reason: unknown): void {
    this.#stop.abort(reason);
  }

  /** Throws if the caller ended the call by an abort or by an exception from its progress function. */
  checkCaller(): void {
    throwIfAborted(this.control.signal);
    if (this.#fault) throw this.#fault.error;
  }

  #check(): void {
    if (this.#stopped) throw this.#stop.signal.reason;
  }

  /** Runs one part on one worker. `prepare` creates its request for each attempt, as its memory may be moved. */
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

  /** Releases the workers' plans, unless the caller prepared them, and the caller's signal. */
  end(): void {
    this.control.signal?.removeEventListener('abort', this.#onAbort);
    if (this.#own !== undefined) for (const { client } of this.#used) client.release(this.#own);
  }

  /** An exception from the caller's progress function ends the call in all workers. */
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
