/**
 * analysis.wasm as it exports itself (wasm/analysis_bindings.cpp): jobs of the analyses. Values travel as in core.ts.
 */
import type { RawError, RawValues } from './core.js';

export interface RawAnalysis extends RawValues {
  readonly analysis: string;
  readonly layers: readonly (RawValues & { readonly layer: string })[];
}
export interface RawSize {
  readonly rows: number;
  readonly cols: number;
}
export interface RawMatrix extends RawSize {
  readonly data: Float64Array;
}
export interface RawOutput {
  readonly name: string;
  readonly values: Float64Array;
  readonly rows: number;
  readonly cols: number;
}

export interface AnalysisModule {
  readonly HEAPU8: Uint8Array;
  /** Whether inputs of these sizes would be refused, from the sizes alone. */
  checkSizes(spec: RawAnalysis, inputs: Readonly<Record<string, RawSize>>): object | RawError;
  /** Always end what was started. */
  start(spec: RawAnalysis, inputs: Readonly<Record<string, RawMatrix>>): { handle: number } | RawError;
  /** A step is some tens of milliseconds; at done = 1 finish once. */
  advance(handle: number): { done: number } | RawError;
  finish(handle: number): { outputs: RawOutput[] } | RawError;
  end(handle: number): void;
  liveHandles(): number;
  /** Whether an allocation has failed, which ends an instance. */
  memoryEnded(): boolean;
}
