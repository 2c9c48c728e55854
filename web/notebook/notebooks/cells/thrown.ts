/**
 * Where in a cell something failed. An Error knows where it was made, if it was made by a call of the cell that had not
 * yet waited; of all else it is kept where the cell threw it, or where it made the promise that was rejected.
 */
const ofCell = /cell-(\d+)\.js:(\d+):(\d+)/;
/** Of the last ones that were thrown. */
const mostKept = 100;
/** The newest place last: several cells may throw the same text. */
const kept = new Map<unknown, readonly ThrownAt[]>();
const begun = new WeakMap<object, string>();

/** As deep as a call of the library is below the cell. */
Error.stackTraceLimit = 100;
const stack = (): string => String(new Error().stack);
const own = (error: unknown): string => (error instanceof Error ? String(error.stack) : '');

function keep(error: unknown, place: ThrownAt | undefined): void {
  if (!place) return;
  const others = (kept.get(error) ?? []).filter(({ id }) => id !== place.id);
  kept.delete(error);
  kept.set(error, [...others, place].slice(-mostKept));
  if (kept.size > mostKept) kept.delete(kept.keys().next().value);
}

/** What a cell throws. */
export function thrown<T>(value: T): T {
  if (!ofCell.test(own(value))) keep(value, placeIn(stack()));
  return value;
}

/** What a cell has called, and may not wait for. */
export function begins<T>(value: T): T {
  if (value instanceof Promise) begun.set(value, stack());
  return value;
}

/** Waits for what a cell has called. */
export async function awaited<T>(value: T): Promise<Awaited<T>> {
  try {
    return await value;
  } catch (error) {
    heard(error, value);
    throw error;
  }
}

/** A promise was rejected. @returns where: what was thrown knows better than who made the promise, if it is of that cell */
export function heard(error: unknown, promise: unknown): ThrownAt | undefined {
  const made = placeIn(begun.get(promise as object) ?? '');
  if (made && !placeOf(error, made.id)) keep(error, made);
  return placeOf(error, made?.id);
}

export interface ThrownAt {
  readonly id: number;
  /** Of the cell's function, whose first line is ours. */
  readonly line: number;
  readonly column: number;
}
/** @param id of the cell, if it is known */
export function placeOf(error: unknown, id?: number): ThrownAt | undefined {
  const places = kept.get(error) ?? [];
  return placeIn(own(error)) ?? (id === undefined ? places.at(-1) : places.find((place) => place.id === id));
}

function placeIn(where: string): ThrownAt | undefined {
  const [id, line, column] = ofCell.exec(where)?.slice(1).map(Number) ?? [];
  return id === undefined ? undefined : { id, line: line! - 1, column: column! };
}

/** Where the cell is that calls this now. */
export const here = (): ThrownAt | undefined => placeOf(new Error());
