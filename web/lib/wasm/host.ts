/**
 * Keeps one instance of a module: started when it is first needed, thrown away by a trap, and then started again.
 *
 * Callers that wait for the same start share it. One that aborts leaves at once; when the last has left, the start
 * itself is given up. A start that failed is not remembered.
 */
import { PosencError, fromRaw, reason } from '../checks/errors.js';
import { abortedOf, listen, unlisten } from '../checks/options.js';
import type { RawError } from '../types/core.js';
import type { Make } from './load.js';
import { isRawError } from './job.js';

/** The instance is gone for what another call did: the engine does this one again. */
export class Interrupted extends PosencError {
  constructor() {
    super('internal', '', 'the WebAssembly module stopped during another call');
  }
}

/** Calls into one instance; one that stopped has no handles left to end. */
export interface Instance<M> {
  call<T extends object | number | void>(body: (module: M) => T | RawError): T;
  alive(): boolean;
}
interface Starting<M> {
  readonly instance: Promise<Instance<M>>;
  waiting: number;
  cancel(why: unknown): void;
}

/** wasm/memory.hpp */
export interface MemoryBound {
  /** Whether an allocation has failed, which ends an instance. */
  memoryEnded(): boolean;
}

export class ModuleHost<M extends MemoryBound> {
  #current: Instance<M> | undefined;
  #starting: Starting<M> | undefined;
  #disposed = false;

  constructor(readonly make: Make<M>) {}

  /** The instance, where it is there. */
  now(): Instance<M> | undefined {
    return this.#disposed ? undefined : this.#current;
  }

  ready(signal?: AbortSignal): Promise<Instance<M>> {
    if (this.#disposed) return Promise.reject(disposed());
    if (signal && abortedOf(signal)) return Promise.reject(signal.reason);
    if (this.#current) return Promise.resolve(this.#current);
    const starting = (this.#starting ??= this.#start());
    starting.waiting++;
    return new Promise((resolve, reject) => {
      const onAbort = (): void => {
        reject(signal!.reason);
        if (--starting.waiting === 0) this.#giveUp(starting, signal!.reason);
      };
      if (signal) listen(signal, onAbort);
      starting.instance.then(resolve, reject).finally(() => signal && unlisten(signal, onAbort));
    });
  }

  dispose(): void {
    this.#disposed = true;
    this.#current = undefined;
    if (this.#starting) this.#giveUp(this.#starting, disposed());
  }

  #start(): Starting<M> {
    const controller = new AbortController();
    const { signal } = controller;
    const made = new Promise<M>((resolve, reject) => {
      listen(signal, () => reject(signal.reason));
      this.make(signal).then(resolve, reject);
    });
    const instance = made
      .then((module) => (this.#current = this.#connect(module)))
      .finally(() => {
        if (this.#starting === starting) this.#starting = undefined;
      });
    const starting = { instance, waiting: 0, cancel: (why: unknown) => controller.abort(why) };
    return starting;
  }

  #giveUp(starting: Starting<M>, why: unknown): void {
    if (this.#starting === starting) this.#starting = undefined;
    starting.cancel(why);
  }

  #connect(module: M): Instance<M> {
    const instance: Instance<M> = {
      alive: () => instance === this.#current,
      call: (body) => {
        if (this.#disposed) throw disposed();
        if (!instance.alive()) throw new Interrupted();
        let result: ReturnType<typeof body>;
        try {
          result = body(module);
        } catch (cause) {
          if (cause instanceof PosencError) throw cause; // of ours, before or after the module was asked
          this.#current = undefined;
          if (endedForMemory(module)) {
            const text = 'the WebAssembly module has no memory left; the next call starts a new one';
            throw new PosencError('out_of_memory', '', text, { cause });
          }
          const text = `the WebAssembly module stopped (${reason(cause)}); the next call starts a new one`;
          throw new PosencError('internal', '', text, { cause });
        }
        if (isRawError(result)) throw fromRaw(result);
        return result;
      },
    };
    return instance;
  }
}

/** What the module noted before it stopped; the functions of an instance that trapped can still be called. */
function endedForMemory(module: MemoryBound): boolean {
  try {
    return module.memoryEnded();
  } catch {
    return false;
  }
}

const disposed = (): PosencError =>
  new PosencError('disposed', '', 'dispose() was called; create() makes a new instance');
