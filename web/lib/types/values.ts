/**
 * Arrays, positions, options and results of the methods.
 *
 * Letters: n = positions, a = axes (coordinates of a position), w = table width (channels), p = pairs (phases).
 */
import type { Halves } from './globals.js';
import type { PrecisionMethodId } from '../generated/encodings.js';

/** Row-major; `data.length === rows * cols`. */
export interface Matrix<A extends Float32Array | Float64Array = Float32Array | Float64Array> {
  readonly data: A;
  readonly rows: number;
  readonly cols: number;
}

/** Arithmetic sequence start, start + step, …; `start` defaults to 0 and `step` to 1. */
export interface PositionRange {
  readonly start?: number;
  readonly count: number;
  readonly step?: number;
}
/** The cells of a grid in raster order; coordinates are the indices, slowest axis first: (y, x). */
export interface PositionGrid {
  readonly grid: readonly number[];
}
/**
 * A number n means 0 … n-1. Any finite |position| <= 2^53 is allowed, including fractional and negative ones. Positions
 * with several coordinates are a list of rows, a matrix (n, a), or a grid.
 */
export type Positions =
  | number
  | readonly number[]
  | Float64Array
  | Float32Array
  | Int32Array
  | Uint32Array
  | PositionRange
  | PositionGrid
  | readonly (readonly number[])[]
  | Matrix;

/** Evenly spaced positions. */
export type EvenPositions = number | PositionRange;
/** Rows of values: vectors to rotate, queries, keys. */
export type Vectors<A extends Float32Array | Float64Array = Float32Array | Float64Array> =
  Matrix<A> | readonly (readonly number[])[];

export type DType = 'f32' | 'f64';

export interface CallOptions {
  /**
   * Aborts the call. Aborting an analysis stops its worker, which is replaced. Without a worker, a running analysis
   * cannot be aborted and blocks the event loop.
   */
  readonly signal?: AbortSignal | undefined;
  /** Receives the fraction done, 0 … 1, at most about 60 times a second. */
  readonly onProgress?: ((fraction: number) => void) | undefined;
}
export interface IntoOptions<A extends Float32Array | Float64Array = Float32Array | Float64Array> {
  /**
   * Output array. Its length must match the result, and its type must fit `dtype`. Workers write to a SharedArrayBuffer
   * directly; other memory receives a copy.
   */
  readonly into?: A | undefined;
  /**
   * Transfers the memory of `into`, so that a worker may write to it directly. The call detaches `into` and all other
   * views of the buffer; use `result.data` instead. If the call fails, the memory is lost. Not for shared memory, which
   * needs no transfer.
   */
  readonly transfer?: boolean | undefined;
}
export interface TableOptions extends CallOptions, IntoOptions {
  /** Type of the result; by default that of `into`, else 'f32'. */
  readonly dtype?: DType | undefined;
}
/** Result type of `cosSin`. */
export type CacheDType = DType | 'f16' | 'bf16';
/**
 * Columns of the cosine and sine of pair i of r/2. `half`: cos[i] and sin[i] (ONNX Runtime, jax-js). `concatenated`:
 * all cosines and then all sines in one row (vLLM, SGLang, FlashInfer). `doubled`: cos[i] and cos[i + r/2]
 * (transformers). `repeated`: cos[2i] and cos[2i + 1] (transformers, if pairs are adjacent).
 */
export type CacheLayout = 'half' | 'concatenated' | 'doubled' | 'repeated';
/** Array class of each type. bf16 is stored as bits, and f16 also if the runtime lacks Float16Array. */
export interface CacheArrays {
  readonly f32: Float32Array;
  readonly f64: Float64Array;
  readonly f16: Halves;
  readonly bf16: Uint16Array;
}
export type CacheArray = CacheArrays[CacheDType];
/** Both row-major (rows, cols). */
export interface CosSinPair<A extends CacheArray> {
  readonly cos: A;
  readonly sin: A;
  readonly rows: number;
  readonly cols: number;
}
/** Row-major (rows, cols); a row holds the cosines, then the sines. */
export interface CosSinCache<A extends CacheArray> {
  readonly data: A;
  readonly rows: number;
  readonly cols: number;
}
export interface CosSinOptions<
  D extends CacheDType = CacheDType,
  L extends CacheLayout = CacheLayout,
> extends CallOptions {
  /** 'f32' by default. */
  readonly dtype?: D | undefined;
  /** 'half' by default. */
  readonly layout?: L | undefined;
  /**
   * Output arrays: `{ cos, sin }`, or `{ data }` for the layout concatenated. Class and length must match the result;
   * for f16 a Uint16Array of bits is also allowed. Workers' results are copied there.
   */
  readonly into?: CacheInto<CacheArray> | undefined;
}
export type CacheInto<A extends CacheArray> = { readonly cos: A; readonly sin: A } | { readonly data: A };
export interface BiasOptions extends CallOptions, IntoOptions<Float32Array> {
  /** Returns only this head. */
  readonly head?: number | undefined;
}
export interface BlockOptions extends CallOptions {
  readonly dtype?: DType | undefined;
  /** Rows per block; by default as many as fit in 8 MiB. */
  readonly blockRows?: number | undefined;
}
/** Backend that computed a result. */
export type ComputedBy = 'wasm' | 'webgpu';
export interface ComputedMatrix<A extends Float32Array | Float64Array = Float32Array | Float64Array> extends Matrix<A> {
  readonly backend: ComputedBy;
}
export interface TableBlock extends Matrix {
  /** Index of the block's first row in the whole table. */
  readonly firstRow: number;
}
export interface ComputedBlock extends TableBlock {
  readonly backend: ComputedBy;
}

/** A quantity of an encoding, such as slopes, eigenvalues or random weights. */
export interface Fact {
  readonly name: string;
  readonly doc: string;
  /** (rows, cols), row-major. */
  readonly values: Float64Array;
  readonly cols: number;
}
/** Dimensions of a spec's results; 0 or empty if the encoding lacks the stage. */
export interface Shape {
  /** Channels of the table. */
  readonly width: number;
  /** Number of phases; frequencies are (pairs, axes). */
  readonly pairs: number;
  /** Number of coordinates of a position. */
  readonly axes: number;
  readonly heads: number;
  /** Length of a vector passed to rotate, and of its result. */
  readonly headDim: number;
  readonly rotatedWidth: number;
  /** Length of a query of attentionScores (0 = any), and the names of the summed terms. */
  readonly scoreDim: number;
  readonly terms: readonly string[];
  /** Dimensions of a finite table; its coordinates are integers below them. */
  readonly extent: readonly number[];
  /** Number of positions in a window: nQuery = nKey = cells. */
  readonly cells: number;
}
export interface RotateOptions extends CallOptions, IntoOptions {
  /**
   * Rows of x are queries ('q', the default), keys ('k'), or attention outputs ('o'). Outputs are rotated back by the
   * angles of their query's position, as DeepSeek V4 does because its values carry the rotation of the keys.
   */
  readonly side?: 'q' | 'k' | 'o' | undefined;
  /** A row of x has this many vectors, the heads of a token; 1 by default. */
  readonly heads?: number | undefined;
  /** Type of the result; by default that of `into`, else of x. */
  readonly dtype?: DType | undefined;
}
export interface GramOptions extends CallOptions {
  /** Type of the result; 'f64' by default. */
  readonly dtype?: DType | undefined;
}
export interface ScoresOptions extends CallOptions {
  /**
   * Default: keys are at 0 … nKey - 1 and the last query is at the last key. Causal rows mask the keys at later
   * positions. Rows with an attentionBias take integers, for a window its cells (else `bad_positions`).
   */
  readonly queryPositions?: Positions | undefined;
  readonly keyPositions?: Positions | undefined;
  /** Only for rows with an attentionBias stage, 0 by default; rejected for all others. */
  readonly head?: number | undefined;
}
/** Sum of the terms; masked keys are -Infinity in every term. */
export interface AttentionScores extends Matrix<Float64Array> {
  readonly terms: readonly { readonly name: string; readonly data: Float64Array }[];
}

export interface PrecisionOptions extends CallOptions {
  /** Ids of `precisionMethods`; all of them by default. */
  readonly methods?: readonly PrecisionMethodId[] | undefined;
  /** false skips the score errors, which take about 60 times as long as the rest. */
  readonly scores?: boolean | undefined;
}
/** Errors of one method at all positions; NaN if it returns no number (fp16 from position 65520 on). */
export interface PrecisionErrors {
  readonly id: PrecisionMethodId;
  readonly title: string;
  readonly source: string;
  /** (n) Largest |(cos, sin) - exact (cos, sin)| over all pairs; 2 is the opposite direction. */
  readonly errors: Float64Array;
  /** (n) Largest error of the normalised score of equal q and k, for keys 0 … 128 positions earlier. */
  readonly scoreErrors?: Float64Array;
  /** (n) The position as stored before the multiplication. */
  readonly held: Float64Array;
  /** Number of different finite values in `held`. */
  readonly distinctPositions: number;
}
export interface Precision {
  /** (n) The positions as numbers. */
  readonly positions: Float64Array;
  readonly methods: readonly PrecisionErrors[];
}
