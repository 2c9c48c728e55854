/**
 * Written by web/tools/gen.mjs from the C++ registries. Do not edit.
 */
import type { Texts } from '../types/documentation.js';

export const texts: Texts<'tasks' | 'experiment'> = {
  tasks: {
    'latin-square': { doc: 'One cell of a 4 x 4 Latin square from the others: relations along rows and columns.',
      citation: 'Ito et al., arXiv:2406.08272; Hearne et al. 2024 (LSTNN)', params: {
        puzzles: 'Puzzles of each condition; one in ten is for the test.',
        shifted: 'Puzzles of each condition from which all others keep their distance.',
      } },
    modular: { doc: 'Masked values of nodes in space from the others.',
      citation: 'in our own form, after the experiments of Ito et al., arXiv:2406.08272', params: {
        nodes: 'Nodes of both hemispheres, an even number.',
        dynamics: 'static: samples are normal; network: states of a nonlinear stochastic network.',
        gain: 'Strength g of the network\'s connections; from 0.4 on the quiet state is unstable.',
        samples: 'Samples of the dynamics that the model is trained on.',
      } },
    sequences: { doc: 'Copy, reverse, sort, recall; the token k steps back, the token of slot i.',
      citation: 'Graves et al. 2014, arXiv:1410.5401 (copy, recall)', params: {
        kind: 'What is asked of the symbols: to write them again, reversed or sorted, to recall the value of a key, or to name the symbol k back or the one in slot i.',
        symbols: 'Symbols of the alphabet; recall has as many keys.',
        shortest: 'Least length that is trained on.',
        longest: 'Largest length that is trained on.',
        beyond: 'Largest length of the split `longer`.',
        offset: 'k of back: tokens back; i of slot, from 0.',
      } },
    language: { doc: 'Sentences and questions: who does what to whom is told by the order of words alone.',
      citation: 'in our own form', params: {
        names: 'Names, which stand for who acts and for whom it is done to.',
        verbs: 'Verbs, which stand for what is done.',
        length: 'Tokens of a document: the more, the further back an answer may stand.',
        beyond: 'Tokens of a document of the split `longer`, which there is none without.',
        loss: 'answers: what is asked for alone; all: every next word.',
      } },
    'own-squares': { doc: 'Puzzles of 4 x 4 cells with their answers, given by the caller.',
      citation: 'Hearne et al. (LSTNN), github.com/ljhearne/LSTNN_public', params: {
        cells: '16 a puzzle in reading order: 0 blank, 1 to 4 given, 5 the target.',
        answers: 'The target\'s symbol, 1 to 4, of each puzzle.',
        vectors: 'Each puzzle\'s condition, 1 to 3; without, the cheapest deduction that finds it.',
        splits: '0 train, 1 test, 2 shifted, of each puzzle; without, one in ten of each condition is for the test.',
      } },
    'own-values': { doc: 'Masked values of the caller\'s nodes from the others.',
      citation: 'after the experiments of Ito et al., arXiv:2406.08272', params: {
        nodes: 'Values of a sample: one for each node.',
        values: 'The samples, one behind the other.',
        coordinates: 'x, y and z of each node, for encodings of three coordinates and to compare with.',
        modules: 'The number of each node\'s module, to compare with.',
        test: 'Share of the samples that are for the test: the last ones.',
      } },
  },
  experiment: {
    model: { params: {
      dim: 'd: channels of a token, the width of the model.',
      blocks: 'Blocks of attention and MLP, one after the other.',
      heads: 'Heads of attention; they divide dim.',
      hidden: 'Neurons of a block\'s MLP. By default 4 dim.',
      preNorm: 'Normalised before attention and MLP instead of after them.',
      causal: 'A token sees none that come later. Some tasks have it so anyway.',
      mlpOutputActivation: 'The activation also after the second layer of the MLP (Ito et al.).',
      activation: 'Activation between the two layers of a block\'s MLP.',
      initialisation: 'How all weights begin that no encoding has.',
      tokenScale: 'Multiplies what the embedding of the tokens begins with.',
      frozen: 'Weights that no encoding has stay as they begin.',
      temperature: 'Divides q·k/√d; 0.01 in the cnope of LSTNN_public.',
    } },
    position: { params: {
      where: 'A table is added at the input, or in every block, each with its own.',
      frozen: 'The parameters of the encoding are not trained.',
      learnFrequencies: 'Frequencies are trained, from where the row puts them.',
      publishedDropout: 'Dropout of tokens with a table in blocks, in evaluations too: 0.1 in LSTNN_public.',
      overBatch: 'A rotation, and attention, over the samples of a batch instead of the tokens, as in the rope of LSTNN_public.',
    } },
    training: { params: {
      batch: 'Samples of a step; a multiple of 4.',
      steps: 'Updates of the weights, after which the training ends.',
      evaluateEvery: 'Steps between two evaluations: the fewer, the finer the curves.',
      optimizer: 'AdamW (beta1 0.9, epsilon 1e-8), or plain descent.',
      beta2: 'What a step of AdamW keeps of the mean square of gradients.',
      learningRate: 'Learning rate: how far a step moves the weights.',
      weightDecay: 'An update takes learningRate · weightDecay of each weight away.',
      positionLearningRate: 'That of what encodings train. By default learningRate.',
      positionWeightDecay: 'That of what encodings train. By default weightDecay.',
      warmup: 'Steps in which the learning rates rise to their size, in equal parts.',
      schedule: 'Learning rates after that: constant, or falling to 0 at the last step along a cosine or a line.',
      byPosition: 'Evaluations tell loss and accuracy of each position, too.',
      tangentSamples: 'Evaluations measure the empirical tangent kernel at so many samples of the test.',
      oracle: 'The task\'s own table of positions, frozen, in every block.',
      seed: 'Seed of the weights, the order of samples and all else that is random in training.',
      taskSeed: 'Seed of the task\'s samples: another one draws others.',
    } },
  },
};
