/** Analyses of encodings and of their kernels. */
import { byOffset, byPosition, type Design, lines, map, rows } from './design.js';

export const ofEncodings: Readonly<Record<string, Design>> = {
  'induced-kernel': {
    question: 'How similar does an encoding make two positions?',
    figures: [
      map('normalised', 'Cosine similarities'),
      lines({ norms: 'length' }, 'Length of each row', { ...byPosition, yTitle: 'length' }),
    ],
  },
  stationarity: {
    question: 'Does similarity depend on the offset alone?',
    figures: [
      lines({ profileMean: 'mean' }, 'Mean similarity', { ...byOffset, yTitle: 'K' }),
      lines({ profileSpread: 'spread' }, 'Spread at one offset', { ...byOffset, yTitle: 'K' }),
    ],
    numbers: {
      stationarity: 'share that depends on the offset',
      isStationary: 'stationary',
      isSymmetric: 'the same in both directions',
      largestSpread: 'largest relative spread',
      normSpread: 'spread of the norms',
    },
  },
  spectrum: {
    question: 'How many directions does an encoding use?',
    figures: [
      lines({ eigenvalues: 'exact', strang: 'Strang’s circulant', chan: 'T. Chan’s circulant' }, 'Eigenvalues', {
        ...{ xTitle: 'number', yTitle: 'λ', logY: true, dashed: ['strang', 'chan'] },
      }),
      rows('eigenvectors', 'First eigenvectors', { ...byPosition, yTitle: 'v', prefix: 'number' }),
    ],
    start: { vectors: 3 },
    numbers: {
      effectiveRank: 'effective rank',
      participationRatio: 'participation ratio',
      numericalRank: 'numerical rank',
      resolvedRank: 'directions above the precision of float64',
      conditionNumber: 'condition number',
    },
  },
  mercer: {
    question: 'Which functions of the position matter most?',
    figures: [
      rows('atSamples', 'Eigenfunctions', { ...byPosition, yTitle: 'ψ', prefix: 'number' }),
      lines({ explained: 'explained' }, 'Share of the trace', { xTitle: 'modes', yTitle: 'share' }),
    ],
  },
  'continuous-profile': {
    question: 'What does the sinusoidal kernel become with very many channels?',
    figures: [
      lines({ profile: 'limit', corrected: 'corrected for the width', decayLaw: 'logarithmic law' }, 'Profile', {
        ...{ x: 'inputs.offsets', ...byOffset, yTitle: 'k(δ) / k(0)', logX: true, dashed: ['decayLaw'] },
      }),
    ],
    numbers: { correctedUpTo: 'offsets for which the correction holds' },
    inputs: { offsets: { numbers: '1 2 4 8 16 32 64 128 256 512 1024 2048 4096 8192' } },
  },
  bandwidth: {
    question: 'How finely and how far does an encoding tell positions apart?',
    figures: [],
    numbers: {
      halfWidth: 'half width of the kernel',
      shortestWavelength: 'shortest wavelength',
      longestWavelength: 'longest wavelength',
      slow: 'waves longer than the context',
      aliased: 'waves too fast for whole positions',
    },
  },
  uniqueness: {
    question: 'Do two positions ever look the same?',
    figures: [],
    numbers: {
      collision: 'two positions are the same',
      closestDistance: 'distance of the closest two',
      closestFirst: 'the first of them',
      closestSecond: 'the second of them',
      margin: 'their distance over the median',
    },
  },
  'shift-operator': {
    question: 'Is a step forward a linear map of the encoding?',
    figures: [
      lines({ leastSquares: 'linear', orthogonal: 'orthogonal' }, 'Error of the best map', {
        ...{ x: 'params.lags', xTitle: 'step', yTitle: 'relative error' },
      }),
    ],
    start: { lags: [1, 2, 4, 8, 16, 24, 32, 48, 63] },
  },
  'linear-probe': {
    question: 'Which waves can a linear layer read off?',
    figures: [
      lines({ cosine: 'cosine', sine: 'sine' }, 'Quality of the read-out', {
        ...{ x: 'params.frequencies', xTitle: 'frequency (rad per position)', yTitle: 'R²', logX: true },
      }),
    ],
    start: { frequencies: [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.35, 0.5, 0.75, 1, 1.5, 2, 2.5, 3] },
    numbers: { freedom: 'degrees of freedom', chance: 'R² of noise', conditionNumber: 'condition number' },
  },
  'fisher-information': {
    question: 'How well can a position be told in noise?',
    figures: [
      lines({ leastDeviation: 'bound' }, 'Least error', { ...byPosition, yTitle: 'positions' }),
      lines({ discriminability: 'd′' }, 'Neighbours told apart', { ...byPosition, yTitle: 'd′' }),
    ],
    numbers: { meanInformation: 'mean information', informationSpread: 'relative spread over the positions' },
  },
  similarity: {
    question: 'How alike are two encodings?',
    figures: [],
    numbers: {
      ckaLinearUnbiased: 'CKA, unbiased',
      ckaLinearChance: 'biased CKA by chance',
      meanSquaredCca: 'mean squared canonical correlation',
      procrustesNormalised: 'distance after the best rotation',
      rsaSpearman: 'rank correlation of similarities',
    },
    inputs: { x: 'first', y: 'second' },
  },
  'design-frequencies': {
    question: 'Which frequencies give a kernel that you want?',
    figures: [
      lines({ target: 'wanted', fitted: 'reached' }, 'Wanted and reached kernel', {
        ...{ x: 'lags', ...byOffset, yTitle: 'k(δ)', dashed: ['target'] },
      }),
      {
        ...{ kind: 'stems', title: 'Frequencies and their amplitudes', x: 'frequencies' },
        ...{ xTitle: 'frequency (rad per position)', yTitle: 'amplitude', of: 'amplitudes' },
      },
    ],
    numbers: {
      pairs: 'frequencies in use',
      rmsError: 'error (root mean square)',
      maxError: 'largest error',
      lowerBound: 'error that no frequencies undercut',
      relativeError: 'relative error',
    },
    start: { dim: 32 },
    inputs: { profile: 'none' },
  },
};
