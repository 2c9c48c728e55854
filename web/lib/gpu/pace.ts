/** Number of entries per submit. */

/** Target and maximum duration of a submit; longer ones freeze the screen or lose the device. */
const wantedMs = 40;
const mostMs = 100;
/** Entries of the first submit of a kind: a few milliseconds even with software rendering. */
const firstEntries = 1 << 16;
const fewestEntries = 1024;

export class Pace {
  readonly #entries = new Map<string, number>();

  /**
   * Latency of an empty submit in ms, subtracted from measured times. Firefox polls completion every 100 ms; without
   * the subtraction, submits would shrink indefinitely.
   */
  latency = 0;

  /** Number of entries for the next submit of this kind. */
  entries(kind: string): number {
    return this.#entries.get(kind) ?? firstEntries;
  }

  /** Records the duration of a submit. The next one may be up to twice as large. */
  timed(kind: string, entries: number, ms: number): void {
    const now = this.entries(kind);
    const work = ms - this.latency;
    if (work > mostMs) {
      const fitting = Math.floor(Math.min(now, entries) * (wantedMs / work));
      this.#entries.set(kind, Math.max(fewestEntries, fitting));
    } else if (entries >= now / 2 && work < wantedMs / 2) {
      this.#entries.set(kind, now * 2);
    }
  }
}
