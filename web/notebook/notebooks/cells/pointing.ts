/** A place on a curve that a reader points at: the curve as the page draws it, and how near a place has to be. */
import { type Curve, most } from '../protocol.js';
import { ascending } from './inputs.js';

export interface PointOptions {
  /** The values of the curve. */
  readonly curve: Iterable<number>;
  /** Where they stand, in ascending order; 0, 1, 2, … when left out. */
  readonly x?: Iterable<number>;
  /** What x is. */
  readonly label?: string;
  /** The largest distance from the answer that is right. */
  readonly within: number;
}

export class Pointing {
  readonly shown: Curve;
  readonly within: number;

  constructor({ curve, x, label = '', within }: PointOptions) {
    const values = Array.from(curve, Number);
    const xs = x === undefined ? values.map((_, i) => i) : Array.from(x, Number);
    const fits = values.length > 1 && values.length <= most.pointed && xs.length === values.length;
    if (!fits || !ascending(xs) || !values.every(Number.isFinite))
      throw new RangeError(`a curve to point at has 2 to ${most.pointed} values, and as many x in ascending order`);
    if (!(within >= 0)) throw new RangeError('point.within is the largest distance from the answer that is right');
    this.within = within;
    this.shown = { xs, values, label: String(label).slice(0, most.label) };
  }

  /** What a reader who knows the answer can point at. */
  nearest(answer: number): number {
    const off = this.shown.xs.map((x) => Math.abs(x - answer));
    return this.shown.xs[off.indexOf(Math.min(...off))]!;
  }
}
