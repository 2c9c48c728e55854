/**
 * What several charts show together: one place, `{ position: 17, pair: 3 }`, and one selection, `{ position: [3, 17] }`,
 * as quantities by their names. A chart tells the quantities of its axes, and shows those that it has.
 */
export type CursorValues = Readonly<Record<string, number>>;
/** Spans of quantities, both ends within. */
export type Ranges = Readonly<Record<string, readonly [number, number]>>;

export interface Shared<Value> {
  /** undefined: nothing is read, or selected. */
  readonly value: Value | undefined;
  /** @param from who is not told, because it knows */
  set(value: Value | undefined, from?: unknown): void;
  /** Gives a function that ends it. */
  subscribe(listener: (value: Value | undefined) => void, owner?: unknown): () => void;
}
export interface SharedCursor extends Shared<CursorValues> {
  /** Without it, each chart has a selection of its own. */
  readonly selection?: Shared<Ranges> | undefined;
}

export const sharedCursor = (): SharedCursor => Object.assign(shared<CursorValues>(), { selection: shared<Ranges>() });

function shared<Value>(): Shared<Value> {
  const listeners = new Map<(value: Value | undefined) => void, unknown>();
  let value: Value | undefined;
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
