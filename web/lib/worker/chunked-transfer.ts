/**
 * Sends large arrays of a request to a worker before it, in chunks, so that neither event loop waits for a gigabyte to
 * be cloned: an abort is handled between chunks. The caller's side keeps the arrays, since a worker may crash.
 */
import { allocate, type Floats, type FloatsConstructor, isFloats, isShared } from '../checks/arrays.js';
import { newNumber } from '../requests/prepared-number.js';

/** Bytes per chunk, a few milliseconds if all its pages are new. Arrays of up to two chunks stay in their message. */
const chunkBytes = 2 ** 22;

/** Maximum depth of arrays in requests: { inputs: { x: { data } } }. */
const depth = 3;

/** Replaces an array in a request. */
interface Placeholder {
  readonly inChunks: number;
}
const isPlaceholder = (value: object): value is Placeholder => 'inChunks' in value;

export interface Chunk {
  readonly id: number;
  /** Length of the whole array. */
  readonly length: number;
  /** Index of the first element of `data` in the whole array. */
  readonly first: number;
  readonly data: Floats;
}

/** Returns the request with ids instead of its large arrays, except those whose memory is moved or shared. */
export function withoutArrays<R extends object>(
  request: R,
  moved: readonly ArrayBuffer[],
): { readonly light: R; readonly arrays: ReadonlyMap<number, Floats> } {
  const arrays = new Map<number, Floats>();
  const light = replaced(request, depth, (value) => {
    if (!isFloats(value) || value.byteLength <= 2 * chunkBytes) return undefined;
    if (isShared(value) || moved.includes(value.buffer as ArrayBuffer)) return undefined;
    const inChunks = newNumber();
    arrays.set(inChunks, value);
    return { inChunks };
  });
  return { light, arrays };
}

/** Yields the chunks of the arrays, each in its own movable memory. */
export function* chunksOf(arrays: ReadonlyMap<number, Floats>): Generator<Chunk & { readonly data: Floats }, void> {
  for (const [id, array] of arrays) {
    const { length } = array;
    const numbers = chunkBytes / array.BYTES_PER_ELEMENT;
    for (let first = 0; first < length; first += numbers)
      yield { id, length, first, data: array.slice(first, first + numbers) };
  }
}

/** The worker's side: the arrays received so far, in part or completely. */
export class Reassembly {
  readonly #arrays = new Map<number, Floats>();

  take({ id, length, first, data }: Chunk): void {
    let array = this.#arrays.get(id);
    if (!array) {
      array = allocate(data.constructor as FloatsConstructor, length, { field: '', what: 'an argument' });
      this.#arrays.set(id, array);
    }
    array.set(data, first);
  }

  drop(ids: readonly number[]): void {
    for (const id of ids) this.#arrays.delete(id);
  }

  /** Returns the request with its arrays and forgets them. */
  whole<R extends object>(light: R): R {
    return replaced(light, depth, (value) => {
      if (!isPlaceholder(value)) return undefined;
      const array = this.#arrays.get(value.inChunks);
      this.#arrays.delete(value.inChunks);
      return array;
    });
  }
}

/** Returns a copy of the value if `by` replaces an object in it, else the value itself. */
function replaced<T extends object>(value: T, deeper: number, by: (value: object) => object | undefined): T {
  const own = by(value);
  if (own) return own as T;
  if (ArrayBuffer.isView(value) || deeper === 0) return value;
  let copy: Record<string, unknown> | undefined;
  for (const [key, inner] of Object.entries(value) as [string, unknown][]) {
    if (typeof inner !== 'object' || inner === null) continue;
    const other = replaced(inner, deeper - 1, by);
    if (other !== inner)
      (copy ??= (Array.isArray(value) ? [...value] : { ...value }) as Record<string, unknown>)[key] = other;
  }
  return (copy as T | undefined) ?? value;
}
