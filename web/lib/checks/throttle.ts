/** Progress is reported at most this often: 60 times a second; its end always. */
const intervalMs = 16;

export class Throttle {
  #last = performance.now();

  /** Whether this fraction is to be reported now. */
  due(fraction: number): boolean {
    const now = performance.now();
    if (fraction < 1 && now - this.#last < intervalMs) return false;
    this.#last = now;
    return true;
  }
}
