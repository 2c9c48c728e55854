/** Analyses of networks on top of encodings, of their training, and of spectral bias. */
import { networkColour, signalColour, testColour, trainColour } from '../widgets/quantity-colours.js';
import { byOffset, byPosition, type Design, lines, map, rows } from './design.js';

const againstFirst = lines({ 'ntk[0]': 'NTK', 'nngp[0]': 'NNGP' }, 'Against the first position', {
  ...byPosition,
  yTitle: 'K(0, x)',
});

export const ofNetworks: Readonly<Record<string, Design>> = {
  'network-kernel': {
    question: 'Which kernels does a wide network on top of an encoding have?',
    figures: [map('ntk', 'Tangent kernel (NTK)'), againstFirst],
  },
  'attention-kernel': {
    question: 'Which kernels does attention with very many heads have?',
    figures: [map('attention', 'Attention weights', 'query', 'key'), map('ntk', 'Tangent kernel (NTK)')],
  },
  'siren-kernel': {
    question: 'Which kernels does a wide SIREN have?',
    figures: [map('ntk', 'Tangent kernel (NTK)'), againstFirst],
  },
  'periodic-network': {
    question: 'When is a network with periodic activations a sinusoidal encoding?',
    figures: [
      lines(
        {
          phaseError: 'random phases',
          pairError: 'pairs of sine and cosine',
          phaseExpected: 'random phases, expected',
          pairExpected: 'pairs, expected',
        },
        'Error by width',
        {
          ...{ x: 'widths', xTitle: 'width', yTitle: 'error', logX: true, logY: true },
          dashed: ['phaseExpected', 'pairExpected'],
        },
      ),
      lines({ profile: 'profile' }, 'Profile of the encoding', { ...byOffset, yTitle: 'k(δ)' }),
    ],
    numbers: {
      fitError: 'distance from the nearest Gaussian',
      phaseSlope: 'slope of the error, random phases',
      pairSlope: 'slope of the error, pairs',
    },
  },
  'empirical-ntk': {
    question: 'Which tangent kernel does one network of finite width have?',
    figures: [map('ntk', 'Tangent kernel of this network'), map('hiddenKernel', 'Kernel of its last hidden layer')],
    numbers: { parameterCount: 'weights and biases' },
  },
  'ntk-convergence': {
    question: 'How wide must a network be to follow its limit?',
    figures: [
      lines({ meanError: 'one network', errorOfMean: 'mean of the networks' }, 'Distance from the limit', {
        ...{ x: 'widths', xTitle: 'width', yTitle: 'relative distance', logX: true, logY: true },
      }),
      map('ntk', 'The limit'),
    ],
    numbers: { slope: 'slope of the distance' },
  },
  'training-prediction': {
    question: 'What will gradient descent have learned, and when?',
    figures: [
      lines({ flowLoss: 'gradient flow' }, 'Loss', {
        ...{ x: 'params.times', xTitle: 'time (steps)', yTitle: 'loss', logX: true, logY: true },
      }),
      lines({ halfTimes: 'half time' }, 'Half time of each mode', { xTitle: 'mode', yTitle: 'steps', logY: true }),
    ],
    start: { times: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000] },
    numbers: { learningRateLimit: 'largest learning rate', condition: 'condition number' },
  },
  'train-network': {
    question: 'What does a real network learn of such targets?',
    figures: [
      lines({ loss: 'training', testLoss: 'test' }, 'Loss', {
        ...{ x: 'steps', xTitle: 'step', yTitle: 'loss', logY: true, colours: [trainColour, testColour] },
      }),
    ],
    start: { steps: 50, recordEvery: 1 },
  },
  'fourier-regression': {
    question: 'Does the kernel predict what is learned first?',
    figures: [
      rows('kernelSpectra', 'Spectrum of the kernel', {
        ...{ xTitle: 'frequency', yTitle: 'eigenvalue', logY: true, prefix: 'p =', names: 'decays' },
      }),
      rows('measuredOutputs', 'What was learned', {
        ...{ xTitle: 'place', yTitle: 'f(x)', prefix: 'p =', names: 'decays' },
      }),
    ],
    numbers: { learningRate: 'learning rate' },
  },
  'bandwidth-sweep': {
    question: 'Which bandwidth of Fourier features generalises best?',
    figures: (['predicted', 'measured'] as const).map((of) =>
      rows(of, `Test error, ${of}`, {
        ...{ x: 'deviations', xTitle: 'standard deviation of the frequencies', yTitle: 'error' },
        ...{ logX: true, logY: true, prefix: '', names: ['Gaussian', 'uniform', 'log-uniform', 'Laplace'] },
      }),
    ),
  },
  'amplitude-decay': {
    question: 'How fast should the amplitudes of features fall?',
    figures: [
      rows('predicted', 'Test error, predicted', {
        ...{ xTitle: 'number of the decay p', yTitle: 'error', logY: true, prefix: 'α =', names: 'powers' },
      }),
      lines({ bestDecays: 'best p' }, 'Best decay', { x: 'powers', xTitle: 'decay of the signal α', yTitle: 'p' }),
    ],
  },
  rahaman: {
    question: 'Does a network on a bare coordinate learn low frequencies first?',
    figures: [
      {
        ...rows('measured', 'Share of each wave that is learned', {
          ...{ x: 'steps', xTitle: 'step', yTitle: 'share', prefix: 'frequency', names: 'frequencies' },
        }),
        kind: 'columns',
      },
      lines({ target: 'target', measuredOutputs: 'network' }, 'Target and network', {
        ...{ xTitle: 'place', yTitle: 'f(t)', colours: [signalColour, networkColour], dashed: ['target'] },
      }),
    ],
  },
};
