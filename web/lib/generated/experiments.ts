/**
 * Written by web/tools/gen.mjs from the C++ registries (src/train/tasks.cpp, experiment.cpp). Do not edit.
 */
import type { ParamInfo, TaskInfo } from '../types/registry.js';

/** Latin Square Task. Ito et al., arXiv:2406.08272; Hearne et al. 2024 (LSTNN). */
export interface LatinSquareTask {
  readonly id: 'latin-square';
  /** Puzzles of each condition; one in ten is for the test. Integer, ≥ 10, ≤ 3000. Default 3000. */
  readonly puzzles?: number | undefined;
  /** Puzzles of each condition from which all others keep their distance. Integer, ≥ 1, ≤ 36. Default 36. */
  readonly shifted?: number | undefined;
}

/** 3-D modular data. in our own form, after the experiments of Ito et al., arXiv:2406.08272. */
export interface ModularTask {
  readonly id: 'modular';
  /** Nodes of both hemispheres, an even number. Integer, ≥ 24, ≤ 360. Default 48. */
  readonly nodes?: number | undefined;
  /** static: samples are normal; network: states of a nonlinear stochastic network. Default static. */
  readonly dynamics?: 'static' | 'network' | undefined;
  /** Strength g of the network's connections; from 0.4 on the quiet state is unstable. Finite, ≥ 0, ≤ 4. Default
   * 0.8. Only where dynamics is 'network'. */
  readonly gain?: number | undefined;
  /** Samples of the dynamics that the model is trained on. Integer, ≥ 16, ≤ 20000. Default 4000. */
  readonly samples?: number | undefined;
}

/** Sequences. Graves et al. 2014, arXiv:1410.5401 (copy, recall). */
export interface SequencesTask {
  readonly id: 'sequences';
  /** What is asked of the symbols: to write them again, reversed or sorted, to recall the value of a key, or to name
   * the symbol k back or the one in slot i. Default copy. */
  readonly kind?: 'copy' | 'reverse' | 'sort' | 'recall' | 'back' | 'slot' | undefined;
  /** Symbols of the alphabet; recall has as many keys. Integer, ≥ 2, ≤ 64. Default 16. */
  readonly symbols?: number | undefined;
  /** Least length that is trained on. Integer, ≥ 1, ≤ 512. Default 2. */ readonly shortest?: number | undefined;
  /** Largest length that is trained on. Integer, ≥ 1, ≤ 512. Default 8. */ readonly longest?: number | undefined;
  /** Largest length of the split `longer`. Integer, ≥ 1, ≤ 512. Default 12. */ readonly beyond?: number | undefined;
  /** k of back: tokens back; i of slot, from 0. Integer, ≥ 0, ≤ 511. Default 2. Only where kind is 'back' or 'slot'. */
  readonly offset?: number | undefined;
}

/** Small language. in our own form. */
export interface LanguageTask {
  readonly id: 'language';
  /** Names, which stand for who acts and for whom it is done to. Integer, ≥ 4, ≤ 64. Default 8. */
  readonly names?: number | undefined;
  /** Verbs, which stand for what is done. Integer, ≥ 1, ≤ 64. Default 4. */ readonly verbs?: number | undefined;
  /** Tokens of a document: the more, the further back an answer may stand. Integer, ≥ 32, ≤ 4096. Default 64. */
  readonly length?: number | undefined;
  /** Tokens of a document of the split `longer`, which there is none without. Integer, ≥ 32, ≤ 4096. */
  readonly beyond?: number | undefined;
  /** answers: what is asked for alone; all: every next word. Default answers. */
  readonly loss?: 'answers' | 'all' | undefined;
}

/** Own Latin squares. Hearne et al. (LSTNN), github.com/ljhearne/LSTNN_public. */
export interface OwnSquaresTask {
  readonly id: 'own-squares';
  /** 16 a puzzle in reading order: 0 blank, 1 to 4 given, 5 the target. Each finite, ≥ 0, ≤ 5. */
  readonly cells: readonly number[] | Float64Array;
  /** The target's symbol, 1 to 4, of each puzzle. Each finite, ≥ 1, ≤ 4. */
  readonly answers: readonly number[] | Float64Array;
  /** Each puzzle's condition, 1 to 3; without, the cheapest deduction that finds it. Each finite, ≥ 1, ≤ 3. */
  readonly vectors?: readonly number[] | Float64Array | undefined;
  /** 0 train, 1 test, 2 shifted, of each puzzle; without, one in ten of each condition is for the test. Each finite,
   * ≥ 0, ≤ 2. */
  readonly splits?: readonly number[] | Float64Array | undefined;
}

/** Own data, masked. after the experiments of Ito et al., arXiv:2406.08272. */
export interface OwnValuesTask {
  readonly id: 'own-values';
  /** Values of a sample: one for each node. Integer, ≥ 2, ≤ 1024. */ readonly nodes: number;
  /** The samples, one behind the other. Each finite, ≥ -1e+30, ≤ 1e+30. */
  readonly values: readonly number[] | Float64Array;
  /** x, y and z of each node, for encodings of three coordinates and to compare with. Each finite, ≥ -1000000, ≤
   * 1000000. */
  readonly coordinates?: readonly number[] | Float64Array | undefined;
  /** The number of each node's module, to compare with. Each finite, ≥ 0, ≤ 1023. */
  readonly modules?: readonly number[] | Float64Array | undefined;
  /** Share of the samples that are for the test: the last ones. Finite, ≥ 0.01, ≤ 0.9. Default 0.2. */
  readonly test?: number | undefined;
}

export type TaskSpec =
  | LatinSquareTask | ModularTask | SequencesTask | LanguageTask | OwnSquaresTask | OwnValuesTask;
export type TaskId = TaskSpec['id'];

/** A transformer of encoder or causal decoder blocks. */
export interface ModelParams {
  /** d: channels of a token, the width of the model. Integer, ≥ 1, ≤ 4096. Default 32. */
  readonly dim?: number | undefined;
  /** Blocks of attention and MLP, one after the other. Integer, ≥ 1, ≤ 64. Default 2. */
  readonly blocks?: number | undefined;
  /** Heads of attention; they divide dim. Integer, ≥ 1, ≤ 256. Default 1. */ readonly heads?: number | undefined;
  /** Neurons of a block's MLP. By default 4 dim. Integer, ≥ 1, ≤ 16384. */ readonly hidden?: number | undefined;
  /** Normalised before attention and MLP instead of after them. Default false. */
  readonly preNorm?: boolean | undefined;
  /** A token sees none that come later. Some tasks have it so anyway. Default false. */
  readonly causal?: boolean | undefined;
  /** The activation also after the second layer of the MLP (Ito et al.). Default false. */
  readonly mlpOutputActivation?: boolean | undefined;
  /** @deprecated The name of `mlpOutputActivation` before; only one of both can be given. */
  readonly twice?: boolean | undefined;
  /** Activation between the two layers of a block's MLP. Default gelu. */
  readonly activation?: 'gelu' | 'relu' | undefined;
  /** How all weights begin that no encoding has. Default glorot. */
  readonly initialisation?: 'glorot' | 'pytorch-mlp' | 'pytorch' | undefined;
  /** Multiplies what the embedding of the tokens begins with. Finite, > 0, ≤ 1000000. Default 1. */
  readonly tokenScale?: number | undefined;
  /** Weights that no encoding has stay as they begin. Default false. */ readonly frozen?: boolean | undefined;
  /** Divides q·k/√d; 0.01 in the cnope of LSTNN_public. Finite, > 0, ≤ 1000000. Default 1. */
  readonly temperature?: number | undefined;
}

/** How an encoding is put into a model. */
export interface PositionParams {
  /** A table is added at the input, or in every block, each with its own. Default input. */
  readonly where?: 'input' | 'blocks' | undefined;
  /** The parameters of the encoding are not trained. Default false. */ readonly frozen?: boolean | undefined;
  /** Frequencies are trained, from where the row puts them. Default false. */
  readonly learnFrequencies?: boolean | undefined;
  /** Dropout of tokens with a table in blocks, in evaluations too: 0.1 in LSTNN_public. Finite, ≥ 0, ≤ 0.99. Default
   * 0. */
  readonly publishedDropout?: number | undefined;
  /** A rotation, and attention, over the samples of a batch instead of the tokens, as in the rope of LSTNN_public.
   * Default false. */
  readonly overBatch?: boolean | undefined;
}

/** How a model is trained. */
export interface TrainingParams {
  /** Samples of a step; a multiple of 4. Integer, ≥ 4, ≤ 4096. Default 128. */ readonly batch?: number | undefined;
  /** Updates of the weights, after which the training ends. Integer, ≥ 0, ≤ 1000000000. Default 4000. */
  readonly steps?: number | undefined;
  /** Steps between two evaluations: the fewer, the finer the curves. Integer, ≥ 1, ≤ 1000000000. Default 500. */
  readonly evaluateEvery?: number | undefined;
  /** AdamW (beta1 0.9, epsilon 1e-8), or plain descent. Default adamw. */
  readonly optimizer?: 'adamw' | 'sgd' | undefined;
  /** What a step of AdamW keeps of the mean square of gradients. Finite, ≥ 0, ≤ 0.999999. Default 0.999. Only where
   * optimizer is 'adamw'. */
  readonly beta2?: number | undefined;
  /** Learning rate: how far a step moves the weights. Finite, > 0, ≤ 10. Default 0.001. */
  readonly learningRate?: number | undefined;
  /** @deprecated The name of `learningRate` before; only one of both can be given. */
  readonly rate?: number | undefined;
  /** An update takes learningRate · weightDecay of each weight away. Finite, ≥ 0, ≤ 10. Default 0. */
  readonly weightDecay?: number | undefined;
  /** @deprecated The name of `weightDecay` before; only one of both can be given. */
  readonly decay?: number | undefined;
  /** That of what encodings train. By default learningRate. Finite, > 0, ≤ 10. */
  readonly positionLearningRate?: number | undefined;
  /** That of what encodings train. By default weightDecay. Finite, ≥ 0, ≤ 10. */
  readonly positionWeightDecay?: number | undefined;
  /** Steps in which the learning rates rise to their size, in equal parts. Integer, ≥ 0, ≤ 1000000000. Default 0. */
  readonly warmup?: number | undefined;
  /** Learning rates after that: constant, or falling to 0 at the last step along a cosine or a line. Default
   * constant. */
  readonly schedule?: 'constant' | 'cosine' | 'linear' | undefined;
  /** Evaluations tell loss and accuracy of each position, too. Default false. */
  readonly byPosition?: boolean | undefined;
  /** Evaluations measure the empirical tangent kernel at so many samples of the test. Integer, ≥ 0, ≤ 512. Default
   * 0. */
  readonly tangentSamples?: number | undefined;
  /** The task's own table of positions, frozen, in every block. Default false. */
  readonly oracle?: boolean | undefined;
  /** Seed of the weights, the order of samples and all else that is random in training. Integer, ≥ 0, ≤
   * 9007199254740991. Default 0. */
  readonly seed?: number | undefined;
  /** Seed of the task's samples: another one draws others. Integer, ≥ 0, ≤ 9007199254740991. Default 0. */
  readonly taskSeed?: number | undefined;
}

/** Every task, in display order. */
export const tasks: readonly TaskInfo[] = [
  { id: 'latin-square', title: 'Latin Square Task', params: [
    { name: 'puzzles', kind: 'integer', required: false, initial: 3000, min: 10, max: 3000, slider: { min: 100, max: 3000, log: true } },
    { name: 'shifted', kind: 'integer', required: false, initial: 36, min: 1, max: 36, slider: { min: 1, max: 36 } },
  ] },
  { id: 'modular', title: '3-D modular data', params: [
    { name: 'nodes', kind: 'integer', required: false, initial: 48, min: 24, max: 360, slider: { min: 24, max: 360, log: true } },
    { name: 'dynamics', kind: 'choice', required: false, initial: 'static', choices: ['static', 'network'] },
    { name: 'gain', kind: 'number', required: false, initial: 0.8, min: 0, max: 4, slider: { min: 0, max: 1 }, where: { rule: 'dynamics=network', words: 'dynamics is \'network\'' } },
    { name: 'samples', kind: 'integer', required: false, initial: 4000, min: 16, max: 20000, slider: { min: 100, max: 10000, log: true } },
  ] },
  { id: 'sequences', title: 'Sequences', params: [
    { name: 'kind', kind: 'choice', required: false, initial: 'copy', choices: ['copy', 'reverse', 'sort', 'recall', 'back', 'slot'] },
    { name: 'symbols', kind: 'integer', required: false, initial: 16, min: 2, max: 64, slider: { min: 2, max: 64 } },
    { name: 'shortest', kind: 'integer', required: false, initial: 2, min: 1, max: 512, slider: { min: 1, max: 512 } },
    { name: 'longest', kind: 'integer', required: false, initial: 8, min: 1, max: 512, slider: { min: 1, max: 512 } },
    { name: 'beyond', kind: 'integer', required: false, initial: 12, min: 1, max: 512, slider: { min: 1, max: 512 } },
    { name: 'offset', kind: 'integer', required: false, initial: 2, min: 0, max: 511, slider: { min: 0, max: 511 }, where: { rule: 'kind=back,slot', words: 'kind is \'back\' or \'slot\'' } },
  ] },
  { id: 'language', title: 'Small language', params: [
    { name: 'names', kind: 'integer', required: false, initial: 8, min: 4, max: 64, slider: { min: 4, max: 64 } },
    { name: 'verbs', kind: 'integer', required: false, initial: 4, min: 1, max: 64, slider: { min: 1, max: 64 } },
    { name: 'length', kind: 'integer', required: false, initial: 64, min: 32, max: 4096, slider: { min: 32, max: 512, log: true } },
    { name: 'beyond', kind: 'integer', required: false, min: 32, max: 4096, slider: { min: 32, max: 1024, log: true } },
    { name: 'loss', kind: 'choice', required: false, initial: 'answers', choices: ['answers', 'all'] },
  ] },
  { id: 'own-squares', title: 'Own Latin squares', params: [
    { name: 'cells', kind: 'numbers', required: true, min: 0, max: 5, maxLength: 1048576 },
    { name: 'answers', kind: 'numbers', required: true, min: 1, max: 4, maxLength: 65536 },
    { name: 'vectors', kind: 'numbers', required: false, min: 1, max: 3, maxLength: 65536 },
    { name: 'splits', kind: 'numbers', required: false, min: 0, max: 2, maxLength: 65536 },
  ] },
  { id: 'own-values', title: 'Own data, masked', params: [
    { name: 'nodes', kind: 'integer', required: true, min: 2, max: 1024 },
    { name: 'values', kind: 'numbers', required: true, min: -1e+30, max: 1e+30, maxLength: 8388608 },
    { name: 'coordinates', kind: 'numbers', required: false, min: -1000000, max: 1000000, maxLength: 3072 },
    { name: 'modules', kind: 'numbers', required: false, min: 0, max: 1023, maxLength: 1024 },
    { name: 'test', kind: 'number', required: false, initial: 0.2, min: 0.01, max: 0.9, slider: { min: 0.05, max: 0.5 } },
  ] },
];

export const modelParams: readonly ParamInfo[] = [
  { name: 'dim', kind: 'integer', required: false, initial: 32, min: 1, max: 4096, slider: { min: 8, max: 128 } },
  { name: 'blocks', kind: 'integer', required: false, initial: 2, min: 1, max: 64, slider: { min: 1, max: 6 } },
  { name: 'heads', kind: 'integer', required: false, initial: 1, min: 1, max: 256, slider: { min: 1, max: 8 } },
  { name: 'hidden', kind: 'integer', required: false, min: 1, max: 16384, slider: { min: 8, max: 512 } },
  { name: 'preNorm', kind: 'boolean', required: false, initial: false },
  { name: 'causal', kind: 'boolean', required: false, initial: false },
  { name: 'mlpOutputActivation', kind: 'boolean', required: false, initial: false, formerly: 'twice' },
  { name: 'activation', kind: 'choice', required: false, initial: 'gelu', choices: ['gelu', 'relu'] },
  { name: 'initialisation', kind: 'choice', required: false, initial: 'glorot', choices: ['glorot', 'pytorch-mlp', 'pytorch'] },
  { name: 'tokenScale', kind: 'number', required: false, initial: 1, min: 0, max: 1000000, minExclusive: true, slider: { min: 0.1, max: 10, log: true } },
  { name: 'frozen', kind: 'boolean', required: false, initial: false },
  { name: 'temperature', kind: 'number', required: false, initial: 1, min: 0, max: 1000000, minExclusive: true, slider: { min: 0.01, max: 10, log: true } },
];

export const positionParams: readonly ParamInfo[] = [
  { name: 'where', kind: 'choice', required: false, initial: 'input', choices: ['input', 'blocks'] },
  { name: 'frozen', kind: 'boolean', required: false, initial: false },
  { name: 'learnFrequencies', kind: 'boolean', required: false, initial: false },
  { name: 'publishedDropout', kind: 'number', required: false, initial: 0, min: 0, max: 0.99, slider: { min: 0, max: 0.5 } },
  { name: 'overBatch', kind: 'boolean', required: false, initial: false },
];

export const trainingParams: readonly ParamInfo[] = [
  { name: 'batch', kind: 'integer', required: false, initial: 128, min: 4, max: 4096, slider: { min: 4, max: 256 } },
  { name: 'steps', kind: 'integer', required: false, initial: 4000, min: 0, max: 1000000000, slider: { min: 50, max: 20000, log: true } },
  { name: 'evaluateEvery', kind: 'integer', required: false, initial: 500, min: 1, max: 1000000000, slider: { min: 10, max: 2000, log: true } },
  { name: 'optimizer', kind: 'choice', required: false, initial: 'adamw', choices: ['adamw', 'sgd'] },
  { name: 'beta2', kind: 'number', required: false, initial: 0.999, min: 0, max: 0.999999, where: { rule: 'optimizer=adamw', words: 'optimizer is \'adamw\'' } },
  { name: 'learningRate', kind: 'number', required: false, initial: 0.001, min: 0, max: 10, minExclusive: true, slider: { min: 0.00001, max: 0.1, log: true }, formerly: 'rate' },
  { name: 'weightDecay', kind: 'number', required: false, initial: 0, min: 0, max: 10, formerly: 'decay' },
  { name: 'positionLearningRate', kind: 'number', required: false, min: 0, max: 10, minExclusive: true, slider: { min: 0.00001, max: 0.1, log: true } },
  { name: 'positionWeightDecay', kind: 'number', required: false, min: 0, max: 10 },
  { name: 'warmup', kind: 'integer', required: false, initial: 0, min: 0, max: 1000000000, slider: { min: 0, max: 1000 } },
  { name: 'schedule', kind: 'choice', required: false, initial: 'constant', choices: ['constant', 'cosine', 'linear'] },
  { name: 'byPosition', kind: 'boolean', required: false, initial: false },
  { name: 'tangentSamples', kind: 'integer', required: false, initial: 0, min: 0, max: 512, slider: { min: 0, max: 200 } },
  { name: 'oracle', kind: 'boolean', required: false, initial: false },
  { name: 'seed', kind: 'integer', required: false, initial: 0, min: 0, max: 9007199254740991, slider: { min: 0, max: 20 } },
  { name: 'taskSeed', kind: 'integer', required: false, initial: 0, min: 0, max: 9007199254740991, slider: { min: 0, max: 20 } },
];
