/** Limits progress reports to 60 per second; the last one is always reported. */
const intervalMs = 16;

export class Throttle {
  #last = performance.now();

  /** True if this fraction should be reported now. */
  due(fraction: number): boolean {
    const now = performance.now();
    if (fraction < 1 && now - this.#last < intervalMs) return false;
    this.#last = now;
    return true;
  }
}
