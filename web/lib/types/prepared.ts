/** A spec that was checked and planned once, with the methods of `Posenc` without the spec argument. */
import type { EncodingSpec } from '../generated/encodings.js';
import type { CosSinCall, GramCall, RotateCall, SpecMethods, TableCall, When } from './spec-methods.js';
import type { BlockOptions, ComputedBlock, Positions, RotateOptions, Shape } from './values.js';

type WithoutSpec<F, W extends When> = F extends (spec: EncodingSpec, ...rest: infer A) => Promise<infer R>
  ? (...rest: A) => W extends 'now' ? R : Promise<R>
  : never;

/** All methods except `shape`, which is a property. */
type Without<W extends When> = {
  // `as` keeps the texts of the methods
  readonly [M in keyof SpecMethods as Exclude<M, 'table' | 'gram' | 'rotate' | 'cosSin' | 'shape'>]: WithoutSpec<
    SpecMethods[M],
    W
  >;
} & {
  /** (n, w), a row for each position; `table` of the instance has the details. */
  readonly table: TableCall<[], W>;
  /** (n, n), the product of the table with its transpose; `gram` of the instance has the details. */
  readonly gram: GramCall<[], W>;
  /** (n, rotatedWidth), each row of x rotated by its position; `rotate` of the instance has the details. */
  readonly rotate: RotateCall<[], W>;
  /** Cosines and sines as engines cache them; `cosSin` of the instance has the details. */
  readonly cosSin: CosSinCall<[], W>;
};

/** Synchronous methods in this thread. `signal` and `onProgress` are rejected, because the call blocks the thread. */
export type PreparedSync = Without<'now'> & {
  /** A function that rotates one token after another in place. Only for `rope`. */
  rotator(options?: RotatorOptions): Rotator;
};

export interface RotatorOptions {
  /** Heads of a token, which follow one another in its array; 1 by default. */
  readonly heads?: number | undefined;
  /** As for `rotate`. */
  readonly side?: RotateOptions['side'];
}
/**
 * Rotates the heads of one token, (heads, headDim) numbers, by its position, and returns the array. The results have the
 * bits of `rotate`. Values are not checked to be finite.
 */
export type Rotator = <A extends Float32Array | Float64Array>(x: A, position: number) => A;

export type Prepared = Without<'later'> & {
  readonly spec: EncodingSpec;
  readonly shape: Shape;
  /** The table in blocks of rows, one at a time, as `tableBlocks` of the instance. */
  tableBlocks(positions: Positions, options?: BlockOptions): AsyncIterableIterator<ComputedBlock>;
  /** The first call throws `not_defined` if the instance uses workers. */
  readonly sync: PreparedSync;
  /** Releases the plan; later calls throw `disposed`. Calling it twice is harmless; `using` is supported. */
  dispose(): void;
};
