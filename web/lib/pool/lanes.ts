/**
 * The workers of a pool. What a worker's death interrupts is done again on the worker that replaces it.
 */
import { PosencError } from '../errors.js';
import type { LoadOptions } from '../wasm/load.js';
import { type StartWorker, WorkerClient } from '../worker/client.js';

export interface Lane {
  readonly client: WorkerClient;
  /** Calls and parts under way. */
  running: number;
}

/** A call that was alone in its worker when it died has ended it; one of several may have. */
const blameOf = ({ running }: Lane): number => (running === 1 ? 1 : 0.5);
const mostBlame = 2;

export class Lanes {
  readonly all: readonly Lane[];
  #disposed = false;

  constructor(startWorker: StartWorker, load: LoadOptions, count: number) {
    this.all = Array.from({ length: count }, () => ({ client: new WorkerClient(startWorker, load), running: 0 }));
  }

  /** The least busy first. */
  byLoad(): readonly Lane[] {
    return [...this.all].sort((a, b) => a.running - b.running);
  }

  /** `work` on this lane; again where its worker died, unless it has ended two. `what` is its name in errors. */
  async steadily<T>(lane: Lane, what: string, work: (client: WorkerClient) => Promise<T>): Promise<T> {
    lane.running++;
    try {
      for (let blame = 0; ;) {
        try {
          return await work(lane.client);
        } catch (error) {
          if (this.#disposed || !isCrash(error)) throw error;
          blame += blameOf(lane);
          if (blame >= mostBlame) {
            const text = `${what} was given up, because the worker failed twice on it; the last time ${error.message}`;
            throw new PosencError('worker_failed', '', text, { cause: error });
          }
        }
      }
    } finally {
      lane.running--;
    }
  }

  dispose(): void {
    this.#disposed = true;
    for (const { client } of this.all) client.dispose();
  }
}

/** Not a factory of the caller's that gives no worker: it would not the next time. */
const isCrash = (error: unknown): error is PosencError =>
  error instanceof PosencError && error.code === 'worker_failed' && error.field === '';
