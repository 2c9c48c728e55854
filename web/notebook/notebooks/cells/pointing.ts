/** A point on a curve that the reader picks: the curve to draw, and the tolerance. */
import { type Curve, most } from '../protocol.js';
import { ascending } from './inputs.js';

export interface PointOptions {
  /** Values of the curve. */
  readonly curve: Iterable<number>;
  /** x of the values, ascending; defaults to 0, 1, 2, … */
  readonly x?: Iterable<number>;
  /** Label of x. */
  readonly label?: string;
  /** Largest accepted distance from the answer. */
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

  /** The point of the curve nearest to the answer. */
  nearest(answer: number): number {
    const off = this.shown.xs.map((x) => Math.abs(x - answer));
    return this.shown.xs[off.indexOf(Math.min(...off))]!;
  }
}
