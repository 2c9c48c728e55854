/**
 * The caller's side of the worker: a backend that posts requests and matches the responses by id.
 *
 * When the worker crashes, every call in progress fails with `worker_failed` and the next call starts a new worker. An
 * analysis cannot be interrupted, so aborting one replaces its worker at once. Any other worker that ignores an abort
 * is replaced after `graceMs`.
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
  /** Sets whether the worker keeps the process alive (Node). */
  hold(busy: boolean): void;
}
/** Starts a worker and connects it. `onFail` is called once, when the worker becomes unusable. */
export type StartWorker = (onMessage: (message: FromWorker) => void, onFail: (why: string) => void) => WorkerPort;

/** The worker was terminated because of a different call; this call may be retried. */
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

/** A healthy worker responds between two pieces of work, which take some tens of milliseconds. */
const graceMs = 2000;

interface Pending {
  readonly method: keyof WorkerCalls;
  resolve(result: unknown): void;
  reject(error: unknown): void;
  readonly onProgress: ((fraction: number) => void) | undefined;
  /** Makes the worker stop the work of this message. */
  stop(): void;
}
interface Running {
  readonly port: WorkerPort;
  readonly pending: Map<number, Pending>;
  /** Numbers of the prepared specs sent to the worker. */
  readonly known: Set<number>;
  /** Modules sent to the worker. */
  readonly loaded: Map<ModuleId, Promise<void>>;
  /** Aborted when the worker becomes unusable. */
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

  /** Starts the worker unless it is running; resolves when its preloaded modules have arrived. */
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

  /** Sends a module once. `signal` ends only this wait. */
  async #load(running: Running, id: ModuleId, signal: AbortSignal | undefined): Promise<void> {
    const module = await this.moduleCache.module(id, running.ended.signal, signal);
    const send = async (): Promise<void> => {
      if (await this.#arrives(running, id, module)) return;
      // A module cannot be posted to a worker of another origin, nor through some emulated workers.
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

  /** Sends a prepared spec to the worker once. */
  #inform(running: Running, { spec }: { spec?: RawSpec }): void {
    if (spec?.prepared === undefined) return;
    if (!running.known.has(spec.prepared)) this.#notify(running, 'prepare', spec);
    running.known.add(spec.prepared);
  }

  /** Sends the large arrays; returns the request that refers to them. */
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

  /** Posts one message and resolves with its response. `transfer`: buffers to move. */
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
      const uninterrupted = method === 'run' && (args[0] === 'analyse' || args[0] === 'identify');
      const stop = (): void => (uninterrupted ? this.#replace(running) : this.#abort(running, id));
      // While the worker writes to memory shared with the caller, the call is not over.
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

  /** Posts a message without waiting for a response. */
  #notify<M extends 'prepare' | 'release' | 'drop'>(running: Running, method: M, ...args: WorkerCalls[M]): void {
    this.#ask(running, method, args, {}).catch(() => undefined);
  }

  /** Terminates a worker with all its calls, and starts a new one. */
  #replace(running: Running): void {
    if (running !== this.#running) return;
    this.#stop(running, new WorkerReplaced());
    this.start().catch(() => undefined); // the next call reports the error
  }

  /** Stops the work of a message; replaces a worker that does not respond in time. */
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

  /** The worker cannot identify the unreadable message; it is a module if one is being sent. */
  #unread(running: Running): void {
    const load = [...running.pending].find(([, { method }]) => method === 'load');
    if (load) this.#settle(running, load[0])?.resolve(false);
    else this.#stop(running, failed('a message could not be read there'));
  }

  /** Removes the call from the list; returns undefined if it was already settled. */
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

/** Returns the request; a prepared spec is reduced to its number, which the worker knows. */
function numbered<R extends object>(request: R): R {
  const { spec } = request as { spec?: RawSpec };
  if (spec?.prepared === undefined) return request;
  const { encoding, prepared } = spec;
  return { ...request, spec: { encoding, numbers: {}, arrays: {}, prepared } };
}

/** Modules that the work needs; an analysis needs the core if an input is derived from a spec. */
function modulesOf(method: MethodName, request: object): readonly ModuleId[] {
  if (isOfRun(request)) return ['train'];
  if (method === 'identify' || method === 'multimodalIds') return ['config'];
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
