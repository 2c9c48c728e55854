/**
 * Stores the runs of this page in IndexedDB, so that they survive a reload or crash. A run has a list entry, its last
 * checkpoint (with a checksum) and records. Everything of one step is written in one transaction.
 */
import { trainingParams } from 'posenc';
import { type Kept, readFrames, readKept } from './kept.js';
import type { Record } from './record.js';

const database = 'posenc-lab';
const names = { runs: 'runs', checkpoints: 'checkpoints', frames: 'frames' } as const;

/** Default number of steps. */
export const usualSteps = trainingParams.find(({ name }) => name === 'steps')?.initial as number;

export interface Unreadable {
  readonly id: string;
  readonly error: unknown;
}

/** Returns undefined if the browser has no storage (private window, full disk, site data turned off). */
export async function runStore() {
  const db = await open().catch(() => undefined);
  if (db === undefined) return undefined;
  db.onversionchange = () => db.close(); // a newer page waits for it
  return {
    /** Newest first; unreadable entries have the error. */
    async all(): Promise<(Kept | Unreadable)[]> {
      const values = await answer<unknown[]>(db.transaction(names.runs).objectStore(names.runs).getAll());
      const read = values.map((value) => {
        try {
          return readKept(value);
        } catch (error) {
          return { id: String((value as Kept).id), error };
        }
      });
      return read.sort((a, b) => (a.id < b.id ? 1 : -1)); // ids begin with the time
    },
    /** Ordered by step. */
    async records(id: string): Promise<Record[]> {
      const frames = db.transaction(names.frames).objectStore(names.frames);
      return readFrames(await answer<unknown[]>(frames.getAll(ofRun(id))));
    },
    async checkpoint(id: string) {
      return answer<Uint8Array>(db.transaction(names.checkpoints).objectStore(names.checkpoints).get(id));
    },
    /**
     * @param again it was stored before
     * @throws if another tab removed the run or is ahead of it
     */
    async keep(run: Kept, checkpoint: Uint8Array, records: readonly Record[], again: boolean): Promise<void> {
      const transaction = db.transaction(Object.values(names), 'readwrite', { durability: 'strict' });
      const there = await answer<Partial<Kept> | undefined>(transaction.objectStore(names.runs).get(run.id));
      if (there === undefined ? again : Number(there.step) > run.step)
        throw new Error(`another tab ${there === undefined ? 'removed this run' : 'went on with this run'}`);
      put(transaction, run, checkpoint, records);
      await finished(transaction);
    },
    async remove(id: string): Promise<void> {
      const transaction = db.transaction(Object.values(names), 'readwrite');
      transaction.objectStore(names.runs).delete(id);
      transaction.objectStore(names.checkpoints).delete(id);
      transaction.objectStore(names.frames).delete(ofRun(id));
      await finished(transaction);
    },
  };
}

/** The key range of its records. */
const ofRun = (id: string): IDBKeyRange => IDBKeyRange.bound([id], [id, []]);

function put(transaction: IDBTransaction, run: Kept, checkpoint: Uint8Array, records: readonly Record[]): void {
  transaction.objectStore(names.runs).put(run);
  transaction.objectStore(names.checkpoints).put(checkpoint, run.id);
  for (const record of records) transaction.objectStore(names.frames).put({ ...record, run: run.id });
}

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(database, 2);
  request.onupgradeneeded = () => {
    const db = request.result;
    db.createObjectStore(names.runs, { keyPath: 'id' });
    db.createObjectStore(names.checkpoints);
    db.createObjectStore(names.frames, { keyPath: ['run', 'step'] });
  };
  return new Promise((resolve, reject) => {
    let given = false;
    request.onsuccess = () => (given ? request.result.close() : resolve(request.result));
    request.onerror = request.onblocked = () => {
      given = true;
      reject(request.error ?? new Error('the database is in use'));
    };
  });
}

function answer<T>(request: IDBRequest): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result as T);
    request.onerror = () => reject(request.error as Error);
  });
}

function finished(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onerror = transaction.onabort = () =>
      reject(transaction.error ?? new Error('the browser kept nothing'));
  });
}
