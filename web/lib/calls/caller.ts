/**
 * The life of a call: refused after dispose(), its arguments read and checked at once, handed to the backend unless it
 * was aborted, its memory that of the caller where there is some.
 */
import type { Floats } from '../checks/arrays.js';
import type { Control } from '../checks/control.js';
import { asPosencError, errorAbout, PosencError } from '../checks/errors.js';
import { controlOf, readOptions, takenOver, throwIfAborted } from '../checks/options.js';
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
  #backend: Backend; // private at run time, too: behind it lies the module's memory
  readonly #methods: Methods;
  #disposed = false;
  readonly #dropped = new FinalizationRegistry<AsyncGenerator>((blocks) => void blocks.return(undefined));

  /** @param methods those that will be called; more may come into it before they are */
  constructor(backend: Backend, methods: Methods) {
    this.#backend = backend;
    this.#methods = methods;
  }

  /** What `prepare` reads from the arguments, as the first thing of a call. */
  read<T>(prepare: () => T): T {
    this.#refuseDisposed();
    return settled(prepare)();
  }

  /** A method on one spec. */
  async run<M extends OnSpecName>(name: M, spec: SpecOf, given: readonly unknown[]): Promise<Returned<M>> {
    const method = this.#methodOf(name);
    const begun = this.#begin(() => method.read(spec, ...given));
    return returnedBy(method, await this.#work(name, begun), begun.request);
  }

  /** What was read otherwise: the result as it is. */
  async ask<M extends MethodName>(name: M, prepare: () => Ready<Calls[M]['request']>): Promise<Calls[M]['result']> {
    return this.#work(name, this.#begin(prepare));
  }

  /** A method on one spec without a promise, where the module is in this thread. */
  now<M extends OnSpecName>(name: M, spec: SpecOf, given: readonly unknown[]): Returned<M> {
    const method = this.#methodOf(name);
    const begun = this.#begin(() => {
      const ready = withoutControls(method.read(spec, ...given));
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

  /** Releases what the backend keeps of a prepared spec. */
  release(prepared: number): void {
    if (!this.#disposed) this.#backend.release(prepared);
  }

  /** Arguments are read now, as by every other call; what is wrong with them, next() tells. */
  blocks(prepare: () => Ready<BlocksRequest>): AsyncIterableIterator<ComputedBlock> {
    return this.#watched(this.#blocks(settled(prepare)));
  }

  /** A method whose result stays on a GPU. The options are the last of what is given. */
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
    throwIfAborted(control.signal); // also where the work was done before it could notice
    return placed(result, begun);
  }

  async *#blocks(ready: () => Ready<BlocksRequest>): AsyncGenerator<ComputedBlock, void, undefined> {
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

/** A call whose arguments were read. */
interface Begun<Request> {
  readonly request: Request;
  readonly control: Control;
  /** The caller's array, where the result is to be. */
  readonly given: Floats | undefined;
  readonly deliver?: Ready<Request>['deliver'];
}

/** The result in the caller's own array, where he gave one. */
const placed = <R extends object>(result: R, { given, deliver }: Begun<unknown>): R =>
  deliver ? deliver(result) : given ? { ...result, data: given } : result;

function returnedBy<M extends OnSpecName>(
  { returned }: MethodOf<M>,
  result: Calls[M]['result'],
  request: Calls[M]['request'],
): Returned<M> {
  return (returned ? returned(result, request) : result) as Returned<M>;
}

/** Options that a call without a turn for others cannot use are refused. */
function withoutControls<R extends { readonly control: Control }>(ready: R): R {
  for (const name of ['signal', 'onProgress'] as const) {
    if (ready.control[name] === undefined) continue;
    throw errorAbout('bad_argument', `options.${name}`, 'has no effect in a synchronous call');
  }
  return ready;
}

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
