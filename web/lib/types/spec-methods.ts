/** Methods on one spec. For the letters in shapes, see values.ts. */
import type { EncodingSpec } from '../generated/encodings.js';
import type {
  AttentionScores,
  BiasOptions,
  CacheArrays,
  CacheDType,
  CacheLayout,
  CallOptions,
  ComputedMatrix,
  CosSinCache,
  CosSinOptions,
  CosSinPair,
  EvenPositions,
  Fact,
  GramOptions,
  Matrix,
  Positions,
  Precision,
  PrecisionOptions,
  RotateOptions,
  ScoresOptions,
  Shape,
  TableOptions,
  Vectors,
} from './values.js';

type Floats = Float32Array | Float64Array;
/** 'later' returns a promise, 'now' the result itself. */
export type When = 'later' | 'now';
type Made<W extends When, A extends Floats = Floats> = W extends 'now' ? ComputedMatrix<A> : Promise<ComputedMatrix<A>>;

/**
 * Types of `table`, `gram` and `rotate`: the options determine the array type, else the input does. `First` holds the
 * leading arguments: the spec, or none if prepared.
 */
export interface TableCall<First extends readonly unknown[], W extends When> {
  /** The table, (n, w): a row for each position. Float32 unless `dtype` or `into` says otherwise. */
  (...args: [...First, positions: Positions, options: TableOptions & { dtype: 'f64' }]): Made<W, Float64Array>;
  /** The table, (n, w): a row for each position. Float32 unless `dtype` or `into` says otherwise. */
  <A extends Floats>(
    ...args: [...First, positions: Positions, options: TableOptions & { dtype?: undefined; into: A }]
  ): Made<W, A>;
  /** The table, (n, w): a row for each position. Float32 unless `dtype` or `into` says otherwise. */
  (
    ...args: [...First, positions: Positions, options?: TableOptions & { dtype?: 'f32' | undefined }]
  ): Made<W, Float32Array>;
  /** The table, (n, w): a row for each position. Float32 unless `dtype` or `into` says otherwise. */
  (...args: [...First, positions: Positions, options?: TableOptions]): Made<W>;
}
export interface GramCall<First extends readonly unknown[], W extends When> {
  /** The Gram matrix, (n, n): the product of the table with its transpose. Float64 unless `dtype` is 'f32'. */
  (...args: [...First, positions: Positions, options: GramOptions & { dtype: 'f32' }]): Made<W, Float32Array>;
  /** The Gram matrix, (n, n): the product of the table with its transpose. Float64 unless `dtype` is 'f32'. */
  (
    ...args: [...First, positions: Positions, options?: GramOptions & { dtype?: 'f64' | undefined }]
  ): Made<W, Float64Array>;
  /** The Gram matrix, (n, n): the product of the table with its transpose. Float64 unless `dtype` is 'f32'. */
  (...args: [...First, positions: Positions, options?: GramOptions]): Made<W>;
}
export interface RotateCall<First extends readonly unknown[], W extends When> {
  /** Rotates each row of `x`, (n, headDim), by its position. The type of the result is that of `x`. */
  (
    ...args: [...First, x: Vectors, positions: Positions, options: RotateOptions & { dtype: 'f32' }]
  ): Made<W, Float32Array>;
  /** Rotates each row of `x`, (n, headDim), by its position. The type of the result is that of `x`. */
  (
    ...args: [...First, x: Vectors, positions: Positions, options: RotateOptions & { dtype: 'f64' }]
  ): Made<W, Float64Array>;
  /** Rotates each row of `x`, (n, headDim), by its position. The type of the result is that of `x`. */
  <A extends Floats>(
    ...args: [...First, x: Vectors, positions: Positions, options: RotateOptions & { dtype?: undefined; into: A }]
  ): Made<W, A>;
  /** Rotates each row of `x`, (n, headDim), by its position. The type of the result is that of `x`. */
  <A extends Floats = Float64Array>(
    ...args: [
      ...First,
      x: Vectors<A>,
      positions: Positions,
      options?: RotateOptions & { dtype?: undefined; into?: undefined },
    ]
  ): Made<W, A>;
  /** Rotates each row of `x`, (n, headDim), by its position. The type of the result is that of `x`. */
  (...args: [...First, x: Vectors, positions: Positions, options?: RotateOptions]): Made<W>;
}
/** The result type of a layout. */
type CosSinIn<A extends CacheArrays[CacheDType], L extends CacheLayout> = L extends 'concatenated'
  ? CosSinCache<A>
  : CosSinPair<A>;
export interface CosSinCall<First extends readonly unknown[], W extends When> {
  /** Cosines and sines at `count` positions from `start` on, as engines cache them. Float32 unless `dtype` says so. */
  <D extends CacheDType = 'f32', L extends CacheLayout = 'half'>(
    ...args: [...First, start: number, count: number, options?: CosSinOptions<D, L>]
  ): W extends 'now' ? CosSinIn<CacheArrays[D], L> : Promise<CosSinIn<CacheArrays[D], L>>;
}

export interface SpecMethods {
  /** Dimensions of the results of this spec; also the cheapest way to check a spec. */
  shape(spec: EncodingSpec, options?: CallOptions): Promise<Shape>;
  /** (p), or (p, a) row-major: rad per unit of each coordinate. */
  frequencies(spec: EncodingSpec, options?: CallOptions): Promise<Float64Array>;
  /**
   * (n, w) For waves, f32 entries are correctly rounded and f64 entries are within 1 ulp of the wave times its
   * amplitude. The amplitude is a float64 (YaRN's factor is rounded to one first). Other tables state their error in
   * the registry. From a GPU (see `backend`), float32 waves are within 1.3e-7. Positions outside a finite (learned)
   * table reject with `bad_positions`.
   */
  readonly table: TableCall<[spec: EncodingSpec], 'later'>;
  /** (n, w) d table / d coordinate, f64; `axis` is 0 by default. */
  derivative(
    spec: EncodingSpec,
    positions: Positions,
    options?: CallOptions & { axis?: number | undefined },
  ): Promise<Matrix<Float64Array>>;
  /** (offsets) k(Δ) = Σ_c table[m,c] table[m-Δ,c], in closed form. `not_defined` if it is not a function of Δ. */
  kernelProfile(spec: EncodingSpec, offsets: Positions, options?: CallOptions): Promise<Float64Array>;
  /** (offsets) RoFormer's long-term decay curve (1/p) Σ_j |S_j(Δ)|: an upper bound, not a kernel. */
  decayBound(spec: EncodingSpec, offsets: Positions, options?: CallOptions): Promise<Float64Array>;
  /**
   * (n, n) table · tableᵀ, symmetric to the last bit. Computed in float64; 'f32' rounds the result once. A GPU's
   * float32 results have the same bits for evenly spaced integers (if k is a function of the offset). Others are within
   * (w + 3)·2^-24·Σ|a||b| + 1.3e-7·(Σ|a| + Σ|b|) for the rows a and b, and symmetric within that bound.
   */
  readonly gram: GramCall<[spec: EncodingSpec], 'later'>;
  /**
   * (w, w) tableᵀ · table over evenly spaced positions, in closed form: 10^9 positions cost as much as 10^3. Its
   * eigenvalues are the nonzero ones of `gram`. Only for waves of one coordinate, else `not_defined`. The error of an
   * entry is at most 4·2^-53·n times the amplitudes.
   */
  channelGram(spec: EncodingSpec, positions: EvenPositions, options?: CallOptions): Promise<Matrix<Float64Array>>;
  /**
   * (n, rotatedWidth) Rotates rows of x (n, headDim) as queries or keys ('q' by default), row i at positions[i]. With
   * `heads` each row of x and of the result has as many vectors.
   * Computed in float64; 'f32' rounds the result once (on a GPU within 2.6e-7·(|x1| + |x2|) of that). It is fast for
   * float32 x whose heads follow one another at the same positions. `into` may be the array of x if rotatedWidth is
   * headDim; after a failed call it may hold some of the rows. For a spec with `attnScale`, queries are also multiplied
   * by the factor of their position, never on a GPU.
   */
  readonly rotate: RotateCall<[spec: EncodingSpec], 'later'>;
  /**
   * Cosines and sines at positions start, …, start + count - 1 times the attention factor (a float64), as engines cache
   * them. Only for rotary encodings of one coordinate; `not_defined` otherwise. Rows are (r/2) or (r), for r rotated
   * channels, and do not depend on how channels are paired. f32, f16 and bf16 are correctly rounded from the exact
   * product; f64 is within 1 ulp. bf16 is a Uint16Array of bits. f16 is a Float16Array, or a Uint16Array of bits if the
   * runtime lacks it. The query factor `attnScale` is not included, because keys use the same values.
   */
  readonly cosSin: CosSinCall<[spec: EncodingSpec], 'later'>;
  /**
   * (heads * nQuery, nKey) Bias matrices of all heads stacked vertically, or only that of `head`, for rows with an
   * `attentionBias` stage. Head h has the rows h * nQuery … (h + 1) * nQuery - 1. The last query is at the last key, as
   * in generation with a cache. Masked keys are -Infinity.
   */
  attentionBias(
    spec: EncodingSpec,
    nQuery: number,
    nKey: number,
    options?: BiasOptions,
  ): Promise<ComputedMatrix<Float32Array>>;
  /**
   * (heads, nQuery + nKey - 1) The vector that generates each bias matrix: bias[i][j] = vector[j - i + nQuery - 1].
   * `not_defined` if the bias is not Toeplitz.
   */
  biasVector(
    spec: EncodingSpec,
    nQuery: number,
    nKey: number,
    options?: CallOptions & { head?: number | undefined },
  ): Promise<Matrix<Float32Array>>;
  /** (nQuery, nKey) Distance, or row of a learned table, for each pair; NaN if masked. */
  relativeMap(spec: EncodingSpec, nQuery: number, nKey: number, options?: CallOptions): Promise<Matrix<Float64Array>>;
  /** (nQuery, nKey) Logits of q (nQuery, d) and k (nKey, d) before the softmax, with their terms. */
  attentionScores(spec: EncodingSpec, q: Vectors, k: Vectors, options?: ScoresOptions): Promise<AttentionScores>;
  /** Quantities of the encoding, such as slopes or eigenvalues, in float64. */
  facts(spec: EncodingSpec, options?: CallOptions): Promise<readonly Fact[]>;
  /**
   * Error of the waves as other software computes them: each method of `precisionMethods`, emulated bit by bit, against
   * the exact waves. Only for specs of one geometric sequence: no context extension, scale 1, base >= 1.
   */
  precision(spec: EncodingSpec, positions: Positions, options?: PrecisionOptions): Promise<Precision>;
}
