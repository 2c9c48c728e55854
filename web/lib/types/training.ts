/** Types of `train`: an experiment with a transformer and any encodings, and its run. */
import type { EncodingSpec } from '../generated/encodings.js';
import type { ModelParams, PositionParams, TaskSpec, TrainingParams } from '../generated/experiments.js';
import type { CallOptions, Matrix } from './values.js';

export type SignalOption = Pick<CallOptions, 'signal'>;

/** A spec that may omit dimensions given by the model: dim, heads, rows of a table. */
type Fitted<S> = S extends { readonly encoding: infer Id }
  ? { readonly encoding: Id } & { readonly [K in Exclude<keyof S, 'encoding'>]?: S[K] | undefined }
  : never;
/** An encoding in a model, and how it is applied. */
export type PositionSpec = Fitted<EncodingSpec> & PositionParams;

/** Plain JSON, except that lists of numbers may be typed arrays. */
export interface Experiment extends TrainingParams {
  readonly task: TaskSpec;
  readonly model?: ModelParams | undefined;
  /** None by default. All encodings are applied in order: added, rotated, or used in scores. */
  readonly positions?: readonly PositionSpec[] | undefined;
}

/** Results on one split of the task's samples. */
export interface SplitResult {
  readonly split: string;
  /** Mean cross-entropy in nats, or mean squared error. */
  readonly loss: number;
  /** Fraction of correct answers, if answers are classes. */
  readonly accuracy?: number | undefined;
  /** Accuracy by condition; NaN for a condition without samples. */
  readonly accuracyByCondition: Readonly<Record<string, number>>;
  /** With `byPosition`: loss and accuracy by query, starting at the first token; NaN for queries that do not count. */
  readonly lossByPosition?: readonly number[] | undefined;
  readonly accuracyByPosition?: readonly number[] | undefined;
}
/**
 * Measures of one block: how wide its attention is, and how well its added table matches the task's known positions. If
 * it adds no table, or no positions are known, only entropy and logits are present.
 */
export interface BlockResult {
  /** -Σ p·ln p in nats, mean over heads, queries and some samples; NaN if attention goes over the batch. */
  readonly attentionEntropy: number;
  /**
   * Standard deviation and largest absolute value of all attention logits before softmax, for the same samples and the
   * keys visible to each query. Left out if attention goes over the batch.
   */
  readonly logitSpread?: number | undefined;
  readonly largestLogit?: number | undefined;
  /**
   * CKA with linear kernels (Kornblith et al. 2019, arXiv:1905.00414) by the unbiased HSIC (Song et al. 2012; Nguyen et
   * al. 2021, arXiv:2010.15327). 1 for the true positions; 0 on average for unrelated tables.
   */
  readonly cka?: number | undefined;
  /** Pearson's correlation of cosines and similarities, over pairs (representational similarity). */
  readonly rsa?: number | undefined;
  /** Mean cosine of pairs with above-average similarity, minus that of the other pairs. */
  readonly contrast?: number | undefined;
  /** Squared distance to the true positions after the best rotation, both centred and with norm 1: 0 … 2. */
  readonly procrustes?: number | undefined;
  /** Mean cosine within and between modules; (within - between)/within (Chan et al. 2014). */
  readonly cosineWithin?: number | undefined;
  readonly cosineBetween?: number | undefined;
  readonly segregation?: number | undefined;
  /** Newman's Q of the cosines above 0 for the true modules (arXiv:cond-mat/0407503). */
  readonly modularity?: number | undefined;
}
/**
 * Measures of the empirical tangent kernel K: inner products of the gradients with respect to all parameters. Each
 * sample contributes one query that counts, summed over its outputs.
 */
export interface TangentResult {
  /**
   * Alignment of the centred kernel with that of the targets, one-hot for classes (Cortes et al. 2012). Left out if
   * either is constant.
   */
  readonly alignment?: number | undefined;
  /** exp of the entropy of the normalised eigenvalues. */
  readonly effectiveRank: number;
  /** 1 - ⟨K₀, K⟩/(‖K₀‖·‖K‖), with K₀ at the start of the run. */
  readonly movement: number;
  /** tr K/tr K₀ */
  readonly trace: number;
}
export interface Evaluation {
  readonly step: number;
  /** Loss of the last batch before this step; absent at step 0. */
  readonly trainLoss?: number | undefined;
  /** Mean loss since the previous evaluation, if `evaluations` yields this one and trained steps in between. */
  readonly meanTrainLoss?: number | undefined;
  /** The training split comes first. */
  readonly splits: readonly SplitResult[];
  readonly blocks: readonly BlockResult[];
  /** With `tangentSamples`. */
  readonly tangent?: TangentResult | undefined;
  /** Hash of the bits of all weights. Equal for the same experiment on every machine. */
  readonly weightsHash: string;
}

export interface NamedTensor {
  readonly name: string;
  /** Row-major; empty for a scalar. */
  readonly shape: readonly number[];
  /**
   * Names of the axes of the shape. Maps are `in` x `out` (y = x @ weight + bias). Axes of an encoding's trained
   * parameters are named after its parameters, such as `numBuckets` and `heads`, or `2*maxDistance+1`.
   */
  readonly axes?: readonly string[] | undefined;
  /** A copy. */
  readonly data: Float32Array;
}

/** Tensor names of a run that began with given weights. */
export interface BegunWith {
  /** Initialized with the given values. */
  readonly taken: readonly string[];
  /** Not given, so initialized from the experiment's seed. */
  readonly new: readonly string[];
  /** Given, but the experiment's model has no tensor of that name. */
  readonly dropped: readonly string[];
}

/** Facts known before the first step. */
export interface RunFacts {
  /** Updates of the whole run, and updates between two evaluations. */
  readonly steps: number;
  readonly evaluateEvery: number;
  /** Number of trained values. */
  readonly parameters: number;
  /** Multiplications and additions in the products of a step. */
  readonly cost: number;
  readonly tokens: number;
  readonly blocks: number;
  readonly heads: number;
  /** [height, width] if tokens are the cells of a grid in reading order. */
  readonly grid: readonly [number, number] | undefined;
  readonly conditions: readonly string[];
  /** Number of samples; 0 if every draw is new. */
  readonly splits: readonly { readonly name: string; readonly samples: number }[];
  /** Lowest loss that any model can reach, by split, if known. */
  readonly leastLoss: Readonly<Record<string, number>>;
  /** Standard error of the lowest loss, by split. That loss is a mean over hidden parts of the samples. */
  readonly leastLossError: Readonly<Record<string, number>>;
  readonly leastLossIsEstimated: boolean;
  /** The loss function: cross-entropy of classes, or squared error of values. */
  readonly loss: 'cross-entropy' | 'squared-error';
  /** Queries of the last block: all tokens, or 1 if only the last token is read. */
  readonly queries: number;
  /** Positions of the tokens that the task knows. */
  readonly places: KnownPlaces;
  /** Present if `weights` were passed. */
  readonly tensors: BegunWith | undefined;
}

export interface KnownPlaces {
  /** (tokens, tokens) Similarity of two tokens. */
  readonly similarities: Matrix<Float64Array> | undefined;
  /** (tokens, coordinates) */
  readonly positions: Matrix<Float64Array> | undefined;
  /** (tokens) Index of the module of each token. */
  readonly modules: Float64Array | undefined;
}

export interface AttentionOptions extends SignalOption {
  /** A name of `facts.splits`; by default the first split that is not trained on. */
  readonly split?: string | undefined;
  /** 0 by default. */
  readonly sample?: number | undefined;
  readonly head?: number | undefined;
}

export interface Advance {
  /** Total number of updates. */
  readonly step: number;
  /** Losses of the batches of this call; after an aborted call, preceded by that call's losses. */
  readonly losses: Float64Array;
  /** true if all steps of the experiment are done. */
  readonly done: boolean;
}

/**
 * A training run. Calls are executed one after the other in call order. An aborted call leaves the run after a complete
 * step. If its worker or module instance crashes, the run is reopened from its last saved state. The steps since then
 * are repeated, with the same bits.
 */
export interface TrainingRun {
  /** Plain JSON, as checked. */
  readonly experiment: Experiment;
  readonly facts: RunFacts;
  /** Number of updates, as last reported. */
  readonly step: number;
  /**
   * Trains up to this many steps; by default up to the next evaluation. Rejects with `bad_argument` (tensor, step) if
   * values become non-finite; the weights are then those before that step.
   */
  advance(steps?: number | undefined, options?: CallOptions): Promise<Advance>;
  /** Measures losses, accuracies and structure now. */
  evaluate(options?: CallOptions): Promise<Evaluation>;
  /** Trains to the end. Yields an evaluation at every multiple of `evaluateEvery` (including 0), and at the end. */
  evaluations(options?: CallOptions): AsyncIterableIterator<Evaluation>;
  /** Everything needed to continue with the same bits, and the experiment; pass it to `train` or `resumeTraining`. */
  checkpoint(options?: SignalOption): Promise<Uint8Array>;
  /** (tokens, dim) Table that block `block` adds to its tokens; undefined if it adds none. */
  table(block: number, options?: SignalOption): Promise<Matrix<Float64Array> | undefined>;
  /** (queries, tokens) Attention probabilities of one head for a sample. One query if only the last token is read. */
  attention(block: number, options?: AttentionOptions): Promise<Matrix<Float64Array>>;
  /** A copy of every tensor, float32, with its name and shape. */
  weights(options?: SignalOption): Promise<NamedTensor[]>;
  /** Releases the run; later calls throw `disposed`. Calling it twice is harmless; `using` is supported. */
  close(): void;
}

export interface RunOptions extends SignalOption {
  /** Makes the run longer than its checkpoint says. */
  readonly steps?: number | undefined;
}
/** An initial tensor: from `run.weights()`, or from `readTensors` of a .safetensors file. */
export type GivenTensor = Pick<NamedTensor, 'name' | 'shape'> & {
  readonly data: Float32Array | (() => Float32Array | Float64Array);
};
export interface TrainOptions extends SignalOption {
  /**
   * Initial weights instead of the seed's, for example from another run (fine-tuning); the optimizer starts fresh.
   * Tensors are matched by name; a tensor with a different shape is rejected. Missing tensors are initialized from the
   * seed, and unknown tensors are ignored: `facts.tensors` lists them. A checkpoint must be from a run with the same
   * initial weights.
   */
  readonly weights?: readonly GivenTensor[] | undefined;
  /** Checkpoint to continue from. It must be of the same experiment, which may have more steps. */
  readonly checkpoint?: Uint8Array | ArrayBuffer | undefined;
}
