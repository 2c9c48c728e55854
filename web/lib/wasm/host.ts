/** Keeps one instance of a module: started on first use, discarded after a trap, and then restarted. */
import { PosencError, fromRaw, reason } from '../checks/errors.js';
import { throwIfAborted } from '../checks/options.js';
import type { RawError } from '../types/core.js';
import { isRawError } from './plan.js';
import type { Make } from './modules.js';
import { SingleFlight } from './single-flight.js';

/** The instance was ended by another call; the engine repeats this one. */
export class Interrupted extends PosencError {
  constructor() {
    super('internal', '', 'the WebAssembly module stopped during another call');
  }
}

/** Calls into one instance; a stopped instance has no handles to release. */
export interface Instance<M> {
  call<T extends object | number | void>(body: (module: M) => T | RawError): T;
  alive(): boolean;
}

/** wasm/memory.hpp */
export interface MemoryBound {
  /** true after a failed allocation, which makes the instance unusable. */
  memoryEnded(): boolean;
}

export class ModuleHost<M extends MemoryBound> {
  #current: Instance<M> | undefined;
  #module: M | undefined;
  readonly #start: SingleFlight<Instance<M>>;
  #disposed = false;

  constructor(make: Make<M>) {
    this.#start = new SingleFlight(async (signal) => {
      const module = await make(signal);
      throwIfAborted(signal); // discards an aborted start
      return (this.#current = this.#connect(module));
    });
  }

  /** The instance, if started. */
  now(): Instance<M> | undefined {
    return this.#disposed ? undefined : this.#current;
  }

  ready(signal?: AbortSignal): Promise<Instance<M>> {
    if (this.#disposed) return Promise.reject(disposed());
    if (signal?.aborted) return Promise.reject(signal.reason);
    if (this.#current) return Promise.resolve(this.#current);
    return this.#start.wait(signal);
  }

  dispose(): void {
    this.#disposed = true;
    this.#invalidate();
    this.#start.cancel(disposed());
  }

  /** Drops all references, because a module's memory is freed only then; calls and plans keep no others. */
  #invalidate(): void {
    this.#current = undefined;
    this.#module = undefined;
  }

  #connect(started: M): Instance<M> {
    this.#module = started;
    const instance: Instance<M> = {
      alive: () => instance === this.#current,
      call: (body) => {
        if (this.#disposed) throw disposed();
        if (!instance.alive()) throw new Interrupted();
        const module = this.#module!;
        let result: ReturnType<typeof body>;
        try {
          result = body(module);
        } catch (cause) {
          if (cause instanceof PosencError) throw cause; // our own error, thrown before or after the call
          this.#invalidate();
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

/** Reads the flag that the module set before it stopped; exports of a trapped instance can still be called. */
function endedForMemory(module: MemoryBound): boolean {
  try {
    return module.memoryEnded();
  } catch {
    return false;
  }
}

const disposed = (): PosencError =>
  new PosencError('disposed', '', 'dispose() was called; create() makes a new instance');
