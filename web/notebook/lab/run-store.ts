/**
 * Keeps the run of this page in IndexedDB, so that a reload or a crash loses nothing: its checkpoint in one of two slots,
 * the older one, and the record of that step, in one transaction. A slot that was torn is told by its checksum when it is
 * read; then the other one is there.
 */
const database = 'posenc-lab';
const stores = { slots: 'slots', records: 'records' } as const;

export interface Slot {
  readonly step: number;
  readonly checkpoint: Uint8Array;
  /** Milliseconds since 1970. */
  readonly at: number;
}
export interface RunStore {
  /** Newest first. */
  slots(): Promise<readonly Slot[]>;
  /** In order of their steps. */
  records<R>(): Promise<readonly R[]>;
  keep(slot: Slot, record: { readonly step: number }): Promise<void>;
  clear(): Promise<void>;
}

/** Undefined where the browser keeps nothing (a private window, a full disk, site data turned off). */
export async function runStore(): Promise<RunStore | undefined> {
  const db = await open().catch(() => undefined);
  if (db === undefined) return undefined;
  let next: 0 | 1 = 0;
  return {
    async slots() {
      const all = await answer<(Slot & { readonly slot: 0 | 1 })[]>(db, stores.slots);
      const sorted = all.sort((a, b) => b.step - a.step || b.at - a.at);
      next = sorted[0]?.slot === 0 ? 1 : 0;
      return sorted;
    },
    async records<R>() {
      return (await answer<({ readonly step: number } & R)[]>(db, stores.records)).sort((a, b) => a.step - b.step);
    },
    async keep(slot, record) {
      const transaction = db.transaction(Object.values(stores), 'readwrite', { durability: 'strict' });
      transaction.objectStore(stores.slots).put({ ...slot, slot: next });
      transaction.objectStore(stores.records).put(record);
      await finished(transaction);
      next = next === 0 ? 1 : 0;
    },
    async clear() {
      const transaction = db.transaction(Object.values(stores), 'readwrite');
      for (const name of Object.values(stores)) transaction.objectStore(name).clear();
      await finished(transaction);
      next = 0;
    },
  };
}

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(database, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore(stores.slots, { keyPath: 'slot' });
      request.result.createObjectStore(stores.records, { keyPath: 'step' });
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = request.onblocked = () => reject(request.error ?? new Error('the database is in use'));
  });
}

function answer<T>(db: IDBDatabase, store: string): Promise<T> {
  return new Promise((resolve, reject) => {
    const request = db.transaction(store).objectStore(store).getAll();
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
