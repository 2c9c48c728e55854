/** Inputs of analyses. */
import type { EncodingSpec, Matrix, Positions } from './posenc.js';
import type { InputForm } from './registry.js';

/** A matrix, a list of rows, a list of values (one column), or a matrix derived from a spec at positions. */
export type MatrixInput =
  Matrix | readonly (readonly number[])[] | readonly number[] | Float64Array | Float32Array | DerivedInput;

/**
 * A matrix computed from an encoding at positions: its table, derivative, Gram matrix, … (`form`; each input has a
 * default). `head` selects a head of an attention bias.
 */
export interface DerivedInput {
  readonly spec: EncodingSpec;
  readonly positions: Positions;
  readonly form?: InputForm | undefined;
  readonly head?: number | undefined;
}
