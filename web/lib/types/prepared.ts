/** A spec that was checked and planned once, with the methods of `Posenc` without the spec argument. */
import type { EncodingSpec } from '../generated/encodings.js';
import type { CosSinCall, GramCall, RotateCall, SpecMethods, TableCall, When } from './spec-methods.js';
import type { BlockOptions, ComputedBlock, Positions, Shape } from './values.js';

type WithoutSpec<F, W extends When> = F extends (spec: EncodingSpec, ...rest: infer A) => Promise<infer R>
  ? (...rest: A) => W extends 'now' ? R : Promise<R>
  : never;

/** All methods except `shape`, which is a property. */
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

/** Synchronous methods in this thread. `signal` and `onProgress` are rejected, because the call blocks the thread. */
export type PreparedSync = Without<'now'>;

export type Prepared = Without<'later'> & {
  readonly spec: EncodingSpec;
  readonly shape: Shape;
  tableBlocks(positions: Positions, options?: BlockOptions): AsyncIterableIterator<ComputedBlock>;
  /** The first call throws `not_defined` if the instance uses workers. */
  readonly sync: PreparedSync;
  /** Releases the plan; later calls throw `disposed`. Calling it twice is harmless; `using` is supported. */
  dispose(): void;
};
