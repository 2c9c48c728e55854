/**
 * How many entries a submit may have.
 */

/** A submit should take about this long, and at most `mostMs`: longer ones freeze the screen or lose the device. */
const wantedMs = 40;
const mostMs = 100;
/** Work of the first submit of its kind, in entries: a few milliseconds even where the GPU is a program. */
const firstEntries = 1 << 16;
const fewestEntries = 1024;

export class Pace {
  readonly #entries = new Map<string, number>();

  /**
   * Of a submit with nothing to do, in ms. That is no reason for smaller ones: Firefox looks every 100 ms whether one is
   * done, and paced by the whole time they would shrink without end.
   */
  latency = 0;

  /** How many the next submit of this kind may have. */
  entries(kind: string): number {
    return this.#entries.get(kind) ?? firstEntries;
  }

  /** What a submit of so many took: the next one may have up to twice as many. */
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
