/**
 * A spec that was checked and planned once: the methods of `Posenc` without it.
 */
import type {
  BlockOptions,
  ComputedBlock,
  ComputedMatrix,
  EncodingSpec,
  GramOptions,
  Posenc,
  Positions,
  RotateOptions,
  Shape,
  TableOptions,
  Vectors,
} from './posenc.js';

type Floats = Float32Array | Float64Array;
/** Methods with one form. */
type Plain =
  | 'frequencies'
  | 'derivative'
  | 'channelGram'
  | 'kernelProfile'
  | 'decayBound'
  | 'attentionBias'
  | 'biasVector'
  | 'relativeMap'
  | 'attentionScores'
  | 'facts'
  | 'precision';
type WithoutSpec<F> = F extends (spec: EncodingSpec, ...rest: infer A) => infer R ? (...rest: A) => R : never;
type Now<F> = F extends (...rest: infer A) => Promise<infer R> ? (...rest: A) => R : never;

/** `table`, `rotate` and `gram`: the array of a result is what the options say, else what was given. */
interface TableOf<F32, F64, Either> {
  (positions: Positions, options: TableOptions & { dtype: 'f64' }): F64;
  <A extends Floats>(
    positions: Positions,
    options: TableOptions & { dtype?: undefined; into: A },
  ): A extends Float32Array ? F32 : F64;
  (positions: Positions, options?: TableOptions & { dtype?: 'f32' | undefined }): F32;
  (positions: Positions, options?: TableOptions): Either;
}
interface GramOf<F32, F64, Either> {
  (positions: Positions, options: GramOptions & { dtype: 'f32' }): F32;
  (positions: Positions, options?: GramOptions & { dtype?: 'f64' | undefined }): F64;
  (positions: Positions, options?: GramOptions): Either;
}
interface RotateOf<F32, F64, Either> {
  (x: Vectors, positions: Positions, options: RotateOptions & { dtype: 'f32' }): F32;
  (x: Vectors, positions: Positions, options: RotateOptions & { dtype: 'f64' }): F64;
  <A extends Floats>(
    x: Vectors,
    positions: Positions,
    options: RotateOptions & { dtype?: undefined; into: A },
  ): A extends Float32Array ? F32 : F64;
  <A extends Floats = Float64Array>(
    x: Vectors<A>,
    positions: Positions,
    options?: RotateOptions & { dtype?: undefined; into?: undefined },
  ): A extends Float32Array ? F32 : F64;
  (x: Vectors, positions: Positions, options?: RotateOptions): Either;
}

/** The methods now, in this thread. `signal` and `onProgress` are refused: nothing else runs until the end. */
export type PreparedSync = { readonly [M in Exclude<Plain, 'precision'>]: Now<WithoutSpec<Posenc[M]>> } & {
  readonly table: TableOf<ComputedMatrix<Float32Array>, ComputedMatrix<Float64Array>, ComputedMatrix>;
  readonly gram: GramOf<ComputedMatrix<Float32Array>, ComputedMatrix<Float64Array>, ComputedMatrix>;
  readonly rotate: RotateOf<ComputedMatrix<Float32Array>, ComputedMatrix<Float64Array>, ComputedMatrix>;
};

export type Prepared = { readonly [M in Plain]: WithoutSpec<Posenc[M]> } & {
  readonly spec: EncodingSpec;
  readonly shape: Shape;
  readonly table: TableOf<
    Promise<ComputedMatrix<Float32Array>>,
    Promise<ComputedMatrix<Float64Array>>,
    Promise<ComputedMatrix>
  >;
  readonly gram: GramOf<
    Promise<ComputedMatrix<Float32Array>>,
    Promise<ComputedMatrix<Float64Array>>,
    Promise<ComputedMatrix>
  >;
  readonly rotate: RotateOf<
    Promise<ComputedMatrix<Float32Array>>,
    Promise<ComputedMatrix<Float64Array>>,
    Promise<ComputedMatrix>
  >;
  tableBlocks(positions: Positions, options?: BlockOptions): AsyncIterableIterator<ComputedBlock>;
  /** Throws `not_defined` at the first call where the instance works in workers. */
  readonly sync: PreparedSync;
  /** Releases the plan; later calls are refused as `disposed`. Calling twice is harmless, and so is `using`. */
  dispose(): void;
};
