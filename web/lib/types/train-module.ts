/**
 * train.wasm as it exports itself (wasm/train_bindings.cpp): training runs, by handle. Values travel as in core.ts.
 */
import type { RawError, RawSpec, RawValues } from './core.js';

export interface RawExperiment {
  readonly task: RawValues & { readonly id: string };
  readonly model: RawValues;
  readonly positions: readonly (RawValues & { readonly spec: RawSpec })[];
  readonly training: RawValues;
}
export interface RawTensor {
  readonly name: string;
  /** Names of two, one or none, as 'count,dim'; and the size of the last. */
  readonly axes: string;
  readonly cols: number;
  /** Where it begins among all weights. */
  readonly first: number;
}
export interface RawRunFacts {
  readonly parameters: number;
  /** Multiplications and additions of a step's products. */
  readonly cost: number;
  readonly steps: number;
  readonly evaluateEvery: number;
  readonly tokens: number;
  readonly queries: number;
  readonly blocks: number;
  readonly heads: number;
  /** 0 where tokens are no cells of a grid. */
  readonly gridHeight: number;
  readonly gridWidth: number;
  readonly conditions: readonly string[];
  readonly splits: readonly { readonly name: string; readonly samples: number }[];
  /** Of each split, where it is known. */
  readonly leastLoss: Float64Array;
  readonly leastLossError: Float64Array;
  readonly leastLossIsEstimated: boolean;
  /** Losses are squared errors of numbers, else cross-entropies of classes. */
  readonly regression: boolean;
  readonly tensors: readonly RawTensor[];
  /** Names, after begin() alone. */
  readonly taken?: readonly string[];
  readonly fresh?: readonly string[];
  readonly dropped?: readonly string[];
}
/** A tensor to begin with. */
export interface RawGivenTensor {
  readonly name: string;
  readonly shape: readonly number[];
  readonly data: Float32Array;
}
export interface RawRunState {
  readonly step: number;
  /** Of the last batch. */
  readonly loss: number;
  readonly done: boolean;
  /** Of the whole experiment. */
  readonly steps: number;
}
/** After some of a step's work: how much of the step is made, and at 1 it is done. */
export interface RawStep extends RawRunState {
  readonly made: number;
}
export interface RawMeasured {
  readonly split: string;
  readonly loss: number;
  readonly accuracy?: number;
  /** In the order of the conditions; NaN where one has no samples. */
  readonly accuracyByCondition: Float64Array;
  /** By query, where they are asked for; NaN where nothing counts. */
  readonly lossByPosition?: Float64Array;
  readonly accuracyByPosition?: Float64Array;
}
/** Left out: what is not defined. */
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
  /** Where the experiment asks for it; the alignment is left out where it is not defined. */
  readonly tangent?: {
    readonly alignment?: number;
    readonly effectiveRank: number;
    readonly movement: number;
    readonly trace: number;
  };
  readonly weightsHash: string;
}
/** Bytes or numbers in the module's memory, until the next call of that run: copy at once. */
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
  /** Always close what was opened. */
  openRun(experiment: RawExperiment): { handle: number } | RawError;
  /** With these numbers instead of the seed's, before anything else. */
  begin(handle: number, weights: readonly RawGivenTensor[]): object | RawError;
  /** A part of making its data, about ten milliseconds; again until it is done. */
  prepare(handle: number): object | RawError;
  facts(handle: number): RawRunFacts | RawError;
  state(handle: number): RawRunState | RawError;
  /** About ten milliseconds of the step that is due; again until it is made. */
  step(handle: number): RawStep | RawError;
  beginEvaluation(handle: number): object | RawError;
  /** A pass of it; `made` is how much of it is done, from 0 to 1. */
  evaluate(handle: number): { done: false; made: number } | ({ done: true; made: number } & RawEvaluation) | RawError;
  save(handle: number, note: string): RawPlaced | RawError;
  /** Whether a checkpoint of so many bytes may be this run's, and there is room for it. */
  fits(handle: number, bytes: number): object | RawError;
  resume(handle: number, checkpoint: Uint8Array): RawRunState | RawError;
  /** float64; no rows where the block adds none. */
  table(handle: number, block: number): RawPlacedMatrix | RawError;
  /** What the task knows of its tokens' positions; no rows where it knows nothing. Modules are a column of their numbers. */
  known(handle: number, what: 'similarities' | 'positions' | 'modules'): RawPlacedMatrix | RawError;
  attention(handle: number, split: number, sample: number, block: number, head: number): RawPlacedMatrix | RawError;
  /** float32, all of them. */
  weights(handle: number): RawPlaced | RawError;
  close(handle: number): void;
  liveHandles(): number;
  /** Whether an allocation has failed, which ends an instance. */
  memoryEnded(): boolean;
}
