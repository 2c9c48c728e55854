/**
 * Notebooks written or opened by the reader, stored in IndexedDB; `?draft=` in the address names one. Nothing is stored
 * in a frame, because frames are not trusted (trust.ts).
 */
import { framed } from '../embed-mode.js';
import { writeNotebook } from './format.js';
import type { Linked } from './link.js';
import type { InputValue } from './protocol.js';

export interface Draft {
  readonly id: string;
  readonly title: string;
  /** The notebook as a file. */
  readonly text: string;
  readonly inputs: readonly (readonly [string, InputValue])[];
  /** Origin of a notebook that is not the reader's own, which runs only on request. */
  readonly source: string | undefined;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** localStorage key that is set if drafts exist, so that the index need not open the database. */
export const flag = 'posenc-drafts';
const store = 'drafts';

async function opened(): Promise<IDBDatabase> {
  if (framed) throw new Error('a frame keeps nothing');
  const request = indexedDB.open('posenc-notebooks', 1);
  request.onupgradeneeded = () => void request.result.createObjectStore(store, { keyPath: 'id' });
  return answered(request);
}
function answered<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('the browser keeps nothing'));
  });
}
async function inStore<T>(mode: IDBTransactionMode, work: (drafts: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const database = await opened();
  try {
    return await answered(work(database.transaction(store, mode).objectStore(store)));
  } finally {
    database.close();
  }
}

export const freshId = (): string => crypto.getRandomValues(new Uint32Array(2)).join('-');

/** Newest first; empty if the browser has no storage. */
export async function drafts(): Promise<readonly Draft[]> {
  const all = await inStore('readonly', (kept) => kept.getAll() as IDBRequest<Draft[]>).catch(() => []);
  return all.sort((a, b) => b.at - a.at);
}

export const draftOf = (id: string): Promise<Draft | undefined> =>
  inStore('readonly', (kept) => kept.get(id) as IDBRequest<Draft | undefined>).catch(() => undefined);

/** @returns true if it was stored */
export async function keepDraft(
  { id, source }: Pick<Draft, 'id' | 'source'>,
  { notebook, inputs }: Linked,
): Promise<boolean> {
  const { title } = notebook;
  const made: Draft = { id, source, title, text: writeNotebook(notebook), inputs: [...inputs], at: Date.now() };
  try {
    await inStore('readwrite', (kept) => kept.put(made));
    localStorage.setItem(flag, '1');
    return true;
  } catch {
    return false;
  }
}

export async function dropDraft(id: string): Promise<void> {
  await inStore('readwrite', (kept) => kept.delete(id));
  if ((await drafts()).length === 0) localStorage.removeItem(flag);
}
