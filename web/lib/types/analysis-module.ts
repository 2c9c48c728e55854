/** Exports of analysis.wasm (wasm/analysis_bindings.cpp). Values are passed as in core.ts. */
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
/** `data` is in the module's memory until end(). */
export interface RawOutput extends RawSize {
  readonly name: string;
  readonly dataPtr: number;
}

export interface AnalysisModule {
  readonly HEAPU8: Uint8Array;
  /** Checks the memory limits from the dimensions alone. */
  checkSizes(spec: RawAnalysis, inputs: Readonly<Record<string, RawSize>>): object | RawError;
  /** Every started job must be ended. */
  start(spec: RawAnalysis, inputs: Readonly<Record<string, RawSize>>): { handle: number } | RawError;
  /** Appends values to an input. All inputs must be complete before run(). */
  give(handle: number, name: string, numbers: Float64Array): object | RawError;
  /** Runs the job once. `report` receives the fraction done and must not throw. */
  run(handle: number, report: ((done: number) => void) | undefined): { outputs: RawOutput[] } | RawError;
  end(handle: number): void;
  liveHandles(): number;
  /** true after a failed allocation, which makes the instance unusable. */
  memoryEnded(): boolean;
}
