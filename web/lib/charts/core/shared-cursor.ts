/**
 * One place that several charts show: quantities by their names, `{ position: 17, pair: 3 }`. A chart tells the
 * quantities of its axes, and shows those that it has.
 */
export type CursorValues = Readonly<Record<string, number>>;

export interface SharedCursor {
  /** undefined: nothing is read. */
  readonly value: CursorValues | undefined;
  /** @param from who is not told, because it knows */
  set(value: CursorValues | undefined, from?: unknown): void;
  /** Gives a function that ends it. */
  subscribe(listener: (value: CursorValues | undefined) => void, owner?: unknown): () => void;
}

export function sharedCursor(): SharedCursor {
  const listeners = new Map<(value: CursorValues | undefined) => void, unknown>();
  let value: CursorValues | undefined;
  return {
    get value() {
      return value;
    },
    set(next, from) {
      value = next;
      for (const [listener, owner] of [...listeners]) if (from === undefined || owner !== from) listener(next);
    },
    subscribe(listener, owner) {
      listeners.set(listener, owner);
      return () => void listeners.delete(listener);
    },
  };
}
