/**
 * analysis.wasm as it exports itself (wasm/analysis_bindings.cpp). Values travel as in core.ts.
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
/** Its numbers lie in the module's memory until the end. */
export interface RawOutput extends RawSize {
  readonly name: string;
  readonly dataPtr: number;
}

export interface AnalysisModule {
  readonly HEAPU8: Uint8Array;
  /** Whether inputs of these sizes would be refused, from the sizes alone. */
  checkSizes(spec: RawAnalysis, inputs: Readonly<Record<string, RawSize>>): object | RawError;
  /** Always end what was started. */
  start(spec: RawAnalysis, inputs: Readonly<Record<string, RawSize>>): { handle: number } | RawError;
  /** The next numbers of an input; all of them before run(). */
  give(handle: number, name: string, numbers: Float64Array): object | RawError;
  /** Does the work, once; `report` is called meanwhile with the share that is done, and must not throw. */
  run(handle: number, report: ((done: number) => void) | undefined): { outputs: RawOutput[] } | RawError;
  end(handle: number): void;
  liveHandles(): number;
  /** Whether an allocation has failed, which ends an instance. */
  memoryEnded(): boolean;
}
