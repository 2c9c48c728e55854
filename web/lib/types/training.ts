/**
 * Training a transformer with any encoding: what is asked for, and the run that comes of it.
 */
import type { EncodingSpec } from '../generated/encodings.js';
import type { ModelParams, PositionParams, TaskSpec, TrainingParams } from '../generated/experiments.js';
import type { CallOptions, Matrix } from './values.js';

export type SignalOption = Pick<CallOptions, 'signal'>;

/** A spec whose sizes may be left out where they follow from the model: dim, heads, rows of a table. */
type Fitted<S> = S extends { readonly encoding: infer Id }
  ? { readonly encoding: Id } & { readonly [K in Exclude<keyof S, 'encoding'>]?: S[K] | undefined }
  : never;
/** An encoding in a model, and how it is put in. */
export type PositionSpec = Fitted<EncodingSpec> & PositionParams;

/** Plain JSON, but for lists of numbers that may be typed arrays. */
export interface Experiment extends TrainingParams {
  readonly task: TaskSpec;
  readonly model?: ModelParams | undefined;
  /** None by default. Those of one model are added, turned and scored one after the other. */
  readonly positions?: readonly PositionSpec[] | undefined;
}

/** Of one split of the task's samples. */
export interface SplitResult {
  readonly split: string;
  /** Mean cross-entropy in nats, or mean squared error. */
  readonly loss: number;
  /** Share of right answers, where answers are classes. */
  readonly accuracy?: number | undefined;
  /** The same by condition; NaN where one has no samples. */
  readonly accuracyByCondition: Readonly<Record<string, number>>;
  /** With `byPosition`: the same of each query, from the first token on; NaN where nothing counts. */
  readonly lossByPosition?: readonly number[] | undefined;
  readonly accuracyByPosition?: readonly number[] | undefined;
}
/**
 * Of one block: how wide its attention is, and how far the table that it adds mirrors what the task knows of places. What
 * is not defined is left out: all but entropy and logits where the block adds no table, or the task knows nothing.
 */
export interface BlockResult {
  /** -Σ p·ln p in nats, mean over heads, queries and some samples; NaN where attention goes over the batch. */
  readonly attentionEntropy: number;
  /**
   * Of the same samples' attention logits before softmax, of keys that a query sees: the standard deviation of all of them
   * together, and the largest absolute value. Left out where attention goes over the batch.
   */
  readonly logitSpread?: number | undefined;
  readonly largestLogit?: number | undefined;
  /**
   * Linear kernels (Kornblith et al. 2019, arXiv:1905.00414) by the unbiased HSIC (Song et al. 2012; Nguyen et al. 2021,
   * arXiv:2010.15327): 1 of the true places, 0 in the mean of tables that know nothing of them.
   */
  readonly cka?: number | undefined;
  /** Pearson's correlation of cosines and similarities, over pairs (representational similarity). */
  readonly rsa?: number | undefined;
  /** Mean cosine of pairs that are more alike than the mean, minus that of the others. */
  readonly contrast?: number | undefined;
  /** Squared distance to the true positions after the best turn, both centred and of norm 1: 0 … 2. */
  readonly procrustes?: number | undefined;
  /** Mean cosine within and between modules; (within - between)/within (Chan et al. 2014). */
  readonly cosineWithin?: number | undefined;
  readonly cosineBetween?: number | undefined;
  readonly segregation?: number | undefined;
  /** Newman's Q of the cosines above 0 for the true modules (arXiv:cond-mat/0407503). */
  readonly modularity?: number | undefined;
}
/**
 * Of the empirical tangent kernel K: inner products of the gradients by all parameters, at one query that counts of each
 * sample, summed over its outputs.
 */
export interface TangentResult {
  /**
   * Of the centred kernel with that of the targets, one-hot where they are classes (Cortes et al. 2012); left out where one
   * is constant.
   */
  readonly alignment?: number | undefined;
  /** exp of the entropy of its eigenvalues over their sum. */
  readonly effectiveRank: number;
  /** 1 - ⟨K₀, K⟩/(‖K₀‖·‖K‖), from the kernel that the run began with. */
  readonly movement: number;
  /** tr K/tr K₀ */
  readonly trace: number;
}
export interface Evaluation {
  readonly step: number;
  /** Of the last batch before it; at step 0 there is none. */
  readonly trainLoss?: number | undefined;
  /** Of the batches since the evaluation before, where `evaluations` gives this one and made steps before it. */
  readonly meanTrainLoss?: number | undefined;
  /** What was trained on first. */
  readonly splits: readonly SplitResult[];
  readonly blocks: readonly BlockResult[];
  /** With `tangentSamples`. */
  readonly tangent?: TangentResult | undefined;
  /** Of all weights' bits: the same for the same experiment on every machine. */
  readonly weightsHash: string;
}

export interface NamedTensor {
  readonly name: string;
  /** Row-major; none of one number. */
  readonly shape: readonly number[];
  /**
   * What each axis of the shape counts. Maps are `in` x `out` (y = x @ weight + bias); axes of what an encoding trains are
   * named by its parameters, such as `numBuckets` and `heads`, or `2*maxDistance+1`.
   */
  readonly axes?: readonly string[] | undefined;
  /** A copy. */
  readonly data: Float32Array;
}

/** Names of the tensors of a run that began with given weights. */
export interface BegunWith {
  /** They begin with the given numbers. */
  readonly taken: readonly string[];
  /** They were not given, and begin as the experiment's seed has it. */
  readonly new: readonly string[];
  /** They were given, and the experiment's model has none of that name. */
  readonly dropped: readonly string[];
}

/** What is known of a run before its first step. */
export interface RunFacts {
  /** Updates of the whole run, and those between two evaluations. */
  readonly steps: number;
  readonly evaluateEvery: number;
  /** Trained numbers. */
  readonly parameters: number;
  /** Multiplications and additions of a step's products. */
  readonly cost: number;
  readonly tokens: number;
  readonly blocks: number;
  readonly heads: number;
  /** [height, width] where tokens are the cells of a grid in reading order. */
  readonly grid: readonly [number, number] | undefined;
  readonly conditions: readonly string[];
  /** Number of samples; 0 where each draw is another one. */
  readonly splits: readonly { readonly name: string; readonly samples: number }[];
  /** By split, where it is known: the loss that no model can beat. */
  readonly leastLoss: Readonly<Record<string, number>>;
  /** Its standard error, by split: it is a mean over what samples hide. */
  readonly leastLossError: Readonly<Record<string, number>>;
  readonly leastLossIsEstimated: boolean;
  /** What is lost: cross-entropy of classes, or squared error of numbers. */
  readonly loss: 'cross-entropy' | 'squared-error';
  /** Queries of the last block: all tokens, or 1 where only the last is read. */
  readonly queries: number;
  /** What the task knows of the places of its tokens. */
  readonly places: KnownPlaces;
  /** Where `weights` were given. */
  readonly tensors: BegunWith | undefined;
}

export interface KnownPlaces {
  /** (tokens, tokens): how alike two are. */
  readonly similarities: Matrix<Float64Array> | undefined;
  /** (tokens, coordinates) */
  readonly positions: Matrix<Float64Array> | undefined;
  /** (tokens): the number of each one's module. */
  readonly modules: Float64Array | undefined;
}

export interface AttentionOptions extends SignalOption {
  /** A name of `facts.splits`; the first that is not trained on by default. */
  readonly split?: string | undefined;
  /** 0 by default. */
  readonly sample?: number | undefined;
  readonly head?: number | undefined;
}

export interface Advance {
  /** Updates done in all. */
  readonly step: number;
  /** Losses of the batches of this call's steps; behind a call that was aborted, of its steps before. */
  readonly losses: Float64Array;
  /** Whether all steps of the experiment are done. */
  readonly done: boolean;
}

/**
 * A training run. Its calls are done one after the other, in the order in which they were made; an aborted one leaves the
 * run after a whole step. Where what holds it dies (a worker, an instance of the module), it is opened again from what
 * was kept last, and the steps in between are done again: they have the same bits.
 */
export interface TrainingRun {
  /** Plain JSON, as checked. */
  readonly experiment: Experiment;
  readonly facts: RunFacts;
  /** Updates done, as far as it is known here. */
  readonly step: number;
  /** Up to so many steps; by default to the next evaluation that is due. Errors: bad_argument with tensor and step where numbers are no longer finite; the weights are then those before that step. */
  advance(steps?: number | undefined, options?: CallOptions): Promise<Advance>;
  /** Losses, accuracies and structure now. */
  evaluate(options?: CallOptions): Promise<Evaluation>;
  /** Trains to the end, with an evaluation at every step that `evaluateEvery` divides (0 too), and at the end. */
  evaluations(options?: CallOptions): AsyncIterableIterator<Evaluation>;
  /** All that is needed to go on with the same bits, and the experiment: give it to `train` or `resumeTraining`. */
  checkpoint(options?: SignalOption): Promise<Uint8Array>;
  /** (tokens, dim) that block `block` adds to its tokens; undefined where it adds nothing. */
  table(block: number, options?: SignalOption): Promise<Matrix<Float64Array> | undefined>;
  /** Probabilities of one head for a sample: (queries of that block, tokens). The last block of a task that reads the last token alone has one query. */
  attention(block: number, options?: AttentionOptions): Promise<Matrix<Float64Array>>;
  weights(options?: SignalOption): Promise<NamedTensor[]>;
  /** Releases what the run holds; later calls are refused as `disposed`. Calling twice is harmless, and so is `using`. */
  close(): void;
}

export interface RunOptions extends SignalOption {
  /** Makes the run longer than its checkpoint says. */
  readonly steps?: number | undefined;
}
/** A tensor to begin with: of `run.weights()`, or of `readTensors` of a .safetensors file. */
export type GivenTensor = Pick<NamedTensor, 'name' | 'shape'> & {
  readonly data: Float32Array | (() => Float32Array | Float64Array);
};
export interface TrainOptions extends SignalOption {
  /**
   * Weights to begin with instead of the seed's, such as those of another run (fine-tuning); the optimizer begins anew. A
   * tensor is taken by its name, and refused where its shape is not the experiment's. What is not given begins as the seed
   * has it, what the model has no tensor of is dropped: `facts.tensors` names them. A checkpoint has to be of a run that
   * began with them.
   */
  readonly weights?: readonly GivenTensor[] | undefined;
  /** Where to go on: of the same experiment, which may have more steps. */
  readonly checkpoint?: Uint8Array | ArrayBuffer | undefined;
}
