/**
 * The rotation of one token at a time, in the caller's array: a call of the module costs several times as much as the
 * rotation of eight heads. The results have the bits of `rotate`, whose float64 arithmetic JavaScript repeats.
 */
import { type Floats, isFloats } from '../checks/arrays.js';
import { errorAbout, mustBe, PosencError } from '../checks/errors.js';
import { maxPosition } from '../checks/limits.js';
import { controlOf, readOptions, sideOf, wholeOption, withoutControls } from '../checks/options.js';
import type { SpecOf } from '../requests/requests.js';
import type { Matrix, Positions, RotateOptions, Rotator, Shape } from '../types/posenc.js';

/** Cosines and sines are made for this many tokens at once. */
const ahead = 64;

/** Rotates rows of float64 vectors, as the synchronous `rotate` does. */
export type RotateRows = (x: Matrix<Float64Array>, positions: Positions, side: Side) => Float64Array;
type Side = NonNullable<RotateOptions['side']>;

export function rotatorOf(
  specOf: SpecOf,
  { headDim = 0, pairs }: Shape,
  rotate: RotateRows,
  options: unknown,
): Rotator {
  const entries = readOptions(options, ['heads', 'side']);
  withoutControls(controlOf(entries));
  const heads = wholeOption(entries, 'heads') ?? 1;
  const raw = specOf('rotate');
  const side = (['q', 'k', 'o'] as const)[sideOf(entries)];
  if (raw.encoding !== 'rope' || (side === 'q' && raw.numbers['attnScale']))
    throw new PosencError('not_defined', 'spec', 'a rotator is of rope, without a scale of queries; rotate takes all');
  const interleaved = raw.numbers['layout'] === 1;
  const [step, apart] = interleaved ? [2, 1] : [1, pairs];
  const places: Places = { heads, headDim, pairs, step, apart };
  const length = heads * headDim;
  let [first, count] = [0, 0];
  let waves = new Float64Array();

  /** The cosines and then the sines of `count` positions from `position` on. */
  const learn = (position: number): void => {
    const rows = Number.isInteger(position) ? Math.min(ahead, maxPosition - position + 1) : 1;
    const units = new Float64Array(rows * headDim);
    for (let row = 0; row < rows; row++) for (let i = 0; i < pairs; i++) units[row * headDim + step * i] = 1;
    const made = rotate({ data: units, rows, cols: headDim }, { start: position, count: rows }, side);
    waves = new Float64Array(rows * 2 * pairs);
    for (let row = 0; row < rows; row++)
      for (let i = 0; i < pairs; i++) {
        waves[row * 2 * pairs + i] = made[row * headDim + step * i]!;
        waves[(row * 2 + 1) * pairs + i] = made[row * headDim + step * i + apart]!;
      }
    [first, count] = [position, rows];
  };

  return <A extends Floats>(x: A, position: number): A => {
    specOf(); // throws once it is disposed of
    if (!(x instanceof Float32Array) && !isFloats(x))
      throw mustBe('bad_argument', 'x', 'a Float32Array or Float64Array', x);
    if (x.length !== length)
      throw errorAbout('bad_shape', 'x', `must have heads * dim = ${length} numbers, but it has ${x.length}`);
    const row = position - first;
    if (!(row >= 0 && row < count && Number.isInteger(row))) {
      if (typeof position !== 'number' || !(Math.abs(position) <= maxPosition))
        throw mustBe('bad_positions', 'position', 'a number of at most 2^53', position);
      learn(position);
    }
    turn(x, waves, (position - first) * 2 * pairs, places);
    return x;
  };
}

interface Places {
  readonly heads: number;
  readonly headDim: number;
  readonly pairs: number;
  /** Between the first channels of two pairs, and between the two channels of a pair. */
  readonly step: number;
  readonly apart: number;
}

function turn(x: Floats, waves: Float64Array, at: number, { heads, headDim, pairs, step, apart }: Places): void {
  for (let head = 0; head < heads; head++) {
    let first = head * headDim;
    for (let i = at; i < at + pairs; i++) {
      const a = x[first]!;
      const b = x[first + apart]!;
      const c = waves[i]!;
      const s = waves[i + pairs]!;
      x[first] = a * c - b * s;
      x[first + apart] = b * c + a * s;
      first += step;
    }
  }
}
