/**
 * What passes between the checked public interface (api.ts) and whatever does the work: the engine
 * in this thread or the worker's client. Requests are plain data, already validated, and can be posted.
 */
import type { DType, Matrix, Posenc, TableBlock } from './posenc.js';
import type { PositionPlan } from './positions.js';
import type { RawReport, RawSpec } from './wasm/core.js';

interface OnPositions {
  readonly spec: RawSpec;
  readonly positions: PositionPlan;
}
export interface TableRequest extends OnPositions {
  readonly dtype: DType;
  /** Length of the caller's own array, where there is one. */
  readonly intoLength?: number;
}
export interface BlocksRequest extends OnPositions {
  readonly dtype: DType;
  readonly blockRows?: number;
}
export interface RotateRequest extends OnPositions {
  /** (n, headDim), row-major. */
  readonly x: Float64Array;
  readonly headDim: number;
}
export interface BiasRequest {
  readonly spec: RawSpec;
  readonly nQuery: number;
  readonly nKey: number;
  /** Heads firstHead … firstHead + heads - 1. */
  readonly firstHead: number;
  readonly heads: number;
}
export interface ReportRequest {
  readonly spec: RawSpec;
  readonly trainedContext: number;
  readonly contextLength: number;
}

/** Request and result of each public method that needs the module. */
export interface Calls {
  frequencies: { request: { readonly spec: RawSpec }; result: Float64Array };
  table: { request: TableRequest; result: Matrix };
  derivative: { request: OnPositions; result: Matrix<Float64Array> };
  kernelProfile: { request: OnPositions; result: Float64Array };
  decayBound: { request: OnPositions; result: Float64Array };
  gram: { request: OnPositions; result: Matrix<Float64Array> };
  rotate: { request: RotateRequest; result: Matrix<Float64Array> };
  attentionBias: { request: BiasRequest; result: Matrix<Float32Array> };
  /** One report for each layer type of a configuration. */
  report: { request: readonly ReportRequest[]; result: readonly RawReport[] };
}
export type Method = keyof Calls & keyof Posenc;

export interface Control {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((fraction: number) => void) | undefined;
  readonly into?: Float32Array | Float64Array | undefined;
}

export interface Backend {
  run<M extends Method>(method: M, request: Calls[M]['request'], control: Control): Promise<Calls[M]['result']>;
  /** At least one block: for no positions, one of no rows, which still tells the width. */
  blocks(request: BlocksRequest, control: Control): AsyncGenerator<TableBlock, void, undefined>;
  dispose(): void;
}
