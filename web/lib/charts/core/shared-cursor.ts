/**
 * State shared by several charts: one place, `{ position: 17, pair: 3 }`, and one selection, `{ position: [3, 17] }`,
 * as quantities by name. A chart publishes the quantities of its axes, and follows those that it has.
 */
export type CursorValues = Readonly<Record<string, number>>;
/** Ranges of quantities, both ends included. */
export type Ranges = Readonly<Record<string, readonly [number, number]>>;

export interface Shared<Value> {
  /** undefined: nothing is read, or selected. */
  readonly value: Value | undefined;
  /** @param from owner of the listeners that are not notified */
  set(value: Value | undefined, from?: unknown): void;
  /** Returns a function that unsubscribes. */
  subscribe(listener: (value: Value | undefined) => void, owner?: unknown): () => void;
}
export interface SharedCursor extends Shared<CursorValues> {
  /** If absent, each chart has its own selection. */
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
