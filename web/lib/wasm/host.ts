/**
 * Keeps one instance of a module: started when it is first needed, thrown away by a trap, and then started again.
 */
import { PosencError, fromRaw, reason } from '../checks/errors.js';
import { throwIfAborted } from '../checks/options.js';
import type { RawError } from '../types/core.js';
import { isRawError } from './plan.js';
import type { Make } from './modules.js';
import { SingleFlight } from './single-flight.js';

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

/** wasm/memory.hpp */
export interface MemoryBound {
  /** Whether an allocation has failed, which ends an instance. */
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
      throwIfAborted(signal); // of a start that was given up, nothing is kept
      return (this.#current = this.#connect(module));
    });
  }

  /** The instance, where it is there. */
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

  /** Memory of a module is free as soon as nothing leads to it: what calls and plans keep of an instance leads no further. */
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
          if (cause instanceof PosencError) throw cause; // of ours, before or after the module was asked
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
