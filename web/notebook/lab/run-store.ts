/**
 * Keeps the runs of this page in IndexedDB, so that a reload or a crash loses nothing: of each a row of the list, its last
 * checkpoint, which is told by its checksum to be whole, and its records. What belongs to one step is written at once.
 */
import { trainingParams } from 'posenc';
import { type Kept, readFrames, readKept } from './kept.js';
import type { Record } from './record.js';

const database = 'posenc-lab';
const names = { runs: 'runs', checkpoints: 'checkpoints', frames: 'frames' } as const;

/** Steps of an experiment that does not say how many. */
export const usualSteps = trainingParams.find(({ name }) => name === 'steps')?.initial as number;

export interface Unreadable {
  readonly id: string;
  readonly error: unknown;
}

/** Undefined where the browser keeps nothing (a private window, a full disk, site data turned off). */
export async function runStore() {
  const db = await open().catch(() => undefined);
  if (db === undefined) return undefined;
  db.onversionchange = () => db.close(); // a newer page waits for it
  return {
    /** Newest first; of one that cannot be read, what is wrong. */
    async all(): Promise<(Kept | Unreadable)[]> {
      const values = await answer<unknown[]>(db.transaction(names.runs).objectStore(names.runs).getAll());
      const read = values.map((value) => {
        try {
          return readKept(value);
        } catch (error) {
          return { id: String((value as Kept).id), error };
        }
      });
      return read.sort((a, b) => (a.id < b.id ? 1 : -1)); // an id begins with the time
    },
    /** In order of their steps. */
    async records(id: string): Promise<Record[]> {
      const frames = db.transaction(names.frames).objectStore(names.frames);
      return readFrames(await answer<unknown[]>(frames.getAll(ofRun(id))));
    },
    async checkpoint(id: string) {
      return answer<Uint8Array>(db.transaction(names.checkpoints).objectStore(names.checkpoints).get(id));
    },
    /**
     * @param again it was kept before
     * @throws where another tab went on with it and is ahead, or removed it
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

/** The keys of its records. */
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
