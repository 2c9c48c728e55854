/**
 * What the library asks its backends for beside the public methods: requests and results.
 */
import type { AnalysisId, AnalysisResults } from '../generated/analyses.js';
import type { RawInput } from '../requests/analysis-input.js';
import type { OnPositions, OnSpec } from '../requests/requests.js';
import type { RawAnalysis } from '../types/analysis-module.js';
import type { RawLanes, RawReport } from '../types/core.js';
import type { AnalysisOutput } from '../types/registry.js';
import type { RunCalls } from './run-calls.js';

/** The table at start + k*step as integer phases, for a GPU; `not_defined` where it has none. */
export interface LanesRequest extends OnSpec {
  readonly start: number;
  readonly step: number;
}
export interface LanesResult extends RawLanes {
  readonly width: number;
  readonly headDim: number;
  /** The largest |frequency|, rad per position. */
  readonly fastest: number;
}
export interface AnalysisRequest {
  readonly analysis: RawAnalysis;
  readonly inputs: Readonly<Record<string, RawInput>>;
  /** Kind of each output. */
  readonly kinds: Readonly<Record<string, AnalysisOutput['kind']>>;
}
export interface ReportRequest extends OnSpec {
  readonly trainedContext: number;
  readonly contextLength: number;
}

/** On one spec, as the public methods are. */
export interface InternalOnSpec {
  /** The first row of the Gram matrix where that is Toeplitz, else no numbers. */
  gramProfile: { request: OnPositions; result: Float64Array };
  waveLanes: { request: LanesRequest; result: LanesResult };
}
export interface Internal extends InternalOnSpec, RunCalls {
  analyse: { request: AnalysisRequest; result: AnalysisResults[AnalysisId] };
  /** One report for each layer type of a configuration. */
  report: { request: readonly ReportRequest[]; result: readonly RawReport[] };
}
