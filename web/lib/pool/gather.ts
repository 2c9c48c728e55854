/**
 * Joins the parts of a divided result. Allocates the whole once, when the first part gives its width, unless the caller
 * supplied the memory.
 */
import { allocate, type Floats, type FloatsConstructor } from '../checks/arrays.js';
import type { Split } from '../methods/split.js';
import type { Part } from '../requests/requests.js';
import { errorAbout } from '../checks/errors.js';
import type { Shape } from '../types/posenc.js';

export class Gather<Request, Result> {
  #whole: readonly Floats[] | undefined;
  #any: Result | undefined;

  /** @param into the caller's memory for the only array of the result */
  constructor(
    readonly split: Split<Request, Result>,
    readonly request: Request,
    readonly shape: Shape,
    readonly rows: number,
    readonly into: Floats | undefined,
  ) {}

  put(part: Part, result: Result): void {
    const { split, request } = this;
    this.#any ??= result;
    const arrays = split.arrays(result);
    this.#whole ??= arrays.map((array) => {
      const length = split.length?.(request) ?? (array.length / part.rows) * this.rows;
      if (!this.into)
        return allocate(array.constructor as FloatsConstructor, length, { field: '', what: 'the result' });
      if (this.into.length === length) return this.into;
      throw errorAbout('bad_argument', 'options.into', 'was detached or resized during the call');
    });
    arrays.forEach((array, i) => {
      const whole = this.#whole![i]!;
      if (array.buffer === whole.buffer) return; // written in place
      if (split.put) split.put(whole, result, part);
      else whole.set(array, (array.length / part.rows) * part.first);
    });
  }

  /** Call only after every part has been put. */
  result(): Result {
    return this.split.whole(this.#whole!, this.#any!, this.request, this.shape);
  }
}
