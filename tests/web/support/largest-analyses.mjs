/**
 * The worst inputs of every analysis: the largest that are accepted, in each of the shapes that take the most memory or
 * the most work at a time. `share` makes them smaller (1: the largest) where that leaves the kind of work as it is.
 */
const GiB = 2 ** 30;
/** Five eighths of a module's memory (src/core/sizes.hpp). */
const budget = (5 / 8) * 2 * GiB;

/** Numbers in [-1/2, 1/2), of a congruential generator: fast, and no zeros or repetitions. */
function noise(rows, cols) {
  const data = new Float64Array(rows * cols);
  let state = 1;
  for (let i = 0; i < data.length; i++) {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    data[i] = state / 2 ** 32;
  }
  return { data, rows, cols };
}
/** Diagonally dominant, so positive definite; symmetric. */
function kernel(n) {
  const matrix = noise(n, n);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < i; j++) matrix.data[i * n + j] = matrix.data[j * n + i];
    matrix.data[i * n + i] = n;
  }
  return matrix;
}
const column = (n, at) => ({ data: Float64Array.from({ length: n }, (_, i) => at(i)), rows: n, cols: 1 });
const rising = (n) => column(n, (i) => 1e-3 * (i + 1));
const scattered = (n) => {
  const matrix = noise(n, 3);
  for (let i = 0; i < n; i++) matrix.data[3 * i] += 1e-2 * i;
  return matrix;
};

const network = (width, depth, layer) => [
  ...Array.from({ length: depth }, () => [{ layer: 'dense', width }, { layer }]).flat(),
  { layer: 'dense', width: 1 },
];

/** id → ({ side, long }: a side of a square and a length at this share) => shape → { spec, inputs } */
const rows = {
  'induced-kernel': ({ side, long }) => ({
    square: { inputs: { table: noise(side(5792), side(8000)) } },
    'one row': { inputs: { table: noise(1, long(80e6)) } },
  }),
  stationarity: ({ side }) => ({
    grid: { spec: { gridRows: 2 }, inputs: { kernel: noise(2 * side(6400), 2 * side(6400)) } },
  }),
  spectrum: ({ side, long }) => ({
    kernel: { spec: { vectors: 4096 }, inputs: { kernel: kernel(side(4096)) } },
    tall: { spec: { vectors: 40 }, inputs: { table: noise(long(900e3), 40) } },
    column: { spec: { vectors: 1 }, inputs: { table: noise(long(40e6), 1) } },
    square: { spec: { vectors: 2600 }, inputs: { table: noise(side(2600), side(2600)) } },
  }),
  mercer: ({ side, long }) => ({
    tall: { spec: { modes: 40 }, inputs: { table: noise(long(800e3), 40) } },
    square: { spec: { modes: 2600 }, inputs: { table: noise(side(2600), side(2600)) } },
    'other inputs': { spec: { modes: 4 }, inputs: { table: noise(4, 4), other: noise(long(15e6), 4) } },
  }),
  'continuous-profile': () => ({ lags: { spec: { dim: 64 }, inputs: { offsets: rising(2 ** 20) } } }),
  bandwidth: () => ({
    waves: {
      spec: { farthest: 1e12 },
      // one that decides and many that hardly matter: the search goes on
      inputs: { frequencies: rising(65536), amplitudes: column(65536, (i) => (i === 0 ? 1 : 1e-9)) },
    },
  }),
  uniqueness: ({ side, long }) => ({
    table: { inputs: { table: noise(side(8192), side(8192)) } },
    narrow: { inputs: { table: noise(side(8192), 1) } },
    waves: { spec: { positions: long(2 ** 20) }, inputs: { frequencies: rising(65536) } },
    'few waves': { spec: { positions: long(2 ** 20) }, inputs: { frequencies: rising(4) } },
  }),
  'shift-operator': ({ side }) => ({
    table: { spec: { operators: true, lags: [1] }, inputs: { table: noise(side(8192), side(1024)) } },
  }),
  'linear-probe': ({ side }) => ({
    table: {
      spec: { intercept: true, ridge: 1, weights: true },
      inputs: { table: noise(side(8192), side(2048)) },
    },
  }),
  'fisher-information': ({ long }) => ({
    wide: { inputs: { table: noise(long(1200), 65536), derivative: noise(long(1200), 65536) } },
    tall: { inputs: { table: noise(long(2 ** 20), 140) } },
  }),
  similarity: ({ side }) => ({
    wide: { inputs: { x: noise(side(2048), side(8192)), y: noise(side(2048), side(8192)) } },
    narrow: { inputs: { x: noise(side(2048), 8), y: noise(side(2048), 16) } },
  }),
  'network-kernel': ({ side, long }) => ({
    rows: { spec: { layers: network(64, 3, 'relu') }, inputs: { x: noise(side(8192), side(3000)) } },
    'one row': { spec: { layers: network(64, 3, 'relu') }, inputs: { x: noise(1, long(150e6)) } },
    covariance: { spec: { layers: network(64, 3, 'relu') }, inputs: { covariance: kernel(side(6400)) } },
    deep: { spec: { layers: network(64, 127, 'tanh') }, inputs: { x: scattered(side(1000)) } },
  }),
  'attention-kernel': ({ side }) => ({
    rows: { inputs: { x: noise(side(4096), side(8000)), positions: kernel(side(4096)) } },
    pairs: {
      spec: { tokens: 2, positionsInValues: false },
      inputs: { covariance: kernel(2 * side(2048)), positions: kernel(2) },
    },
  }),
  'siren-kernel': ({ side, long }) => ({
    deep: { spec: { hiddenLayers: 64 }, inputs: { x: noise(side(4096), 1) } },
    wide: { inputs: { x: noise(1, long(150e6)) } },
  }),
  'periodic-network': () => ({
    frequencies: {
      spec: { widths: [65536], lags: 4096 },
      inputs: { frequencies: rising(65536), pairs: noise(4096, 2) },
    },
    lags: { spec: { widths: [65536], lags: 4096 }, inputs: { frequencies: rising(3) } },
  }),
  'empirical-ntk': ({ side, long }) => ({
    wide: { spec: { layers: network(1024, 4, 'tanh') }, inputs: { x: noise(side(2500), 800) } },
    thin: {
      spec: { layers: network(1, 1, 'tanh') },
      inputs: { x: noise(1, 1), other: noise(long(7e6), 1) },
    },
    outputs: { spec: { layers: network(512, 2, 'tanh'), outputs: 128 }, inputs: { x: noise(side(200), 512) } },
  }),
  'ntk-convergence': ({ side }) => ({
    widths: {
      spec: { layers: network(64, 2, 'tanh'), widths: Array(8).fill(2000), draws: 3 },
      inputs: { x: noise(side(512), 60) },
    },
  }),
  'training-prediction': ({ side, long }) => ({
    square: {
      spec: { learningRate: 1e-6, steps: [1, 2, 3], times: [1, 2, 3], ridge: 1 },
      inputs: { kernel: kernel(side(2048)), y: noise(side(2048), 800), testKernel: noise(side(2048), side(2048)) },
    },
    columns: {
      spec: { learningRate: 1e-6, ridge: 1, times: [1] },
      inputs: { kernel: kernel(100), y: noise(100, long(70e3)), testKernel: noise(100, 100) },
    },
  }),
  'train-network': ({ side, long }) => ({
    wide: {
      spec: { layers: network(1400, 2, 'tanh'), steps: 1000, learningRate: 1e-9, optimizer: 'adam' },
      inputs: { x: noise(side(10e3), 700), y: noise(side(10e3), 1) },
    },
    narrow: {
      spec: { layers: network(1, 1, 'tanh'), steps: 100, recordEvery: 100, learningRate: 1e-12 },
      inputs: { x: noise(long(6e6), 1), y: noise(long(6e6), 1) },
    },
  }),
  'fourier-regression': () => ({
    wide: { spec: { points: 128, width: 1024, steps: 50000 } },
    narrow: { spec: { points: 128, width: 16, steps: 50000, time: 1e-3 } },
  }),
  'bandwidth-sweep': () => ({
    large: { spec: { points: 512, features: 256, signals: 256, width: 512, steps: 20000, deviations: [1] } },
  }),
  'amplitude-decay': () => ({
    large: { spec: { points: 512, width: 1024, draws: 1024, steps: 50000, decays: [1], time: 1e-3 } },
  }),
  rahaman: () => ({ large: { spec: { hiddenLayers: 8, width: 512, steps: 100000 } } }),
  'design-frequencies': () => ({
    'long and fine': { spec: { dim: 180, context: 65536, oversampling: 16 } },
    'many pairs': { spec: { dim: 512, context: 8192 } },
    equal: { spec: { dim: 180, context: 65536, equalAmplitudes: true } },
  }),
};

export const largestOf = Object.keys(rows);

/** { shape, spec, inputs } of each worst call of an analysis. */
export function largestCalls(id, share = 1) {
  const scale = (n, part) => Math.max(8, Math.round(n * part));
  const sizes = { side: (n) => scale(n, Math.sqrt(share)), long: (n) => scale(n, share) };
  return Object.entries(rows[id](sizes)).map(([shape, { spec, inputs = {} }]) => {
    const bytes = Object.values(inputs).reduce((sum, { data }) => sum + data.byteLength, 0);
    if (bytes > budget) throw new RangeError(`${id}, ${shape}: inputs of ${bytes} bytes`);
    return { shape, spec: { analysis: id, ...spec }, inputs };
  });
}
