/** A value that the page sets and cells follow. */
export interface Slot {
  value: unknown;
  version: number;
  wake: () => void;
}

export const newSlot = (value?: unknown): Slot => ({ value, version: 0, wake: () => undefined });

export function put(slot: Slot, value: unknown): void {
  slot.value = value;
  slot.version++;
  slot.wake();
}

/** Yields the current value, then every new one. */
export async function* changes(slot: Slot, read: (value: unknown) => unknown): AsyncGenerator {
  for (let seen = -1; ;) {
    if (seen === slot.version) await new Promise<void>((resolve) => (slot.wake = resolve));
    seen = slot.version;
    yield read(slot.value);
  }
}
