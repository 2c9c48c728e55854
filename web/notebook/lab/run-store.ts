/**
 * Keeps the runs of this page in IndexedDB, so that a reload or a crash loses nothing: of each a row of the list, its last
 * checkpoint, which is told by its checksum to be whole, and its records. What belongs to one step is written at once.
 */
import { parseJson } from '../../lib/checks/json.js';
import { noteOf } from '../../lib/requests/checkpoint.js';
import type { Experiment } from '../../lib/types/posenc.js';
import { type Kept, readFrames, readKept } from './kept.js';
import type { Record } from './record.js';

const database = 'posenc-lab';
const names = { runs: 'runs', checkpoints: 'checkpoints', frames: 'frames' } as const;
/** Of the version before, which kept one run. */
const former = { slots: 'slots', records: 'records' } as const;

export interface Unreadable {
  readonly id: string;
  readonly error: unknown;
}
export interface RunStore {
  /** Newest first; of one that cannot be read, what is wrong. */
  all(): Promise<readonly (Kept | Unreadable)[]>;
  /** In order of their steps. */
  records(id: string): Promise<readonly Record[]>;
  checkpoint(id: string): Promise<Uint8Array>;
  keep(run: Kept, checkpoint: Uint8Array, records: readonly Record[]): Promise<void>;
  remove(id: string): Promise<void>;
}

/** Undefined where the browser keeps nothing (a private window, a full disk, site data turned off). */
export async function runStore(): Promise<RunStore | undefined> {
  const db = await open().catch(() => undefined);
  if (db === undefined) return undefined;
  db.onversionchange = () => db.close(); // a newer page waits for it
  return {
    async all() {
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
    async records(id) {
      const frames = db.transaction(names.frames).objectStore(names.frames);
      return readFrames(await answer<unknown[]>(frames.getAll(ofRun(id))));
    },
    async checkpoint(id) {
      return answer<Uint8Array>(db.transaction(names.checkpoints).objectStore(names.checkpoints).get(id));
    },
    async keep(run, checkpoint, records) {
      const transaction = db.transaction(Object.values(names), 'readwrite', { durability: 'strict' });
      put(transaction, run, checkpoint, records);
      await finished(transaction);
    },
    async remove(id) {
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
  request.onupgradeneeded = ({ oldVersion }) => {
    const { result: db, transaction } = request;
    db.createObjectStore(names.runs, { keyPath: 'id' });
    db.createObjectStore(names.checkpoints);
    db.createObjectStore(names.frames, { keyPath: ['run', 'step'] });
    if (oldVersion === 1) void adopt(db, transaction!);
  };
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = request.onblocked = () => reject(request.error ?? new Error('the database is in use'));
  });
}

interface Slot {
  readonly step: number;
  readonly checkpoint: Uint8Array;
  readonly at: number;
}
/** The run that the version before kept becomes one of several. */
async function adopt(db: IDBDatabase, transaction: IDBTransaction): Promise<void> {
  const [slots, records] = await Promise.all([
    answer<Slot[]>(transaction.objectStore(former.slots).getAll()),
    answer<Record[]>(transaction.objectStore(former.records).getAll()),
  ]);
  for (const name of Object.values(former)) db.deleteObjectStore(name);
  const newest = slots.sort((a, b) => b.step - a.step)[0];
  if (newest === undefined) return;
  const { step, checkpoint, at } = newest;
  let experiment = {} as Experiment; // is refused when it is read
  try {
    experiment = parseJson(noteOf(checkpoint), { field: 'checkpoint' }) as Experiment;
  } catch {
    // torn
  }
  const frames = records
    .filter((one) => one.step <= step)
    .map(({ step, evaluation, blocks }) => ({
      ...{ step, evaluation },
      blocks: blocks.map(({ table, attention }) => ({ table, attention })),
    }));
  put(transaction, { id: 'former', at, step, steps: experiment.steps ?? step, experiment }, checkpoint, frames);
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
