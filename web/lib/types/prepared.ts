/**
 * A spec that was checked and planned once: the methods of `Posenc` without it.
 */
import type { EncodingSpec } from '../generated/encodings.js';
import type { CosSinCall, GramCall, RotateCall, SpecMethods, TableCall, When } from './spec-methods.js';
import type { BlockOptions, ComputedBlock, Positions, Shape } from './values.js';

type WithoutSpec<F, W extends When> = F extends (spec: EncodingSpec, ...rest: infer A) => Promise<infer R>
  ? (...rest: A) => W extends 'now' ? R : Promise<R>
  : never;

/** All of them; `shape` is known. */
type Without<W extends When> = {
  readonly [M in Exclude<keyof SpecMethods, 'table' | 'gram' | 'rotate' | 'cosSin' | 'shape'>]: WithoutSpec<
    SpecMethods[M],
    W
  >;
} & {
  readonly table: TableCall<[], W>;
  readonly gram: GramCall<[], W>;
  readonly rotate: RotateCall<[], W>;
  readonly cosSin: CosSinCall<[], W>;
};

/** The methods now, in this thread. `signal` and `onProgress` are refused: nothing else runs until the end. */
export type PreparedSync = Without<'now'>;

export type Prepared = Without<'later'> & {
  readonly spec: EncodingSpec;
  readonly shape: Shape;
  tableBlocks(positions: Positions, options?: BlockOptions): AsyncIterableIterator<ComputedBlock>;
  /** Throws `not_defined` at the first call where the instance works in workers. */
  readonly sync: PreparedSync;
  /** Releases the plan; later calls are refused as `disposed`. Calling twice is harmless, and so is `using`. */
  dispose(): void;
};
