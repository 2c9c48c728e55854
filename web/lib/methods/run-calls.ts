/**
 * Calls of a training run: requests, which name the run by number, and results. All calls of a run go to one backend.
 */
import type { RawEvaluation, RawExperiment, RawGivenTensor, RawRunFacts, RawRunState } from '../types/train-module.js';
import type { KnownPlaces } from '../types/training.js';
import type { Matrix } from '../types/values.js';

export interface OfRun {
  readonly run: number;
}
export interface OpenRun extends OfRun {
  readonly experiment: RawExperiment;
  readonly checkpoint: Uint8Array | undefined;
  /** Initial weights instead of the seed's. */
  readonly weights?: readonly RawGivenTensor[] | undefined;
}
export interface OpenedRun {
  readonly facts: RawRunFacts;
  readonly places: KnownPlaces;
  readonly state: RawRunState;
}
export interface AdvanceRun extends OfRun {
  /** Step to reach; limited by the end of the experiment. */
  readonly until: number;
  /** The last step whose loss the caller has. */
  readonly told: number;
}
export interface AdvancedRun {
  readonly state: RawRunState;
  readonly losses: Float64Array;
}
export interface SaveRun extends OfRun {
  readonly note: string;
}
export interface TableOfRun extends OfRun {
  readonly block: number;
}

export interface AttentionOfRun extends OfRun {
  /** Index of the split. */
  readonly split: number;
  readonly sample: number;
  readonly block: number;
  readonly head: number;
}

export interface RunCalls {
  openRun: { request: OpenRun; result: OpenedRun };
  advanceRun: { request: AdvanceRun; result: AdvancedRun };
  runState: { request: OfRun; result: { state: RawRunState } };
  evaluateRun: { request: OfRun; result: RawEvaluation };
  saveRun: { request: SaveRun; result: { bytes: Uint8Array } };
  runTable: { request: TableOfRun; result: { table: Matrix<Float64Array> | undefined } };
  runAttention: { request: AttentionOfRun; result: { attention: Matrix<Float64Array> } };
  runWeights: { request: OfRun; result: { weights: Float32Array } };
  closeRun: { request: OfRun; result: object };
}
export type RunCallName = keyof RunCalls;

export const isOfRun = (request: object): request is OfRun => 'run' in request;
