/**
 * What an analysis takes.
 */
import type { EncodingSpec, Matrix, Positions } from './posenc.js';
import type { InputForm } from './registry.js';

/** A matrix, a list of rows, a list of numbers (one column), or the float64 table of a spec at positions. */
export type MatrixInput =
  Matrix | readonly (readonly number[])[] | readonly number[] | Float64Array | Float32Array | DerivedInput;

/**
 * A matrix made from an encoding: its table, derivative, Gram matrix, … (`form`; each input has a usual one) at some
 * positions. `head` is that of an attention bias.
 */
export interface DerivedInput {
  readonly spec: EncodingSpec;
  readonly positions: Positions;
  readonly form?: InputForm | undefined;
  readonly head?: number | undefined;
}
