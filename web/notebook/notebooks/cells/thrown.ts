/**
 * Finds the position of a failure in a cell. An Error has a stack if the cell called its origin before any await. For
 * other values the position is stored when the cell throws, or creates the promise that is rejected.
 */
const ofCell = /cell-(\d+)\.js:(\d+):(\d+)/;
/** Maximum number of stored positions. */
const mostKept = 100;
/** Newest last: several cells may throw equal values. */
const kept = new Map<unknown, readonly ThrownAt[]>();
const begun = new WeakMap<object, string>();

/** Enough for the depth of library calls below the cell. */
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

/** Stores where a cell throws a value. */
export function thrown<T>(value: T): T {
  if (!ofCell.test(own(value))) keep(value, placeIn(stack()));
  return value;
}

/** Stores where a cell made a call that it may not await. */
export function begins<T>(value: T): T {
  if (value instanceof Promise) begun.set(value, stack());
  return value;
}

/** Awaits a call of the cell. */
export async function awaited<T>(value: T): Promise<Awaited<T>> {
  try {
    return await value;
  } catch (error) {
    heard(error, value);
    throw error;
  }
}

/** Handles a rejection. @returns its position; that of the throw wins over that of the promise in the same cell */
export function heard(error: unknown, promise: unknown): ThrownAt | undefined {
  const made = placeIn(begun.get(promise as object) ?? '');
  if (made && !placeOf(error, made.id)) keep(error, made);
  return placeOf(error, made?.id);
}

export interface ThrownAt {
  readonly id: number;
  /** Line in the cell's function, without its first line, which is ours. */
  readonly line: number;
  readonly column: number;
}
/** @param id id of the cell, if known */
export function placeOf(error: unknown, id?: number): ThrownAt | undefined {
  const places = kept.get(error) ?? [];
  return placeIn(own(error)) ?? (id === undefined ? places.at(-1) : places.find((place) => place.id === id));
}

function placeIn(where: string): ThrownAt | undefined {
  const [id, line, column] = ofCell.exec(where)?.slice(1).map(Number) ?? [];
  return id === undefined ? undefined : { id, line: line! - 1, column: column! };
}

/** Position of the cell that is calling. */
export const here = (): ThrownAt | undefined => placeOf(new Error());
