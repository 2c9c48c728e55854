/**
 * The life of a call: throws after dispose(), reads and checks its arguments at once, and passes them to the backend
 * unless aborted. Uses the caller's memory if there is any.
 */
import type { Floats } from '../checks/arrays.js';
import type { Control } from '../checks/control.js';
import { asPosencError, PosencError } from '../checks/errors.js';
import { controlOf, readOptions, takenOver, throwIfAborted, withoutControls } from '../checks/options.js';
import type {
  Backend,
  Calls,
  MethodName,
  Methods,
  OnGpuCalls,
  OnGpuName,
  OnSpecName,
  PlannedName,
} from '../methods/calls.js';
import { computed, type Method, type OnGpuMethod, type Ready } from '../methods/method.js';
import { ownVectors } from '../methods/own-vectors.js';
import type { BlocksRequest } from '../methods/table-blocks.js';
import { targetOf } from '../requests/gpu-arguments.js';
import type { SpecOf } from '../requests/requests.js';
import type { GpuMatrix } from '../types/on-gpu.js';
import type { ComputedBlock } from '../types/posenc.js';

type Returned<M extends OnSpecName> = Calls[M]['returned'];
type MethodOf<M extends OnSpecName> = Method<Calls[M]['request'], Calls[M]['result']>;

export class Caller {
  #backend: Backend; // private at run time too: it gives access to the module's memory
  readonly #methods: Methods;
  #disposed = false;
  readonly #dropped = new FinalizationRegistry<AsyncGenerator>((blocks) => void blocks.return(undefined));

  /** @param methods the methods to call; more may be added before they are called */
  constructor(backend: Backend, methods: Methods) {
    this.#backend = backend;
    this.#methods = methods;
  }

  /** Reads the arguments with `prepare`, as the first step of a call. */
  read<T>(prepare: () => T): T {
    this.#refuseDisposed();
    return settled(prepare)();
  }

  /** Runs a method on one spec. */
  async run<M extends OnSpecName>(name: M, spec: SpecOf, given: readonly unknown[]): Promise<Returned<M>> {
    const method = this.#methodOf(name);
    const begun = this.#begin(() => method.read(spec, ...given));
    return returnedBy(method, await this.#work(name, begun), begun.request);
  }

  /** Runs a method whose request was read elsewhere; returns the raw result. */
  async ask<M extends MethodName>(name: M, prepare: () => Ready<Calls[M]['request']>): Promise<Calls[M]['result']> {
    return this.#work(name, this.#begin(prepare));
  }

  /** Runs a method on one spec synchronously, if the module is in this thread. */
  now<M extends OnSpecName>(name: M, spec: SpecOf, given: readonly unknown[]): Returned<M> {
    const method = this.#methodOf(name);
    const begun = this.#begin(() => {
      const ready = method.read(spec, ...given);
      withoutControls(ready.control);
      if (this.#backend.now) return ready;
      const text = 'calls through workers are asynchronous: leave worker and workers out of create()';
      throw new PosencError('not_defined', 'sync', text);
    });
    const { request, control } = begun;
    try {
      const result = this.#backend.now!(name as PlannedName, request as never, control) as Calls[M]['result'];
      return returnedBy(method, placed(result, begun), request);
    } catch (thrown) {
      throw asPosencError(thrown, 'working');
    }
  }

  /** Releases the backend's data of a prepared spec. */
  release(prepared: number): void {
    if (!this.#disposed) this.#backend.release(prepared);
  }

  /** Reads the arguments now, like every other call; next() reports their errors. */
  blocks(prepare: () => Ready<BlocksRequest>): AsyncIterableIterator<ComputedBlock> {
    return this.#watched(this.#blocks(settled(prepare)));
  }

  /** Runs a method whose result stays on a GPU. The options are the last element of `given`. */
  async onGpu<M extends OnGpuName>(
    name: M,
    method: OnGpuMethod<OnGpuCalls[M]>,
    given: readonly unknown[],
  ): Promise<GpuMatrix> {
    const { request, control, target } = this.read(() => {
      const entries = readOptions(given[method.takes.length], ['device', 'usage', ...method.options]);
      const request = method.read(entries, ...given);
      return { request, control: controlOf(entries), target: (method.target ?? targetOf)(entries, request) };
    });
    throwIfAborted(control.signal);
    if (!this.#backend.onGpu) {
      const { GpuBackend } = await import('../gpu/backend.js');
      if (!this.#backend.onGpu) this.#backend = new GpuBackend(this.#backend, 'wasm', undefined);
    }
    return (await this.#backend.onGpu!(name, request, target, control)) as GpuMatrix;
  }

  dispose(): void {
    this.#disposed = true;
    this.#backend.dispose();
  }

  async #work<M extends MethodName>(name: M, begun: Begun<Calls[M]['request']>): Promise<Calls[M]['result']> {
    const { request, control } = begun;
    throwIfAborted(control.signal);
    const result = await this.#backend.run(name, request, control);
    throwIfAborted(control.signal); // also if the work finished before it could notice the abort
    return placed(result, begun);
  }

  async *#blocks(ready: () => Ready<BlocksRequest>): AsyncGenerator<ComputedBlock, void, undefined> {
    this.#refuseDisposed();
    const { request, control } = ready();
    throwIfAborted(control.signal);
    for await (const block of this.#backend.blocks(request, control)) yield computed(block);
  }

  /** Closes an iterator that is dropped before its end when it is collected (best effort). */
  #watched(blocks: AsyncGenerator<ComputedBlock, void, undefined>): AsyncIterableIterator<ComputedBlock> {
    const outer: AsyncIterableIterator<ComputedBlock> = {
      next: () => blocks.next(),
      return: () => blocks.return(),
      [Symbol.asyncIterator]: () => outer,
    };
    this.#dropped.register(outer, blocks);
    return outer;
  }

  /** Takes memory over last, so that a bad argument leaves it intact. */
  #begin<Request extends object>(prepare: () => Ready<Request>): Begun<Request> {
    const { request, control, into, deliver } = this.read(prepare);
    if (!this.#backend.borrows) ownVectors(request);
    if (!into) return { request, control, given: undefined, deliver };
    const { transfer } = into;
    const view = transfer ? takenOver(into.view) : into.view;
    return {
      request: { ...request, intoLength: view.length },
      control: { ...control, into: view, transfer },
      given: transfer ? undefined : into.given,
    };
  }

  #methodOf<M extends OnSpecName>(name: M): MethodOf<M> {
    return this.#methods[name] as unknown as MethodOf<M>;
  }

  #refuseDisposed(): void {
    if (this.#disposed) throw new PosencError('disposed', '', 'dispose() was called; create() makes a new instance');
  }
}

/** A call whose arguments have been read. */
interface Begun<Request> {
  readonly request: Request;
  readonly control: Control;
  /** The caller's array for the result. */
  readonly given: Floats | undefined;
  readonly deliver?: Ready<Request>['deliver'];
}

/** Puts the result into the caller's array, if there is one. */
const placed = <R extends object>(result: R, { given, deliver }: Begun<unknown>): R =>
  deliver ? deliver(result) : given ? { ...result, data: given } : result;

function returnedBy<M extends OnSpecName>(
  { returned }: MethodOf<M>,
  result: Calls[M]['result'],
  request: Calls[M]['request'],
): Returned<M> {
  return (returned ? returned(result, request) : result) as Returned<M>;
}

/** Runs `body` now; the returned function returns its result or throws its error as a PosencError. */
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
