/**
 * Requests and results of the internal calls, which have no public method.
 */
import type { AnalysisId, AnalysisResults } from '../generated/analyses.js';
import type { RawInput } from '../requests/analysis-input.js';
import type { OnPositions, OnSpec } from '../requests/requests.js';
import type { RawAnalysis } from '../types/analysis-module.js';
import type { RawJson } from '../types/config-module.js';
import type { RawLanes, RawReport } from '../types/core.js';
import type { AnalysisOutput } from '../types/registry.js';
import type { RunCalls } from './run-calls.js';

/** The table at start + k*step as integer phases, for a GPU; throws `not_defined` if the encoding has none. */
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

export interface IdentifyRequest {
  /** Text, or numbers with their subject as in config-module.ts. */
  readonly numbers: string | { readonly data: Float64Array; readonly rows: number; readonly subject: number };
  /** JSON: the options of posenc/identify.hpp. */
  readonly options: string;
}

/** Calls on one spec, like the public methods. */
export interface InternalOnSpec {
  /** The first row of the Gram matrix if it is Toeplitz, else an empty array. */
  gramProfile: { request: OnPositions; result: Float64Array };
  waveLanes: { request: LanesRequest; result: LanesResult };
}
export interface Internal extends InternalOnSpec, RunCalls {
  /** The result is the JSON text of an Identification. */
  identify: { request: IdentifyRequest; result: RawJson };
  /** `prompt` is JSON; the result is that of a MultimodalIds with lists. */
  multimodalIds: { request: { readonly prompt: string }; result: RawJson };
  analyse: { request: AnalysisRequest; result: AnalysisResults[AnalysisId] };
  /** One report for each layer type of a configuration. */
  report: { request: readonly ReportRequest[]; result: readonly RawReport[] };
}
