/**
 * The public interface: one shape in process and in a worker; only `create` differs.
 *
 * Letters: n = positions, a = axes (coordinates of a position), w = table width (channels), p = pairs
 * (phases), L = trained context.
 * Every method is asynchronous and rejects with a PosencError (see errors.ts), or with
 * `signal.reason` when it was aborted. Results are plain arrays that the caller owns.
 */
import type { EncodingSpec, PrecisionMethodId, ScalingId, ScalingSpec } from '../generated/encodings.js';
import type { AnalysisId, AnalysisInputs, AnalysisResults, AnalysisSpec } from '../generated/analyses.js';
import type { WarningCode } from '../hf/warnings/codes.js';
import type { GpuDevice, OnGpuMethods } from './on-gpu.js';
import type { Prepared } from './prepared.js';
import type { AnalysisInfo, EncodingInfo } from './registry.js';

export type { EncodingSpec, ScalingSpec, EncodingInfo };
export type { Prepared, PreparedSync } from './prepared.js';
export type {
  BiasOnGpuOptions,
  GpuDevice,
  GpuInput,
  GpuMatrix,
  Network,
  NetworkKernelOptions,
  OnGpuMethods,
  OnGpuOptions,
  RotateOnGpuOptions,
} from './on-gpu.js';

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

export type Band = 'kept' | 'blended' | 'scaled' | 'off';
export interface PairReport {
  readonly index: number;
  /** rad per position, after scaling. */
  readonly frequency: number;
  /** rad per position, before scaling: base^(-2i/r). */
  readonly unscaledFrequency: number;
  /** positions per turn, 2π / frequency; null for a pair that does not turn. */
  readonly wavelength: number | null;
  /** L × unscaledFrequency / 2π: the turns that training saw, r_i of YaRN eq. 17. */
  readonly turnsTrained: number;
  /** contextLength × frequency / 2π. */
  readonly turnsContext: number;
  readonly band: Band;
  /** true when contextLength reaches angles that training (L positions, unscaled) never saw. */
  readonly unseenAngles: boolean;
}
export interface ReportWarning {
  readonly code: WarningCode;
  readonly message: string;
  /** Where the statement comes from: a URL, an arXiv number, or owner/repo#issue. */
  readonly source: string;
}
/** Where a value of the report was found: a JSON path of the config, or the rule that gave it. */
export type ReadFrom = Readonly<Record<string, string>>;

/** What a config says of a layer type beside its frequencies; each stands only where the config has it. */
export interface LayerFields {
  readonly layerType?: string;
  readonly modelType?: string;
  /** Sliding-window layers see offsets below this only. */
  readonly slidingWindow?: number;
  /** Multimodal RoPE: pairs for each of the position ids time, height, width; their sum is rotaryDim / 2. */
  readonly mropeSection?: readonly number[];
  /** The sections alternate pair by pair instead of following one another. */
  readonly mropeInterleaved?: boolean;
  /** The same rotation with its three position ids, where the sections are valid; `spec` is that of text. */
  readonly multimodalSpec?: EncodingSpec;
}

export interface RopeReport extends LayerFields {
  /** The context extension in use. */
  readonly type: ScalingId;
  readonly base: number;
  readonly headDim: number;
  readonly rotaryDim: number;
  readonly trainedContext: number;
  readonly contextLength: number;
  readonly regime?: string;
  readonly frequencies: number[];
  /** cos and sin are multiplied by this. */
  readonly attentionFactor: number;
  /** attention logits are multiplied by this, beside attentionFactor². */
  readonly softmaxMultiplier: number;
  readonly pairs: readonly PairReport[];
  /** pairs with contextLength × frequency >= 2π. */
  readonly pairsWithFullTurn: number;
  readonly pairsWithUnseenAngles: number;
  readonly bands: Readonly<Record<Band, number>>;
  readonly spec: EncodingSpec;
  readonly readFrom: ReadFrom;
  readonly warnings: readonly ReportWarning[];
}
/** The layer type that comes first in the config fills the top level; all of them stand in `layers`. */
export interface ConfigReport extends RopeReport {
  readonly layers?: Readonly<Record<string, RopeReport>>;
}
export interface ImportedLayer extends LayerFields {
  readonly spec: EncodingSpec;
  readonly trainedContext: number;
  readonly maxContext: number;
  /** Multi-head latent attention (DeepSeek): the report's softmaxMultiplier applies. */
  readonly latentAttention: boolean;
  readonly readFrom: ReadFrom;
  readonly warnings: readonly ReportWarning[];
}
export interface ImportedConfig {
  readonly modelType?: string;
  /** One entry for a plain config (key 'default'), else one per layer type. */
  readonly layers: Readonly<Record<string, ImportedLayer>>;
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
  readonly side?: 'q' | 'k' | undefined;
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
/** How the channels of table A become those of table B. */
export interface ChannelMapping {
  readonly kind: 'identity' | 'permutation' | 'signed permutation';
  /** (w) channel c of B is signs[c] times channel permutation[c] of A. */
  readonly permutation: Int32Array;
  /** (w) each 1 or -1. */
  readonly signs: Int8Array;
  /** The same in words, by the name of the order where it has one. */
  readonly sentence: string;
}
export interface CompareOptions extends CallOptions {
  /** Differences up to this count as none; 1e-12 by default. */
  readonly tolerance?: number | undefined;
}
/** Two tables over the same positions. Differences are null where there is nothing to subtract. */
export interface Comparison {
  /** Both have the same number of channels. */
  readonly sameShape: boolean;
  /** max |A - B|; Infinity where only one of the two is finite. */
  readonly maxDifference: number | null;
  /** Where it is, the first such place; null where nothing differs. */
  readonly at: { readonly row: number; readonly channel: number; readonly position: number | number[] } | null;
  /** The first row with a difference above the tolerance. */
  readonly firstBeyond: { readonly row: number; readonly position: number | number[] } | null;
  /** null where no order and signs of A's channels give B, or the positions do not determine them. */
  readonly mapping: ChannelMapping | null;
  readonly maxDifferenceAfterMapping: number | null;
  /** All of this in words. */
  readonly sentence: string;
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

export interface Posenc extends OnGpuMethods {
  /** The registry, in display order. */
  readonly encodings: readonly EncodingInfo[];
  /**
   * The same methods without the spec, which is checked and planned now: for many small calls with one spec. Where the
   * work is done in this thread, `sync` has them without promises.
   */
  prepare(spec: EncodingSpec, options?: CallOptions): Promise<Prepared>;
  /** The sizes of what this spec makes; the cheapest way to check a spec. */
  shape(spec: EncodingSpec, options?: CallOptions): Promise<Shape>;
  /** (p), or (p, a) row-major: rad per unit of each coordinate. */
  frequencies(spec: EncodingSpec, options?: CallOptions): Promise<Float64Array>;
  /**
   * (n, w). Of waves, f32 entries are correctly rounded and f64 entries within 1 ulp; other tables state
   * their error at the row; from a GPU (`backend` says so) float32 waves are within 1.3e-7. Where the positions are finite (learned tables), others are `bad_positions`.
   */
  table(
    spec: EncodingSpec,
    positions: Positions,
    options: TableOptions & { dtype: 'f64' },
  ): Promise<ComputedMatrix<Float64Array>>;
  table<A extends Float32Array | Float64Array>(
    spec: EncodingSpec,
    positions: Positions,
    options: TableOptions & { dtype?: undefined; into: A },
  ): Promise<ComputedMatrix<A>>;
  table(
    spec: EncodingSpec,
    positions: Positions,
    options?: TableOptions & { dtype?: 'f32' | undefined },
  ): Promise<ComputedMatrix<Float32Array>>;
  table(spec: EncodingSpec, positions: Positions, options?: TableOptions): Promise<ComputedMatrix>;
  /**
   * The same table, a block of rows at a time; memory use does not depend on n. At least one block:
   * for no positions, one of no rows. Leave early by `break` or `return()`.
   */
  tableBlocks(spec: EncodingSpec, positions: Positions, options?: BlockOptions): AsyncIterableIterator<ComputedBlock>;
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
  gram(
    spec: EncodingSpec,
    positions: Positions,
    options: GramOptions & { dtype: 'f32' },
  ): Promise<ComputedMatrix<Float32Array>>;
  gram(
    spec: EncodingSpec,
    positions: Positions,
    options?: GramOptions & { dtype?: 'f64' | undefined },
  ): Promise<ComputedMatrix<Float64Array>>;
  gram(spec: EncodingSpec, positions: Positions, options?: GramOptions): Promise<ComputedMatrix>;
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
   * rotatedWidth is headDim. Where the call fails, `into` may have some of the rows.
   */
  rotate(
    spec: EncodingSpec,
    x: Vectors,
    positions: Positions,
    options: RotateOptions & { dtype: 'f32' },
  ): Promise<ComputedMatrix<Float32Array>>;
  rotate(
    spec: EncodingSpec,
    x: Vectors,
    positions: Positions,
    options: RotateOptions & { dtype: 'f64' },
  ): Promise<ComputedMatrix<Float64Array>>;
  rotate<A extends Float32Array | Float64Array>(
    spec: EncodingSpec,
    x: Vectors,
    positions: Positions,
    options: RotateOptions & { dtype?: undefined; into: A },
  ): Promise<ComputedMatrix<A>>;
  rotate<A extends Float32Array | Float64Array = Float64Array>(
    spec: EncodingSpec,
    x: Vectors<A>,
    positions: Positions,
    options?: RotateOptions & { dtype?: undefined; into?: undefined },
  ): Promise<ComputedMatrix<A>>;
  rotate(spec: EncodingSpec, x: Vectors, positions: Positions, options?: RotateOptions): Promise<ComputedMatrix>;
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
   * The float64 tables of two specs at the same positions, side by side. Rows without a table are compared
   * by their biases, or else maps, of n queries and n keys: `channel` is the head, a position [query, key].
   */
  compare(
    specA: EncodingSpec,
    specB: EncodingSpec,
    positions: Positions,
    options?: CompareOptions,
  ): Promise<Comparison>;
  /**
   * How far the waves are off when others compute them: each method of `precisionMethods`, emulated to the
   * bit, against the exact waves. For specs of one geometric sequence: no context extension, scale 1, base >= 1.
   */
  precision(spec: EncodingSpec, positions: Positions, options?: PrecisionOptions): Promise<Precision>;
  /** The registry of analyses: what can be computed from kernels and tables. */
  readonly analyses: readonly AnalysisInfo[];
  /**
   * Runs one of them. Inputs are matrices, or { spec, positions } for an encoding's float64 table; scalars
   * come back as numbers, lists as Float64Array, matrices as Matrix. The first call loads analysis.wasm.
   */
  analyse<Id extends AnalysisId>(
    spec: AnalysisSpec & { readonly analysis: Id },
    inputs: AnalysisInputs[Id],
    options?: CallOptions,
  ): Promise<AnalysisResults[Id]>;
  /** config.json as text or parsed. */
  importConfig(configJson: string | object, options?: CallOptions): Promise<ImportedConfig>;
  report(
    configJson: string | object,
    options?: CallOptions & { contextLength?: number | undefined },
  ): Promise<ConfigReport>;
  /** The `rope_parameters` fragment (transformers 5) for a rope spec; `legacy` gives rope_theta + rope_scaling. */
  exportConfig(
    spec: EncodingSpec,
    options?: CallOptions & { legacy?: boolean | undefined; maxPositionEmbeddings?: number | undefined },
  ): Promise<Record<string, unknown>>;
  /** Frees the module or stops the worker. Later calls reject with `disposed`. Calling twice is harmless. */
  dispose(): void;
}

/**
 * Where float32 tables of waves, rotary embedding of float32 vectors and Toeplitz biases are computed. 'webgpu': on a
 * GPU wherever it can; 'auto': tables, where that was measured to be faster; 'wasm': never. Without a GPU that gives right numbers, all three are the same.
 */
export type DeviceChoice = 'wasm' | 'webgpu' | 'auto';

export interface CreateOptions {
  /** 'wasm' by default. */
  readonly device?: DeviceChoice | undefined;
  /** A device of the page's own that is used first; it has to pass the same probe. */
  readonly gpuDevice?: GpuDevice | undefined;
  /** Run in a dedicated worker: the same as `workers: 1`. */
  readonly worker?: boolean | undefined;
  /**
   * Run in so many workers, 1 to 64; `navigator.hardwareConcurrency` is a good number. Calls whose result has
   * independent rows are divided among them, others run beside one another, and `tableBlocks` computes so many blocks
   * ahead. The bits of a result do not depend on the number. A worker that dies is replaced and its work done again.
   */
  readonly workers?: number | undefined;
  /** Bytes, compiled module or address instead of the packaged core.wasm (edge runtimes, tests). */
  readonly wasmBinary?: ArrayBuffer | Uint8Array | undefined;
  readonly wasmModule?: WebAssembly.Module | undefined;
  readonly wasmUrl?: string | URL | undefined;
  /**
   * The same for analysis.wasm, which `analyse` loads when it is first called. Where none is given it is looked for
   * beside `wasmUrl`, or else in the package.
   */
  readonly analysisBinary?: ArrayBuffer | Uint8Array | undefined;
  readonly analysisModule?: WebAssembly.Module | undefined;
  readonly analysisUrl?: string | URL | undefined;
  /** Makes a worker, a new one each time, where a bundler needs it done its own way. */
  readonly workerFactory?: (() => Worker) | undefined;
  readonly signal?: AbortSignal | undefined;
}
