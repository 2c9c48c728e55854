/**
 * What passes between the checked public interface (api.ts) and whatever does the work: the engine
 * in this thread or the worker's client. Requests are plain data, already validated, and can be posted.
 */
import type {
  AttentionScores,
  ComputedBy,
  DType,
  Fact,
  GpuDevice,
  GpuMatrix,
  Matrix,
  Shape,
  TableBlock,
} from '../types/posenc.js';
import type { Floats } from '../checks/arrays.js';
import type { InputPlan } from './analysis.js';
import type { AnalysisId, AnalysisResults } from '../generated/analyses.js';
import type { PositionPlan, RangePlan } from '../checks/positions.js';
import type { AnalysisOutput } from '../types/registry.js';
import type { RawAnalysis } from '../types/analysis-module.js';
import type { Control } from '../checks/control.js';
import type { RawLanes, RawReport, RawSpec } from '../types/core.js';

/** Rows first, first + 1, … of a result: what one worker of a pool is asked for. */
export interface Part {
  readonly first: number;
  readonly rows: number;
}
export interface OnPositions {
  readonly spec: RawSpec;
  readonly positions: PositionPlan;
}
/** Where the caller may give the array to write to. */
export interface Into {
  /** Length of the caller's own array, where there is one. */
  readonly intoLength?: number;
}
export interface TableRequest extends OnPositions, Into {
  readonly dtype: DType;
}
export interface BlocksRequest extends OnPositions {
  readonly dtype: DType;
  readonly blockRows?: number;
}
export interface GramRequest extends OnPositions {
  /** 'f32': the float64 matrix, each number rounded once. */
  readonly dtype: DType;
  /** Those rows from the diagonal on, (rows, n - first); their number, but at the end, a multiple of gramRows. */
  readonly part?: Part;
}
export interface DerivativeRequest extends OnPositions {
  /** The coordinate by which it is taken. */
  readonly axis: number;
}
export interface ChannelGramRequest {
  readonly spec: RawSpec;
  readonly positions: RangePlan;
}
export interface RotateRequest extends OnPositions, Into {
  /** The caller's memory until the event loop has its turn, if the backend `borrows`. */
  x: Matrix;
  /** Whether its numbers have yet to be checked: they must be finite. */
  readonly check?: boolean;
  /** `x` is a copy. */
  own?: boolean;
  /** How far it has come; the engine's. */
  state?: { readonly data: Floats };
  readonly side: 0 | 1;
  readonly dtype: DType;
}
export interface OnPairs {
  readonly spec: RawSpec;
  readonly nQuery: number;
  readonly nKey: number;
  /** These rows alone; of a bias, rows of all heads, one head below the other: (rows, nKey). */
  readonly part?: Part;
}
export interface BiasRequest extends OnPairs, Into {
  /** That head alone, or undefined for all of them. */
  readonly head: number | undefined;
}
export interface ScoresRequest {
  readonly spec: RawSpec;
  /** Where q holds a part of the queries: which, and how many there are in all. */
  readonly part?: { readonly first: number; readonly of: number };
  readonly q: Matrix<Float64Array>;
  readonly k: Matrix<Float64Array>;
  /** Left out: keys at 0 … nKey - 1, the last query at the last key. */
  readonly queryPositions: PositionPlan | undefined;
  readonly keyPositions: PositionPlan | undefined;
  /** Of a bias; undefined: the first. */
  readonly head: number | undefined;
}
export interface PrecisionRequest extends OnPositions {
  /** Indices into precisionMethods. */
  readonly methods: readonly number[];
  readonly scores: boolean;
}
export interface RawPrecision {
  readonly positions: Float64Array;
  /** One entry for each method asked for. */
  readonly methods: readonly {
    readonly errors: Float64Array;
    readonly held: Float64Array;
    readonly scoreErrors?: Float64Array;
  }[];
}
export interface AnalysisRequest {
  readonly analysis: RawAnalysis;
  readonly inputs: Readonly<Record<string, InputPlan>>;
  /** Kind of each output. */
  readonly kinds: Readonly<Record<string, AnalysisOutput['kind']>>;
}
/** The table at start + k*step as integer phases, for a GPU; `not_defined` where it has none. */
export interface LanesRequest {
  readonly spec: RawSpec;
  readonly start: number;
  readonly step: number;
}
export interface LanesResult extends RawLanes {
  readonly width: number;
  readonly headDim: number;
  /** The largest |frequency|, rad per position. */
  readonly fastest: number;
}
export interface ReportRequest {
  readonly spec: RawSpec;
  readonly trainedContext: number;
  readonly contextLength: number;
}

/** A result, and what computed it: the module where nothing is said. */
export type Computed<T> = T & { readonly backend?: ComputedBy };

/** Request and result of each public method that needs the module, and of what a GPU asks of it. */
export interface Calls {
  frequencies: { request: { readonly spec: RawSpec }; result: Float64Array };
  table: { request: TableRequest; result: Computed<Matrix> };
  derivative: { request: DerivativeRequest; result: Matrix<Float64Array> };
  kernelProfile: { request: OnPositions; result: Float64Array };
  decayBound: { request: OnPositions; result: Float64Array };
  gram: { request: GramRequest; result: Computed<Matrix> };
  /** The first row of the Gram matrix where that is Toeplitz, else no numbers. */
  gramProfile: { request: OnPositions; result: Float64Array };
  channelGram: { request: ChannelGramRequest; result: Matrix<Float64Array> };
  waveLanes: { request: LanesRequest; result: LanesResult };
  rotate: { request: RotateRequest; result: Computed<Matrix> };
  attentionBias: { request: BiasRequest; result: Computed<Matrix<Float32Array>> };
  biasVector: { request: BiasRequest; result: Matrix<Float32Array> };
  relativeMap: { request: OnPairs; result: Matrix<Float64Array> };
  attentionScores: { request: ScoresRequest; result: AttentionScores };
  facts: { request: { readonly spec: RawSpec }; result: readonly Fact[] };
  shape: { request: { readonly spec: RawSpec }; result: Shape };
  precision: { request: PrecisionRequest; result: RawPrecision };
  analyse: { request: AnalysisRequest; result: AnalysisResults[AnalysisId] };
  /** One report for each layer type of a configuration. */
  report: { request: readonly ReportRequest[]; result: readonly RawReport[] };
}
export type Method = keyof Calls;

/** The inputs are the rows of the table at these positions. */
export interface NetworkKernelRequest extends OnPositions {
  readonly analysis: RawAnalysis;
  readonly kernel: 'ntk' | 'nngp';
}
/** A (rows, cols) float32 matrix in a GPUBuffer of the caller's. */
export interface OnGpuInput {
  readonly buffer: unknown;
  readonly rows: number;
  readonly cols: number;
  readonly device: GpuDevice | undefined;
}
export interface RotateOnGpuRequest extends OnPositions {
  readonly x: OnGpuInput;
  readonly side: 0 | 1;
}

/** Request of each method whose result stays on a GPU. */
export interface OnGpuCalls {
  table: OnPositions;
  gram: OnPositions;
  attentionBias: BiasRequest;
  kernelProfile: OnPositions;
  networkKernel: NetworkKernelRequest;
  rotate: RotateOnGpuRequest;
}
export type OnGpuMethod = keyof OnGpuCalls;
/** Where such a result goes. */
export interface OnGpuTarget {
  readonly device: GpuDevice | undefined;
  /** Flags of the buffer beside those that are needed. */
  readonly usage: number;
  /** A GPUBuffer of the caller's, instead of a new one. */
  readonly into: unknown;
}
/** `GpuMatrix` for a device whose type is not known here. */
export type OnGpu = Omit<GpuMatrix, 'device' | 'buffer'> & { readonly device: unknown; readonly buffer: unknown };

/** The work of these can be done at once, without a turn for the event loop. */
export type PlannedMethod = Exclude<Method, 'analyse' | 'report'>;

export interface Backend {
  /** Reads arrays of the caller's before its first turn, and copies what it has not read by then. */
  readonly borrows?: boolean;
  run<M extends Method>(method: M, request: Calls[M]['request'], control: Control): Promise<Calls[M]['result']>;
  /** At least one block: for no positions, one of no rows, which still tells the width. */
  blocks(request: BlocksRequest, control: Control): AsyncGenerator<Computed<TableBlock>, void, undefined>;
  /** Only where a GPU was asked for; caller.ts puts it around any other. */
  onGpu?<M extends OnGpuMethod>(
    method: M,
    request: OnGpuCalls[M],
    target: OnGpuTarget,
    control: Control,
  ): Promise<OnGpu>;
  /** The same now; only where the module is in this thread. */
  readonly now?:
    | (<M extends PlannedMethod>(method: M, request: Calls[M]['request'], control: Control) => Calls[M]['result'])
    | undefined;
  /** Releases what is kept of a spec with that number. */
  release(prepared: number): void;
  dispose(): void;
}
