/**
 * The life of a call: refused after dispose(), its arguments read and checked at once, handed to the backend unless it
 * was aborted, its memory that of the caller where there is some.
 */
import type { Ready } from './requests/arguments.js';
import type {
  Backend,
  BlocksRequest,
  Calls,
  Computed,
  Method,
  OnGpuCalls,
  OnGpuMethod,
  OnGpuTarget,
  PlannedMethod,
} from './requests/calls.js';
import type { Control } from './checks/control.js';
import { asPosencError, PosencError } from './checks/errors.js';
import { targetOf } from './requests/gpu-arguments.js';
import type { GpuDevice, GpuMatrix, OnGpuOptions } from './types/on-gpu.js';
import { controlOf, readOptions, takenOver, throwIfAborted } from './checks/options.js';
import type { ComputedBlock, ComputedBy } from './types/posenc.js';
import type { Entries } from './checks/record.js';
import { ownVectors } from './requests/own-vectors.js';

export class Caller {
  #backend: Backend; // private at run time, too: behind it lies the module's memory
  #disposed = false;
  readonly #dropped = new FinalizationRegistry<AsyncGenerator>((blocks) => void blocks.return(undefined));

  constructor(backend: Backend) {
    this.#backend = backend;
  }

  /** What `prepare` reads from the arguments, as the first thing of a call. */
  read<T>(prepare: () => T): T {
    this.#refuseDisposed();
    return settled(prepare)();
  }

  async run<M extends Method>(method: M, prepare: () => Ready<M>): Promise<Calls[M]['result']> {
    const { request, control, given } = this.#begin(prepare);
    throwIfAborted(control.signal);
    const result = await this.#backend.run(method, request, control);
    throwIfAborted(control.signal); // also where the work was done before it could notice
    return given ? { ...result, data: given } : result;
  }

  /** The same without a promise, where the module is in this thread. */
  now<M extends PlannedMethod>(method: M, prepare: () => Ready<M>): Calls[M]['result'] {
    const { request, control, given } = this.#begin(() => {
      const ready = withoutControls(prepare());
      if (this.#backend.now) return ready;
      const text = 'calls through workers are asynchronous: leave worker and workers out of create()';
      throw new PosencError('not_defined', 'sync', text);
    });
    try {
      const result = this.#backend.now!(method, request, control);
      return given ? { ...result, data: given } : result;
    } catch (thrown) {
      throw asPosencError(thrown, 'working');
    }
  }

  /** Releases what the backend keeps of a prepared spec. */
  release(prepared: number): void {
    if (!this.#disposed) this.#backend.release(prepared);
  }

  /** Arguments are read now, as by every other call; what is wrong with them, next() tells. */
  blocks(prepare: () => ReadyBlocks): AsyncIterableIterator<ComputedBlock> {
    return this.#watched(this.#blocks(settled(prepare)));
  }

  /**
   * A call whose result stays on a GPU.
   * @param names of its own options
   */
  async onGpu<M extends OnGpuMethod, D extends GpuDevice>(
    method: M,
    options: OnGpuOptions<D> | undefined,
    names: readonly string[],
    prepare: (entries: Entries) => OnGpuCalls[M],
    place: (entries: Entries, request: OnGpuCalls[M]) => OnGpuTarget = targetOf,
  ): Promise<GpuMatrix<D>> {
    const { request, control, target } = this.read(() => {
      const entries = readOptions(options, ['device', 'usage', ...names]);
      const request = prepare(entries);
      return { request, control: controlOf(entries), target: place(entries, request) };
    });
    throwIfAborted(control.signal);
    if (!this.#backend.onGpu) {
      const { GpuBackend } = await import('./gpu/backend.js');
      if (!this.#backend.onGpu) this.#backend = new GpuBackend(this.#backend, 'wasm', undefined);
    }
    return (await this.#backend.onGpu!(method, request, target, control)) as GpuMatrix<D>;
  }

  dispose(): void {
    this.#disposed = true;
    this.#backend.dispose();
  }

  async *#blocks(ready: () => ReadyBlocks): AsyncGenerator<ComputedBlock, void, undefined> {
    this.#refuseDisposed();
    const { request, control } = ready();
    throwIfAborted(control.signal);
    for await (const block of this.#backend.blocks(request, control)) yield computed(block);
  }

  /** An iterator that is dropped before its end is closed when it is collected: a net, not a promise. */
  #watched(blocks: AsyncGenerator<ComputedBlock, void, undefined>): AsyncIterableIterator<ComputedBlock> {
    const outer: AsyncIterableIterator<ComputedBlock> = {
      next: () => blocks.next(),
      return: () => blocks.return(),
      [Symbol.asyncIterator]: () => outer,
    };
    this.#dropped.register(outer, blocks);
    return outer;
  }

  /** Memory is taken over last, so that a bad argument leaves it. */
  #begin<M extends Method>(prepare: () => Ready<M>) {
    const { request, control, into } = this.read(prepare);
    if (!this.#backend.borrows) ownVectors(request);
    if (!into) return { request, control, given: undefined };
    const { transfer } = into;
    const view = transfer ? takenOver(into.view) : into.view;
    return {
      request: { ...request, intoLength: view.length },
      control: { ...control, into: view, transfer },
      given: transfer ? undefined : into.given,
    };
  }

  #refuseDisposed(): void {
    if (this.#disposed) throw new PosencError('disposed', '', 'dispose() was called; create() makes a new instance');
  }
}

interface ReadyBlocks {
  readonly request: BlocksRequest;
  readonly control: Control;
}

/** Options that a call without a turn for others cannot use are refused. */
function withoutControls<R extends { readonly control: Control }>(ready: R): R {
  for (const name of ['signal', 'onProgress'] as const) {
    if (ready.control[name] === undefined) continue;
    const field = `options.${name}`;
    throw new PosencError('bad_argument', field, `${field} has no effect in a synchronous call`);
  }
  return ready;
}

/** Says what computed it. */
export const computed = <T>(made: Computed<T>): T & { readonly backend: ComputedBy } => ({ backend: 'wasm', ...made });

/** Runs `body` now; the function returned gives its result or throws its error, as a PosencError. */
function settled<T>(body: () => T): () => T {
  try {
    const value = body();
    return () => value;
  } catch (thrown) {
    const error = asPosencError(thrown, 'reading the arguments');
    return () => {
      throw error;
    };
  }
}
