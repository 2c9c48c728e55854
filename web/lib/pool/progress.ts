/**
 * Progress of a call divided among workers: the sum over the parts, never decreasing.
 */
import { Throttle } from '../checks/throttle.js';

export class Progress {
  /** Rows done in each part in progress. */
  readonly #underWay = new Map<object, number>();
  #done = 0;
  #last = 0;
  readonly #throttle = new Throttle();

  /** @param report receives the fraction; its exceptions propagate through the part's functions */
  constructor(
    readonly total: number,
    readonly report: (fraction: number) => void,
  ) {}

  /** Tracks a part of `rows` rows; `show` takes the fraction of it that is done. */
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
