/**
 * The workers of a pool. Work interrupted by a crash is retried on the replacement: first one call at a time, so that
 * another crash shows which call causes it.
 */
import { PosencError } from '../checks/errors.js';
import type { ModuleId } from '../wasm/modules.js';
import type { ModuleCache } from '../wasm/module-cache.js';
import { type StartWorker, WorkerClient, WorkerReplaced } from '../worker/client.js';
import { ReadWriteLock } from './read-write-lock.js';

export interface PoolWorker {
  readonly client: WorkerClient;
  readonly lock: ReadWriteLock;
  /** Calls and parts in progress or waiting for the lock. */
  running: number;
}

/** Maximum crashes of workers that a call has to itself, before it fails. */
const mostDeaths = 2;

export class PoolWorkers {
  readonly all: readonly PoolWorker[];
  #disposed = false;

  constructor(startWorker: StartWorker, moduleCache: ModuleCache, count: number, preload?: readonly ModuleId[]) {
    this.all = Array.from({ length: count }, () => ({
      client: new WorkerClient(startWorker, moduleCache, preload),
      lock: new ReadWriteLock(),
      running: 0,
    }));
  }

  /** Sorted, the least busy first. */
  byLoad(): readonly PoolWorker[] {
    return [...this.all].sort((a, b) => a.running - b.running);
  }

  /**
   * Runs `work` on this worker; retries after a crash, up to `mostDeaths` crashes alone. `what` is its name in errors.
   */
  async onFreshWorker<T>(
    worker: PoolWorker,
    what: string,
    signal: AbortSignal | undefined,
    work: (client: WorkerClient) => Promise<T>,
  ): Promise<T> {
    worker.running++;
    try {
      for (let [alone, deaths] = [false, 0]; ;) {
        const release = await worker.lock.acquire(alone, signal);
        try {
          return await work(worker.client);
        } catch (error) {
          if (this.#disposed || !isCrash(error)) throw error;
          if (error instanceof WorkerReplaced) continue;
          if (alone) deaths++;
          alone = true;
          if (deaths >= mostDeaths) {
            const text = `${what} was given up, because the worker failed twice on it; the last time ${error.message}`;
            throw new PosencError('worker_failed', '', text, { cause: error });
          }
        } finally {
          release();
        }
      }
    } finally {
      worker.running--;
    }
  }

  dispose(): void {
    this.#disposed = true;
    for (const { client } of this.all) client.dispose();
  }
}

/** Excludes a caller's factory that returns no worker: a retry would fail too. */
const isCrash = (error: unknown): error is PosencError =>
  error instanceof PosencError && error.code === 'worker_failed' && error.field === '';
