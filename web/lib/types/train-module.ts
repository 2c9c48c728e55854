/** Exports of train.wasm (wasm/train_bindings.cpp): training runs by handle. Values are passed as in core.ts. */
import type { RawError, RawSpec, RawValues } from './core.js';

export interface RawExperiment {
  readonly task: RawValues & { readonly id: string };
  readonly model: RawValues;
  readonly positions: readonly (RawValues & { readonly spec: RawSpec })[];
  readonly training: RawValues;
}
export interface RawTensor {
  readonly name: string;
  /** Names of the axes as 'count,dim', 'dim' or '', and the size of the last one. */
  readonly axes: string;
  readonly cols: number;
  /** Index of its first element among all weights. */
  readonly first: number;
}
export interface RawRunFacts {
  readonly parameters: number;
  /** Multiplications and additions in the products of a step. */
  readonly cost: number;
  readonly steps: number;
  readonly evaluateEvery: number;
  readonly tokens: number;
  readonly queries: number;
  readonly blocks: number;
  readonly heads: number;
  /** 0 if tokens are not cells of a grid. */
  readonly gridHeight: number;
  readonly gridWidth: number;
  readonly conditions: readonly string[];
  readonly splits: readonly { readonly name: string; readonly samples: number }[];
  /** One per split, if known. */
  readonly leastLoss: Float64Array;
  readonly leastLossError: Float64Array;
  readonly leastLossIsEstimated: boolean;
  /** Losses are squared errors of values, else cross-entropies of classes. */
  readonly regression: boolean;
  readonly tensors: readonly RawTensor[];
  /** Tensor names, only after begin(). */
  readonly taken?: readonly string[];
  readonly fresh?: readonly string[];
  readonly dropped?: readonly string[];
}
/** An initial tensor. */
export interface RawGivenTensor {
  readonly name: string;
  readonly shape: readonly number[];
  readonly data: Float32Array;
}
export interface RawRunState {
  readonly step: number;
  /** Loss of the last batch. */
  readonly loss: number;
  readonly done: boolean;
  /** Steps of the whole experiment. */
  readonly steps: number;
}
/** `made` is the fraction of the current step that is done; 1 when it is complete. */
export interface RawStep extends RawRunState {
  readonly made: number;
}
export interface RawMeasured {
  readonly split: string;
  readonly loss: number;
  readonly accuracy?: number;
  /** In the order of the conditions; NaN for a condition without samples. */
  readonly accuracyByCondition: Float64Array;
  /** One value per query, if requested; NaN for queries that do not count. */
  readonly lossByPosition?: Float64Array;
  readonly accuracyByPosition?: Float64Array;
}
/** Undefined quantities are left out. */
export interface RawBlock {
  readonly attentionEntropy: number;
  readonly logitSpread?: number;
  readonly largestLogit?: number;
  readonly cka?: number;
  readonly rsa?: number;
  readonly contrast?: number;
  readonly procrustes?: number;
  readonly cosineWithin?: number;
  readonly cosineBetween?: number;
  readonly segregation?: number;
  readonly modularity?: number;
}
export interface RawEvaluation {
  readonly step: number;
  readonly trainLoss: number;
  readonly splits: readonly RawMeasured[];
  readonly blocks: readonly RawBlock[];
  /** Present if the experiment requests it; the alignment is left out if it is undefined. */
  readonly tangent?: {
    readonly alignment?: number;
    readonly effectiveRank: number;
    readonly movement: number;
    readonly trace: number;
  };
  readonly weightsHash: string;
}
/** Bytes or values in the module's memory, valid until the next call of that run: copy at once. */
export interface RawPlaced {
  readonly dataPtr: number;
  readonly length: number;
}
export interface RawPlacedMatrix {
  readonly dataPtr: number;
  readonly rows: number;
  readonly cols: number;
}

export interface TrainModule {
  readonly HEAPU8: Uint8Array;
  /** Every opened run must be closed. */
  openRun(experiment: RawExperiment): { handle: number } | RawError;
  /** Sets initial weights instead of the seed's. Must be the first call. */
  begin(handle: number, weights: readonly RawGivenTensor[]): object | RawError;
  /** Generates about ten milliseconds' worth of the data; repeat until done. */
  prepare(handle: number): object | RawError;
  facts(handle: number): RawRunFacts | RawError;
  state(handle: number): RawRunState | RawError;
  /** Runs about ten milliseconds of the current step; repeat until it is complete. */
  step(handle: number): RawStep | RawError;
  beginEvaluation(handle: number): object | RawError;
  /** Runs one pass of the evaluation; `made` is the fraction done, from 0 to 1. */
  evaluate(handle: number): { done: false; made: number } | ({ done: true; made: number } & RawEvaluation) | RawError;
  save(handle: number, note: string): RawPlaced | RawError;
  /** Checks if a checkpoint of this many bytes can belong to this run and fits in memory. */
  fits(handle: number, bytes: number): object | RawError;
  resume(handle: number, checkpoint: Uint8Array): RawRunState | RawError;
  /** float64; no rows if the block adds no table. */
  table(handle: number, block: number): RawPlacedMatrix | RawError;
  /** Positions that the task knows of its tokens; no rows if none. Modules are a column of indices. */
  known(handle: number, what: 'similarities' | 'positions' | 'modules'): RawPlacedMatrix | RawError;
  attention(handle: number, split: number, sample: number, block: number, head: number): RawPlacedMatrix | RawError;
  /** float32, all weights. */
  weights(handle: number): RawPlaced | RawError;
  close(handle: number): void;
  liveHandles(): number;
  /** true after a failed allocation, which makes the instance unusable. */
  memoryEnded(): boolean;
}
