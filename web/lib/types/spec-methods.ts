/**
 * The methods on one spec. Letters as in values.ts.
 */
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
/** A promise, or the result itself. */
export type When = 'later' | 'now';
type Made<W extends When, A extends Floats = Floats> = W extends 'now' ? ComputedMatrix<A> : Promise<ComputedMatrix<A>>;

/**
 * `table`, `gram` and `rotate`: the array of a result is what the options say, else what was given. `First` are the
 * arguments before: the spec, or none where it was prepared.
 */
export interface TableCall<First extends readonly unknown[], W extends When> {
  (...args: [...First, positions: Positions, options: TableOptions & { dtype: 'f64' }]): Made<W, Float64Array>;
  <A extends Floats>(
    ...args: [...First, positions: Positions, options: TableOptions & { dtype?: undefined; into: A }]
  ): Made<W, A>;
  (
    ...args: [...First, positions: Positions, options?: TableOptions & { dtype?: 'f32' | undefined }]
  ): Made<W, Float32Array>;
  (...args: [...First, positions: Positions, options?: TableOptions]): Made<W>;
}
export interface GramCall<First extends readonly unknown[], W extends When> {
  (...args: [...First, positions: Positions, options: GramOptions & { dtype: 'f32' }]): Made<W, Float32Array>;
  (
    ...args: [...First, positions: Positions, options?: GramOptions & { dtype?: 'f64' | undefined }]
  ): Made<W, Float64Array>;
  (...args: [...First, positions: Positions, options?: GramOptions]): Made<W>;
}
export interface RotateCall<First extends readonly unknown[], W extends When> {
  (
    ...args: [...First, x: Vectors, positions: Positions, options: RotateOptions & { dtype: 'f32' }]
  ): Made<W, Float32Array>;
  (
    ...args: [...First, x: Vectors, positions: Positions, options: RotateOptions & { dtype: 'f64' }]
  ): Made<W, Float64Array>;
  <A extends Floats>(
    ...args: [...First, x: Vectors, positions: Positions, options: RotateOptions & { dtype?: undefined; into: A }]
  ): Made<W, A>;
  <A extends Floats = Float64Array>(
    ...args: [
      ...First,
      x: Vectors<A>,
      positions: Positions,
      options?: RotateOptions & { dtype?: undefined; into?: undefined },
    ]
  ): Made<W, A>;
  (...args: [...First, x: Vectors, positions: Positions, options?: RotateOptions]): Made<W>;
}
/** What a layout is made of. */
type CosSinIn<A extends CacheArrays[CacheDType], L extends CacheLayout> = L extends 'concatenated'
  ? CosSinCache<A>
  : CosSinPair<A>;
export interface CosSinCall<First extends readonly unknown[], W extends When> {
  <D extends CacheDType = 'f32', L extends CacheLayout = 'half'>(
    ...args: [...First, start: number, count: number, options?: CosSinOptions<D, L>]
  ): W extends 'now' ? CosSinIn<CacheArrays[D], L> : Promise<CosSinIn<CacheArrays[D], L>>;
}

export interface SpecMethods {
  /** The sizes of what this spec makes; the cheapest way to check a spec. */
  shape(spec: EncodingSpec, options?: CallOptions): Promise<Shape>;
  /** (p), or (p, a) row-major: rad per unit of each coordinate. */
  frequencies(spec: EncodingSpec, options?: CallOptions): Promise<Float64Array>;
  /**
   * (n, w). For waves, f32 entries are correctly rounded and f64 entries are within 1 ulp, both of the wave times its
   * amplitude, which is a float64 (YaRN's factor is rounded to one first). Other tables state their error at the row; from a GPU (`backend` says so) float32 waves are within 1.3e-7. Where the positions are finite (learned tables), others are `bad_positions`.
   */
  readonly table: TableCall<[spec: EncodingSpec], 'later'>;
  /** (n, w) d table / d coordinate, f64; `axis` is 0 by default. */
  derivative(
    spec: EncodingSpec,
    positions: Positions,
    options?: CallOptions & { axis?: number | undefined },
  ): Promise<Matrix<Float64Array>>;
  /** (offsets) k(Δ) = Σ_c table[m,c] table[m-Δ,c], in closed form; `not_defined` where it is no function of Δ. */
  kernelProfile(spec: EncodingSpec, offsets: Positions, options?: CallOptions): Promise<Float64Array>;
  /** (offsets) RoFormer's long-term decay curve (1/p) Σ_j |S_j(Δ)|: an upper bound, not a kernel. */
  decayBound(spec: EncodingSpec, offsets: Positions, options?: CallOptions): Promise<Float64Array>;
  /**
   * (n, n) table · tableᵀ; symmetric to the last bit. The arithmetic is float64; 'f32' rounds its result once. A GPU makes
   * float32 ones: of evenly spaced integers the same bits (where k is a function of the offset), of others within
   * (w + 3)·2^-24·Σ|a||b| + 1.3e-7·(Σ|a| + Σ|b|) of it for the rows a and b, and symmetric no further than that.
   */
  readonly gram: GramCall<[spec: EncodingSpec], 'later'>;
  /**
   * (w, w) tableᵀ · table over evenly spaced positions, in closed form: a table of 10^9 positions costs what one of
   * 10^3 does. Its eigenvalues are the nonzero ones of `gram`. Waves of one coordinate only, else `not_defined`.
   * Error of an entry at most 4·2^-53·n times the amplitudes.
   */
  channelGram(spec: EncodingSpec, positions: EvenPositions, options?: CallOptions): Promise<Matrix<Float64Array>>;
  /**
   * (n, rotatedWidth) rows of x (n, headDim) as queries or keys ('q' by default), row i at positions[i]. The
   * arithmetic is float64; 'f32' rounds its result once (a GPU's is within 2.6e-7·(|x1| + |x2|) of that), and is fast
   * for an x in float32 whose heads follow one another at the same positions. `into` may be the array of x itself, where
   * rotatedWidth is headDim. Where the call fails, `into` may have some of the rows. Queries of a spec with `attnScale` are
   * multiplied by the factor of their position, too; no GPU does that.
   */
  readonly rotate: RotateCall<[spec: EncodingSpec], 'later'>;
  /**
   * Cosines and sines at positions start, …, start + count - 1 times the amplitude, as engines keep them, of a rotary
   * encoding of one coordinate; `not_defined` otherwise. Rows are (r/2) or (r), r being the channels that turn, and do not
   * depend on which of them are pairs. The amplitude is a float64. f32, f16 and bf16 are correctly rounded from the exact
   * product, never by way of one another; f64 is within 1 ulp of it. bf16 is a Uint16Array of bits; f16 is a Float16Array, or where the engine has none a
   * Uint16Array of bits. A factor of queries (`attnScale`) is no part of them: keys are turned by the same numbers.
   */
  readonly cosSin: CosSinCall<[spec: EncodingSpec], 'later'>;
  /**
   * (heads * nQuery, nKey): the bias matrices of all heads, one below the other, or that of `head` alone, for rows with
   * an `attentionBias` stage; that of head h is the rows h * nQuery … (h + 1) * nQuery - 1.
   * The last query stands at the last key, as in generation with a cache; masked keys are -Infinity.
   */
  attentionBias(
    spec: EncodingSpec,
    nQuery: number,
    nKey: number,
    options?: BiasOptions,
  ): Promise<ComputedMatrix<Float32Array>>;
  /**
   * (heads, nQuery + nKey - 1): the vector that generates each bias matrix,
   * bias[i][j] = vector[j - i + nQuery - 1]; `not_defined` where the bias is not Toeplitz.
   */
  biasVector(
    spec: EncodingSpec,
    nQuery: number,
    nKey: number,
    options?: CallOptions & { head?: number | undefined },
  ): Promise<Matrix<Float32Array>>;
  /** (nQuery, nKey): the distance, or row of a learned table, that stands for each pair; NaN where masked. */
  relativeMap(spec: EncodingSpec, nQuery: number, nKey: number, options?: CallOptions): Promise<Matrix<Float64Array>>;
  /** (nQuery, nKey) logits of the rows of q (nQuery, d) and k (nKey, d) before the softmax, with their terms. */
  attentionScores(spec: EncodingSpec, q: Vectors, k: Vectors, options?: ScoresOptions): Promise<AttentionScores>;
  /** What the row reports on itself; all numbers float64. */
  facts(spec: EncodingSpec, options?: CallOptions): Promise<readonly Fact[]>;
  /**
   * How far the waves are off when others compute them: each method of `precisionMethods`, emulated to the
   * bit, against the exact waves. For specs of one geometric sequence: no context extension, scale 1, base >= 1.
   */
  precision(spec: EncodingSpec, positions: Positions, options?: PrecisionOptions): Promise<Precision>;
}
