/**
 * Progress of a call whose parts are computed by several workers: the sum over the parts, never falling.
 */
import { Throttle } from '../checks/throttle.js';

export class Progress {
  /** Rows done in each part that is under way. */
  readonly #underWay = new Map<object, number>();
  #done = 0;
  #last = 0;
  readonly #throttle = new Throttle();

  /** @param report gets the fraction; what it throws comes out of the part's function */
  constructor(
    readonly total: number,
    readonly report: (fraction: number) => void,
  ) {}

  /** For a part of so many rows: takes the fraction of it that is done. */
  part(rows: number): { show(fraction: number): void; finish(): void } {
    const key = {};
    return {
      show: (fraction) => {
        this.#underWay.set(key, fraction * rows);
        this.#report();
      },
      finish: () => {
        this.#underWay.delete(key);
        this.#done += rows;
        this.#report();
      },
    };
  }

  #report(): void {
    let rows = this.#done;
    for (const some of this.#underWay.values()) rows += some;
    const fraction = Math.min(rows / this.total, 1);
    if (!(fraction > this.#last) || !this.#throttle.due(fraction)) return;
    this.#last = fraction;
    this.report(fraction);
  }
}
