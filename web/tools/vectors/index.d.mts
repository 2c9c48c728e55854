export type DType = 'f64' | 'f32' | 'f16' | 'bf16';
/** See README.md for the fields. */
export interface Case {
  readonly name: string;
  readonly config: Readonly<Record<string, unknown>>;
  readonly layerType?: string;
  readonly contextLength?: number;
  readonly pairing: 'half' | 'interleaved';
  readonly headDim: number;
  readonly rotaryDim: number;
  readonly trainedContext: number;
  readonly frequencies: readonly number[];
  readonly amplitude: number;
  readonly softmaxMultiplier: number;
  readonly queryScale?: {
    readonly formula: string;
    readonly beta: number;
    readonly length: number;
    readonly shift: 0 | 1;
    readonly layers: 'all' | 'unrotated';
    readonly at: readonly { readonly position: number; readonly factor: number }[];
  };
  readonly positions: readonly number[];
  readonly cos: Readonly<Record<DType, string>>;
  readonly sin: Readonly<Record<DType, string>>;
  readonly engines: readonly EngineAnswer[];
}
export interface EngineAnswer {
  readonly engine: string;
  readonly release: string;
  readonly asOf: string;
  readonly basis: 'executed' | 'read' | 'unknown';
  readonly answer: 'same' | 'other' | 'raises' | 'not known';
  readonly error?: string;
  readonly frequencies?: readonly number[];
  readonly amplitude?: number;
}
export const cases: readonly Case[];
/** Decodes 'cos' or 'sin' of a case: one row per position, one column per pair, row by row. */
export function numbersOf(one: Case, name: 'cos' | 'sin', dtype: DType): Float64Array;
/** Throws if frequencies differ by more than `relative` (default 1e-6). */
export function checkFrequencies(one: Case, given: Iterable<number>, options?: { readonly relative?: number }): void;
/** Throws if values differ by more than `within`, by default one step of `dtype` at 1. */
export function checkCosSin(
  one: Case,
  given: { readonly cos: Iterable<number>; readonly sin: Iterable<number> },
  options?: {
    readonly dtype?: DType;
    readonly layout?: 'half' | 'doubled' | 'repeated';
    readonly within?: number;
    readonly upTo?: number;
  },
): void;
