/**
 * The caller's side of the worker: a backend that posts requests and matches the answers by id.
 *
 * When the worker dies, every call under way fails with `worker_failed` and the next call starts a
 * new worker. An analysis cannot be left, so aborting one replaces its worker at once. Any other worker that does not
 * answer an abort is replaced after a while.
 */
import { isShared } from '../checks/arrays.js';
import type { Calls, MethodName } from '../methods/calls.js';
import { isOfRun } from '../methods/run-calls.js';
import type { Into } from '../requests/requests.js';
import type { Control } from '../checks/control.js';
import { errorAbout, fromPlain, PosencError } from '../checks/errors.js';
import { unlessAborted } from '../checks/options.js';
import type { Matrix } from '../types/posenc.js';
import { isDerived } from '../requests/analysis-input.js';
import type { RawSpec } from '../types/core.js';
import { type ModuleId, modules, usual } from '../wasm/modules.js';
import type { LoadedModule, ModuleCache } from '../wasm/module-cache.js';
import { withoutArrays, chunksOf } from './chunked-transfer.js';
import { buffersOf, type FromWorker, type Port, type ToWorker, type WorkerCalls } from './messages.js';

/** A started worker. */
export interface WorkerPort extends Port<ToWorker> {
  terminate(): void;
  /** Whether the worker should keep the process alive (Node). */
  hold(busy: boolean): void;
}
/** Starts a worker and connects it. `onFail` is told once, when it can do no more. */
export type StartWorker = (onMessage: (message: FromWorker) => void, onFail: (why: string) => void) => WorkerPort;

/** The worker was ended from here, for what another call did: this one has no part in it. */
export class WorkerReplaced extends PosencError {
  constructor() {
    super('worker_failed', '', 'the worker was replaced, because another call that it was doing was aborted');
  }
}

class NotPosted extends PosencError {
  constructor(cause: unknown) {
    super('worker_failed', '', 'the request could not be posted to the worker', { cause });
  }
}

/** A worker that is in order answers between two pieces of work, which are some tens of milliseconds. */
const graceMs = 2000;

interface Pending {
  readonly method: keyof WorkerCalls;
  resolve(result: unknown): void;
  reject(error: unknown): void;
  readonly onProgress: ((fraction: number) => void) | undefined;
  /** Tells the worker to stop the work behind this message. */
  stop(): void;
}
interface Running {
  readonly port: WorkerPort;
  readonly pending: Map<number, Pending>;
  /** Prepared specs that it was sent. */
  readonly known: Set<number>;
  /** Modules that it was sent. */
  readonly loaded: Map<ModuleId, Promise<void>>;
  /** Aborted when it can do no more. */
  readonly ended: AbortController;
}

export class WorkerClient {
  #running: Running | undefined;
  #ready: Promise<Running> | undefined;
  #disposed = false;
  #lastId = 0;

  constructor(
    readonly startWorker: StartWorker,
    readonly moduleCache: ModuleCache,
    readonly preload: readonly ModuleId[] = usual,
  ) {}

  /** Starts the worker unless it runs; resolves when it has what is to be there at once. */
  start(): Promise<Running> {
    if (this.#disposed) return Promise.reject(disposed());
    return (this.#ready ??= this.#launch().catch((error: unknown) => {
      this.#ready = undefined;
      throw error;
    }));
  }

  /** @param moved buffers of the request that may be moved to the worker instead of copied */
  async run<M extends MethodName>(
    method: M,
    request: Calls[M]['request'],
    control: Control,
    moved: ArrayBuffer[] = [],
  ): Promise<Calls[M]['result']> {
    const { into, signal } = control;
    const running = await unlessAborted(this.start(), signal);
    const loading = modulesOf(method, request).map((id) => this.#load(running, id, signal));
    await unlessAborted(Promise.all(loading), signal);
    const handed = into && (control.transfer || isShared(into)) ? into : undefined;
    const wants = { progress: control.onProgress !== undefined, into: handed };
    const transfer = control.transfer ? [...moved, ...buffersOf(handed)] : moved;
    const transferred = await this.#transferred(running, numbered(request), moved, signal);
    this.#inform(running, request as { spec?: RawSpec });
    const args = [method, transferred, wants] as WorkerCalls['run'];
    const result = await this.#ask(running, 'run', args, control, { transfer });
    if (!into || control.transfer) return result as Calls[M]['result'];
    return (
      handed ? { ...(result as Matrix), data: into } : deliver(result as Matrix, into, request as Into)
    ) as Calls[M]['result'];
  }

  release(prepared: number): void {
    if (this.#running?.known.delete(prepared)) this.#notify(this.#running, 'release', prepared);
  }

  dispose(): void {
    this.#disposed = true;
    this.#stop(this.#running, disposed());
  }

  async #launch(): Promise<Running> {
    const pending = new Map<number, Pending>();
    const running: Running = {
      pending,
      known: new Set(),
      loaded: new Map(),
      ended: new AbortController(),
      port: this.startWorker(
        (message) => this.#receive(running, message),
        (why) => this.#stop(running, failed(why)),
      ),
    };
    this.#running = running;
    try {
      await Promise.all(this.preload.map((id) => this.#load(running, id, undefined)));
      return running;
    } catch (error) {
      this.#stop(running, error);
      throw error;
    }
  }

  /** Sends a module, once. `signal` ends the wait for it. */
  async #load(running: Running, id: ModuleId, signal: AbortSignal | undefined): Promise<void> {
    const module = await this.moduleCache.module(id, running.ended.signal, signal);
    const send = async (): Promise<void> => {
      if (await this.#arrives(running, id, module)) return;
      // A module does not get to a worker of another origin, nor through some that imitate one.
      const bytes = ArrayBuffer.isView(module) ? undefined : await this.moduleCache.bytes(id, running.ended.signal);
      if (!bytes || !(await this.#arrives(running, id, bytes)))
        throw failed(`${modules[id].file} did not get there; give the bytes as modules.${id}`);
    };
    const loading = running.loaded.get(id) ?? send();
    running.loaded.set(id, loading);
    return loading.catch((error: unknown) => {
      running.loaded.delete(id);
      throw error;
    });
  }

  async #arrives(running: Running, id: ModuleId, module: LoadedModule): Promise<boolean> {
    try {
      return (await this.#ask(running, 'load', [id, module], {})) === true;
    } catch (error) {
      if (error instanceof NotPosted) return false;
      throw error;
    }
  }

  /** Tells the worker a prepared spec, once. */
  #inform(running: Running, { spec }: { spec?: RawSpec }): void {
    if (spec?.prepared === undefined) return;
    if (!running.known.has(spec.prepared)) this.#notify(running, 'prepare', spec);
    running.known.add(spec.prepared);
  }

  /** The request, whose large arrays the worker has by then. */
  async #transferred<R extends object>(
    running: Running,
    request: R,
    moved: readonly ArrayBuffer[],
    signal: AbortSignal | undefined,
  ): Promise<R> {
    const { light, arrays } = withoutArrays(request, moved);
    try {
      for (const chunk of chunksOf(arrays)) {
        const transfer = [chunk.data.buffer as ArrayBuffer];
        await this.#ask(running, 'chunk', [chunk], { signal }, { transfer });
      }
    } catch (error) {
      this.#notify(running, 'drop', [...arrays.keys()]);
      throw error;
    }
    return light;
  }

  /** Posts one message; resolves with its answer. `transfer`: what moves. */
  #ask<M extends keyof WorkerCalls>(
    running: Running,
    method: M,
    args: WorkerCalls[M],
    control: Control,
    { transfer = [] }: { transfer?: ArrayBuffer[] } = {},
  ): Promise<unknown> {
    const id = ++this.#lastId;
    if (running !== this.#running) return Promise.reject(this.#disposed ? disposed() : failed('it stopped'));
    const { signal, onProgress } = control;
    // aborted while the worker was starting: its event is over
    if (signal?.aborted) return Promise.reject(signal.reason);
    return new Promise((resolve, reject) => {
      const analyses = method === 'run' && args[0] === 'analyse';
      const stop = (): void => (analyses ? this.#replace(running) : this.#abort(running, id));
      // While the worker writes to memory that the caller holds too, the call is not over.
      const writes = control.into !== undefined && isShared(control.into);
      const onAbort = (): void => {
        if (!writes) this.#settle(running, id)?.reject(signal!.reason);
        stop();
      };
      const forget =
        <T>(then: (value: T) => void) =>
        (value: T): void => {
          signal?.removeEventListener('abort', onAbort);
          then(value);
        };
      const refuse = (error: unknown): void => reject(writes && signal?.aborted ? signal.reason : error);
      signal?.addEventListener('abort', onAbort, { once: true });
      running.pending.set(id, { method, resolve: forget(resolve), reject: forget(refuse), onProgress, stop });
      running.port.hold(true);
      try {
        running.port.post({ id, method, args } as ToWorker, transfer);
      } catch (cause) {
        this.#settle(running, id)?.reject(new NotPosted(cause));
      }
    });
  }

  /** Posts a message whose answer tells nothing. */
  #notify<M extends 'prepare' | 'release' | 'drop'>(running: Running, method: M, ...args: WorkerCalls[M]): void {
    this.#ask(running, method, args, {}).catch(() => undefined);
  }

  /** Ends a worker with all that it does, and starts another one. */
  #replace(running: Running): void {
    if (running !== this.#running) return;
    this.#stop(running, new WorkerReplaced());
    this.start().catch(() => undefined); // the next call says why
  }

  /** Stops the work behind a message; a worker that does not answer in time is replaced. */
  #abort(running: Running, id: number): void {
    const timer = setTimeout(() => this.#replace(running), graceMs);
    this.#ask(running, 'abort', [id], {})
      .catch(() => undefined)
      .finally(() => clearTimeout(timer));
  }

  #receive(running: Running, message: FromWorker): void {
    if ('unread' in message) return this.#unread(running);
    if ('progress' in message) {
      const waiting = running.pending.get(message.id);
      try {
        waiting?.onProgress?.(message.progress);
      } catch (error) {
        this.#settle(running, message.id)?.reject(error);
        waiting?.stop();
      }
      return;
    }
    const call = this.#settle(running, message.id);
    if ('error' in message) call?.reject(fromPlain(message.error));
    else call?.resolve(message.result);
  }

  /** The worker cannot tell which message it was: a module where one is on its way. */
  #unread(running: Running): void {
    const load = [...running.pending].find(([, { method }]) => method === 'load');
    if (load) this.#settle(running, load[0])?.resolve(false);
    else this.#stop(running, failed('a message could not be read there'));
  }

  /** Takes the call off the list; undefined when it was answered or aborted before. */
  #settle(running: Running, id: number): Pending | undefined {
    const call = running.pending.get(id);
    running.pending.delete(id);
    if (running.pending.size === 0) running.port.hold(false);
    return call;
  }

  #stop(running: Running | undefined, error: unknown): void {
    if (!running || running !== this.#running) return;
    this.#running = undefined;
    this.#ready = undefined;
    running.port.terminate();
    running.ended.abort(error);
    for (const call of running.pending.values()) call.reject(error);
    running.pending.clear();
  }
}

/** The request; of a prepared spec the number alone, of which the worker is told. */
function numbered<R extends object>(request: R): R {
  const { spec } = request as { spec?: RawSpec };
  if (spec?.prepared === undefined) return request;
  const { encoding, prepared } = spec;
  return { ...request, spec: { encoding, numbers: {}, arrays: {}, prepared } };
}

/** The modules that the work needs: an analysis has the first where it is of a spec's table. */
function modulesOf(method: MethodName, request: object): readonly ModuleId[] {
  if (isOfRun(request)) return ['train'];
  if (method !== 'analyse') return ['core'];
  const { inputs } = request as Calls['analyse']['request'];
  return Object.values(inputs).some(isDerived) ? ['core', 'analysis'] : ['analysis'];
}

const disposed = (): PosencError =>
  new PosencError('disposed', '', 'dispose() was called; create() makes a new instance');
const failed = (why: string): PosencError =>
  new PosencError('worker_failed', '', `the worker failed: ${why}; the next call starts a new one`);

/** Copies the worker's result into the caller's array, which may have been detached meanwhile. */
function deliver<R>(result: R & Matrix, into: NonNullable<Control['into']>, { intoLength }: Into): R {
  if (into.length !== intoLength)
    throw errorAbout('bad_argument', 'options.into', 'was detached or resized during the call');
  into.set(result.data);
  return { ...result, data: into };
}
