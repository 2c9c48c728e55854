/**
 * What the methods take and give: arrays, positions, options, results.
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
 * A number n means 0 … n-1. Any finite |position| <= 2^53, fractional and negative included. Positions of
 * several coordinates are rows of them, a matrix (n, a), or a grid.
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
/** Rows of numbers: vectors to rotate, queries, keys. */
export type Vectors<A extends Float32Array | Float64Array = Float32Array | Float64Array> =
  Matrix<A> | readonly (readonly number[])[];

export type DType = 'f32' | 'f64';

export interface CallOptions {
  /**
   * Aborts the call. An analysis is one piece of work: aborting it ends its worker, which is replaced. Without a worker it
   * cannot be aborted once it runs, and the event loop waits for its end.
   */
  readonly signal?: AbortSignal | undefined;
  /** Called with the fraction done, 0 … 1; at most about 60 times a second. */
  readonly onProgress?: ((fraction: number) => void) | undefined;
}
export interface IntoOptions<A extends Float32Array | Float64Array = Float32Array | Float64Array> {
  /**
   * Write here instead of allocating; its length must be that of the result and its type must fit `dtype`. Memory that
   * is shared (a SharedArrayBuffer) is written by the workers directly, other memory by a copy of what they send.
   */
  readonly into?: A | undefined;
  /**
   * Hand the memory of `into` over: a worker may then write to it directly. The whole buffer moves, so `into` and every
   * other view of it is detached by the call, and `result.data` is the array in its place. Where the call fails the
   * memory is gone. Not for shared memory, which needs no handing over.
   */
  readonly transfer?: boolean | undefined;
}
export interface TableOptions extends CallOptions, IntoOptions {
  /** Of the result; by default that of `into`, else 'f32'. */
  readonly dtype?: DType | undefined;
}
/** Of `cosSin`. */
export type CacheDType = DType | 'f16' | 'bf16';
/**
 * Where the cosine and sine of pair i of r/2 stand. `half`: cos[i] and sin[i] (ONNX Runtime, jax-js). `concatenated`: all
 * cosines and then all sines in one row (vLLM, SGLang, FlashInfer). `doubled`: cos[i] and cos[i + r/2] (transformers).
 * `repeated`: cos[2i] and cos[2i + 1] (transformers, where pairs are neighbours).
 */
export type CacheLayout = 'half' | 'concatenated' | 'doubled' | 'repeated';
/** The array of each type: of bf16 it has the bits, of f16 too where the engine has no Float16Array. */
export interface CacheArrays {
  readonly f32: Float32Array;
  readonly f64: Float64Array;
  readonly f16: Halves;
  readonly bf16: Uint16Array;
}
export type CacheArray = CacheArrays[CacheDType];
/** Row-major, (rows, cols) each. */
export interface CosSinPair<A extends CacheArray> {
  readonly cos: A;
  readonly sin: A;
  readonly rows: number;
  readonly cols: number;
}
/** Row-major, (rows, cols): in a row the cosines, then the sines. */
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
   * Write here instead of allocating: `{ cos, sin }`, or `{ data }` where layout is concatenated, of the class of `dtype` (f16 as
   * Uint16Array of bits, too) and as long as the result. Workers' results are copied there.
   */
  readonly into?: CacheInto<CacheArray> | undefined;
}
export type CacheInto<A extends CacheArray> = { readonly cos: A; readonly sin: A } | { readonly data: A };
export interface BiasOptions extends CallOptions, IntoOptions<Float32Array> {
  /** That head alone. */
  readonly head?: number | undefined;
}
export interface BlockOptions extends CallOptions {
  readonly dtype?: DType | undefined;
  /** Rows a block; by default as many as fit in 8 MiB. */
  readonly blockRows?: number | undefined;
}
/** What computed a result. */
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

/** A quantity that a row reports on itself: slopes, eigenvalues, drawn weights. */
export interface Fact {
  readonly name: string;
  readonly doc: string;
  /** (rows, cols), row-major. */
  readonly values: Float64Array;
  readonly cols: number;
}
/** The sizes of what a spec makes; 0 or empty where it has no such stage. */
export interface Shape {
  /** Channels of the table. */
  readonly width: number;
  /** Phases; frequencies are (pairs, axes). */
  readonly pairs: number;
  /** Coordinates of a position. */
  readonly axes: number;
  readonly heads: number;
  /** Numbers of a vector given to rotate, and of the result. */
  readonly headDim: number;
  readonly rotatedWidth: number;
  /** Numbers of a query of attentionScores (0 = any), and the terms that are added. */
  readonly scoreDim: number;
  readonly terms: readonly string[];
  /** Sizes of the axes of a finite table; its coordinates are integers below them. */
  readonly extent: readonly number[];
  /** The relations inside a window: nQuery = nKey = cells. */
  readonly cells: number;
}
export interface RotateOptions extends CallOptions, IntoOptions {
  /**
   * Rows of x are queries ('q', the default), keys ('k'), or attention outputs ('o'). Outputs are rotated back by the
   * angles of their query's position, as DeepSeek V4 does because its values carry the rotation of the keys.
   */
  readonly side?: 'q' | 'k' | 'o' | undefined;
  /** Of the result; by default that of `into`, else of x. */
  readonly dtype?: DType | undefined;
}
export interface GramOptions extends CallOptions {
  /** Of the result; 'f64' by default. */
  readonly dtype?: DType | undefined;
}
export interface ScoresOptions extends CallOptions {
  /**
   * By default keys stand at 0 … nKey - 1 and the last query at the last key. Causal rows mask the keys at later
   * positions; a row with an attentionBias takes integers, of a window its cells (else `bad_positions`).
   */
  readonly queryPositions?: Positions | undefined;
  readonly keyPositions?: Positions | undefined;
  /** Of a row with an attentionBias stage, 0 by default; refused for any other row. */
  readonly head?: number | undefined;
}
/** The sum of the terms; masked keys are -Infinity in all of them. */
export interface AttentionScores extends Matrix<Float64Array> {
  readonly terms: readonly { readonly name: string; readonly data: Float64Array }[];
}

export interface PrecisionOptions extends CallOptions {
  /** Ids of `precisionMethods`; all of them by default. */
  readonly methods?: readonly PrecisionMethodId[] | undefined;
  /** false leaves the score errors out, which take about 60 times as long as the rest. */
  readonly scores?: boolean | undefined;
}
/** One method at all positions; NaN where it gives no number (fp16 from position 65520 on). */
export interface PrecisionErrors {
  readonly id: PrecisionMethodId;
  readonly title: string;
  readonly source: string;
  /** (n) largest |(cos, sin) - exact (cos, sin)| of all pairs; 2 is the opposite direction. */
  readonly errors: Float64Array;
  /** (n) largest error of the normalised score of equal q and k, keys at the 0 … 128 positions before. */
  readonly scoreErrors?: Float64Array;
  /** (n) what the position becomes before it is multiplied. */
  readonly held: Float64Array;
  /** How many different finite numbers stand in `held`. */
  readonly distinctPositions: number;
}
export interface Precision {
  /** (n) the positions as numbers. */
  readonly positions: Float64Array;
  readonly methods: readonly PrecisionErrors[];
}
