/** Analyses of networks on top of encodings, of their training, and of spectral bias. */
import { networkColour, signalColour, testColour, trainColour } from '../widgets/quantity-colours.js';
import type { Design } from './design.js';
import { byOffset, byPosition, map } from './designs-of-encodings.js';

export const ofNetworks: Readonly<Record<string, Design>> = {
  'network-kernel': {
    question: 'Which kernels does a wide network on top of an encoding have?',
    figures: [
      map('ntk', 'Tangent kernel (NTK)'),
      {
        ...{ kind: 'lines', title: 'Against the first position', ...byPosition, yTitle: 'K(0, x)' },
        of: [
          ['ntk[0]', 'NTK'],
          ['nngp[0]', 'NNGP'],
        ],
      },
    ],
  },
  'attention-kernel': {
    question: 'Which kernels does attention with very many heads have?',
    figures: [map('attention', 'Attention weights', 'query', 'key'), map('ntk', 'Tangent kernel (NTK)')],
  },
  'siren-kernel': {
    question: 'Which kernels does a wide SIREN have?',
    figures: [
      map('ntk', 'Tangent kernel (NTK)'),
      {
        ...{ kind: 'lines', title: 'Against the first position', ...byPosition, yTitle: 'K(0, x)' },
        of: [
          ['ntk[0]', 'NTK'],
          ['nngp[0]', 'NNGP'],
        ],
      },
    ],
  },
  'periodic-network': {
    question: 'When is a network with periodic activations a sinusoidal encoding?',
    figures: [
      {
        ...{ kind: 'lines', title: 'Error by width', x: 'widths', xTitle: 'width', yTitle: 'error' },
        ...{ logX: true, logY: true },
        of: [
          ['phaseError', 'random phases'],
          ['pairError', 'pairs of sine and cosine'],
          ['phaseExpected', 'random phases, expected'],
          ['pairExpected', 'pairs, expected'],
        ],
        dashed: ['phaseExpected', 'pairExpected'],
      },
      { kind: 'lines', title: 'Profile of the encoding', ...byOffset, yTitle: 'k(δ)', of: [['profile', 'profile']] },
    ],
    numbers: [
      ['fitError', 'distance from the nearest Gaussian'],
      ['phaseSlope', 'slope of the error, random phases'],
      ['pairSlope', 'slope of the error, pairs'],
    ],
  },
  'empirical-ntk': {
    question: 'Which tangent kernel does one network of finite width have?',
    figures: [map('ntk', 'Tangent kernel of this network'), map('hiddenKernel', 'Kernel of its last hidden layer')],
    numbers: [['parameterCount', 'weights and biases']],
  },
  'ntk-convergence': {
    question: 'How wide must a network be to follow its limit?',
    figures: [
      {
        ...{
          kind: 'lines',
          title: 'Distance from the limit',
          x: 'widths',
          xTitle: 'width',
          yTitle: 'relative distance',
        },
        ...{ logX: true, logY: true },
        of: [
          ['meanError', 'one network'],
          ['errorOfMean', 'mean of the networks'],
        ],
      },
      map('ntk', 'The limit'),
    ],
    numbers: [['slope', 'slope of the distance']],
  },
  'training-prediction': {
    question: 'What will gradient descent have learned, and when?',
    figures: [
      {
        ...{ kind: 'lines', title: 'Loss', x: 'params.times', xTitle: 'time (steps)', yTitle: 'loss' },
        ...{ logX: true, logY: true },
        of: [['flowLoss', 'gradient flow']],
      },
      {
        ...{ kind: 'lines', title: 'Half time of each mode', xTitle: 'mode', yTitle: 'steps', logY: true },
        of: [['halfTimes', 'half time']],
      },
    ],
    start: { times: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000] },
    numbers: [
      ['learningRateLimit', 'largest learning rate'],
      ['condition', 'condition number'],
    ],
  },
  'train-network': {
    question: 'What does a real network learn of such targets?',
    figures: [
      {
        ...{ kind: 'lines', title: 'Loss', x: 'steps', xTitle: 'step', yTitle: 'loss', logY: true },
        of: [
          ['loss', 'training'],
          ['testLoss', 'test'],
        ],
        colours: [trainColour, testColour],
      },
    ],
    start: { steps: 50, recordEvery: 1 },
  },
  'fourier-regression': {
    question: 'Does the kernel predict what is learned first?',
    figures: [
      {
        ...{ kind: 'rows', title: 'Spectrum of the kernel', xTitle: 'frequency', yTitle: 'eigenvalue', logY: true },
        ...{ of: 'kernelSpectra', prefix: 'p =', names: 'decays' },
      },
      {
        ...{ kind: 'rows', title: 'What was learned', xTitle: 'place', yTitle: 'f(x)' },
        ...{ of: 'measuredOutputs', prefix: 'p =', names: 'decays' },
      },
    ],
    numbers: [['learningRate', 'learning rate']],
  },
  'bandwidth-sweep': {
    question: 'Which bandwidth of Fourier features generalises best?',
    figures: (['predicted', 'measured'] as const).map((of) => ({
      ...{ kind: 'rows', title: `Test error, ${of}`, x: 'deviations', xTitle: 'standard deviation of the frequencies' },
      ...{ yTitle: 'error', logX: true, logY: true, of, prefix: '' },
      names: ['Gaussian', 'uniform', 'log-uniform', 'Laplace'],
    })),
  },
  'amplitude-decay': {
    question: 'How fast should the amplitudes of features fall?',
    figures: [
      {
        ...{
          kind: 'rows',
          title: 'Test error, predicted',
          xTitle: 'number of the decay p',
          yTitle: 'error',
          logY: true,
        },
        ...{ of: 'predicted', prefix: 'α =', names: 'powers' },
      },
      {
        ...{ kind: 'lines', title: 'Best decay', x: 'powers', xTitle: 'decay of the signal α', yTitle: 'p' },
        of: [['bestDecays', 'best p']],
      },
    ],
  },
  rahaman: {
    question: 'Does a network on a bare coordinate learn low frequencies first?',
    figures: [
      {
        ...{
          kind: 'columns',
          title: 'Share of each wave that is learned',
          x: 'steps',
          xTitle: 'step',
          yTitle: 'share',
        },
        ...{ of: 'measured', prefix: 'frequency', names: 'frequencies' },
      },
      {
        ...{ kind: 'lines', title: 'Target and network', xTitle: 'place', yTitle: 'f(t)' },
        of: [
          ['target', 'target'],
          ['measuredOutputs', 'network'],
        ],
        colours: [signalColour, networkColour],
        dashed: ['target'],
      },
    ],
  },
};
