/**
 * The workloads. `spec` is that of the public API; `task` is what a contender does with it:
 *
 *   table   float32 table of positions 0 … rows-1
 *   rotate  rotate-half rotary embedding of x (heads, rows, dim) at positions 0 … rows-1; x exists before
 *   bias    float32 attention bias (heads, rows, rows)
 *   index   relative position index of a window's cells (rows, rows), float64 in ours
 *   call    a table of one row, in each way to call the library
 *   frequencies  the same for the list of frequencies
 *   resize  a learned grid with `learned(i)` at index i, resampled to (rows, dim), float32; includes planning
 *
 * Kernels, float64 in ours (their inputs: peers/kernel_data.mjs):
 *
 *   gram      table · tableᵀ; the table or its profile exists before
 *   eigen     all eigenvalues, compared, and eigenvectors of a symmetric matrix: random, or that of a table's kernel
 *   ntk       neural tangent kernel of a ReLU network of `depth` hidden layers in the limit of infinite width
 *   singular  all singular values of a random (rows, dim), compared, with `vectors` the left singular vectors
 *   product   of random (rows, inner) and (inner, dim); with `float32`, as layers of a transformer compute it
 *   spectrum  eigenvalues of the kernel of `count` positions, through the closed form of tableᵀ · table
 *
 * Training, float32 (batch and first weights: peers/training.mjs):
 *
 *   train   one update by AdamW of a transformer, `samples` of `rows` tokens, post-norm, learned table in every block;
 *           `mlpOutputActivation`: GELU after both linear layers of the MLP; `lastOnly`: outputs of the last token only
 */
const llama31 = {
  encoding: 'rope',
  dim: 128,
  base: 500000,
  scaling: { type: 'llama3', factor: 8, lowFreqFactor: 1, highFreqFactor: 4, originalContext: 8192 },
};
const sinusoidal = (dim) => ({ encoding: 'sinusoidal', dim });
/** A table of 32 buckets with synthetic values, both directions. */
const t5 = (heads) => ({
  ...{ encoding: 't5', heads, numBuckets: 32, maxDistance: 128 },
  table: Array.from({ length: 32 * heads }, (_, i) => ((i * 37) % 64) / 16 - 2),
});
const swin = (side) => ({ encoding: 'swin-v1', heads: 1, windowHeight: side, windowWidth: side });
const vit = (from, to, dim) => ({
  ...{ encoding: 'learned-grid', dim, sourceHeight: from, sourceWidth: from, height: to, width: to },
  method: 'bicubic',
});
export const learned = (i) => ((i * 37) % 97) / 48 - 1;
const alibi = (heads) => ({ encoding: 'alibi', heads, direction: 'symmetric' });

const deep = { depth: 3, weightStd: 1.25, biasStd: 0.5 };

const w7 = {
  inputs: 8,
  outputs: 8,
  dim: 64,
  blocks: 4,
  heads: 4,
  hidden: 256,
  lastOnly: false,
  mlpOutputActivation: false,
};
const latinSquare = {
  inputs: 5,
  outputs: 4,
  dim: 32,
  blocks: 2,
  heads: 1,
  hidden: 128,
  lastOnly: true,
  mlpOutputActivation: true,
};

const full = [
  { id: 'W1a', task: 'table', rows: 65536, dim: 1024, spec: sinusoidal(1024) },
  { id: 'W1b', task: 'table', rows: 4096, dim: 512, spec: sinusoidal(512) },
  { id: 'W1c', task: 'table', rows: 1_000_000, dim: 128, spec: sinusoidal(128) },
  { id: 'W2 table', task: 'table', rows: 131_072, dim: 128, spec: llama31 },
  { id: 'W2 apply', task: 'rotate', heads: 32, rows: 4096, dim: 128, spec: llama31 },
  { id: 'one row', task: 'call', rows: 1, dim: 128, spec: llama31 },
  { id: 'frequencies', task: 'frequencies', rows: 1, dim: 64, spec: llama31 },
  { id: 'W6 ALiBi', task: 'bias', heads: 8, rows: 4096, spec: alibi(8) },
  { id: 'W6 T5', task: 'bias', heads: 8, rows: 4096, spec: t5(8) },
  { id: 'index 7', task: 'index', rows: 49, spec: swin(7) },
  { id: 'index 64', task: 'index', rows: 4096, spec: swin(64) },
  { id: 'resize 14 to 16', task: 'resize', rows: 256, dim: 768, spec: vit(14, 16, 768) },
  { id: 'resize 14 to 64', task: 'resize', rows: 4096, dim: 768, spec: vit(14, 64, 768) },
  { id: 'W3a general', task: 'gram', rows: 4096, dim: 512, spec: sinusoidal(512), positions: 'scattered' },
  { id: 'W3b general', task: 'gram', rows: 2048, dim: 256, spec: sinusoidal(256), positions: 'scattered' },
  { id: 'W3 Toeplitz', task: 'gram', rows: 4096, dim: 512, spec: sinusoidal(512), positions: 'range' },
  { id: 'W4a general', task: 'eigen', rows: 512 },
  { id: 'W4b general', task: 'eigen', rows: 1024 },
  { id: 'W4a stationary', task: 'eigen', rows: 512, spec: sinusoidal(512) },
  { id: 'W4b stationary', task: 'eigen', rows: 1024, spec: sinusoidal(512) },
  { id: 'singular 512', task: 'singular', rows: 512, dim: 512, vectors: true },
  { id: 'singular 1024 x 64', task: 'singular', rows: 1024, dim: 64, vectors: true },
  { id: 'singular values 512', task: 'singular', rows: 512, dim: 512, vectors: false },
  { id: 'product 512', task: 'product', rows: 512, inner: 512, dim: 512, float32: false },
  { id: 'layer 1024 x 64', task: 'product', rows: 1024, inner: 64, dim: 256, float32: true },
  { id: 'W5', task: 'ntk', rows: 2048, dim: 256, ...deep },
  { id: 'spectrum 10^9', task: 'spectrum', rows: 512, count: 1e9, spec: sinusoidal(512) },
  { id: 'W7', task: 'train', rows: 16, samples: 64, ...w7 },
  { id: 'Latin squares', task: 'train', rows: 16, samples: 128, ...latinSquare },
];
/** Sizes for a smoke test. */
const quick = [
  { ...full[0], rows: 4096 },
  { ...full[1], rows: 512 },
  { ...full[2], rows: 32768 },
  { ...full[3], rows: 8192 },
  { ...full[4], heads: 2, rows: 512 },
  full[5],
  full[6],
  { ...full[7], heads: 2, rows: 1024, spec: alibi(2) },
  { ...full[8], heads: 2, rows: 1024, spec: t5(2) },
  full[9],
  { ...full[10], rows: 256, spec: swin(16) },
  { ...full[11], dim: 96, spec: vit(14, 16, 96) },
  { ...full[12], rows: 1024, dim: 96, spec: vit(14, 32, 96) },
  { ...full[13], rows: 256, dim: 64, spec: sinusoidal(64) },
  { ...full[14], rows: 192, dim: 48, spec: sinusoidal(48) },
  { ...full[15], rows: 512, dim: 64, spec: sinusoidal(64) },
  { ...full[16], rows: 64 },
  { ...full[17], rows: 96 },
  { ...full[18], rows: 64, spec: sinusoidal(64) },
  { ...full[19], rows: 97, spec: sinusoidal(64) },
  { ...full[20], rows: 48, dim: 48 },
  { ...full[21], rows: 96, dim: 20 },
  { ...full[22], rows: 48, dim: 48 },
  { ...full[23], rows: 70, inner: 60, dim: 50 },
  { ...full[24], rows: 64 },
  { ...full[25], rows: 200, dim: 32 },
  { ...full[26], rows: 64, spec: sinusoidal(64) },
  { ...full[27], samples: 8, blocks: 1 },
  { ...full[28], samples: 16 },
];

const tables = ['table', 'rotate', 'bias'];
const kernels = ['gram', 'eigen', 'ntk'];
/** Tasks of each kind of figures. */
const tasks = {
  tables: [...tables, 'index', 'resize', ...kernels],
  library: [...tables, 'call', 'frequencies', 'index', 'resize', ...kernels, 'spectrum'],
  training: ['train'],
  eigen: ['gram', 'eigen', 'singular', 'product'],
  python: tables,
};
/** Contenders of each kind; the others are compared with the first one. */
export const contenders = {
  tables: ['core', 'loops', 'ml-matrix', 'jax-js', 'numpy', 'torch'],
  library: ['core', 'library', 'loops'],
  training: ['core', 'native', 'jax-js', 'torch'],
  eigen: ['core', 'native', 'eigen', 'eigen-native'],
  python: ['python', 'numpy', 'torch'],
};

/** jax-js has an eigen-solver that takes seconds, loops take seconds for a large product, and Eigen has no Toeplitz matrices. */
const everyone = ['core', 'library', 'loops', 'numpy', 'torch', 'python'];
const ours = ['core', 'native', 'eigen', 'eigen-native'];
const participants = {
  gram: [...everyone, ...ours, 'ml-matrix', 'jax-js'],
  eigen: [...ours, 'library', 'numpy', 'torch', 'ml-matrix'],
  singular: ours,
  product: ours,
  ntk: [...everyone, 'jax-js'],
  spectrum: ['core', 'library'],
  call: ['library'],
  frequencies: ['library'],
  train: ['core', 'native', 'torch', 'jax-js'],
};
const notToeplitz = ['loops', 'ml-matrix', 'native', 'eigen', 'eigen-native'];
export const takesPart = ({ task, positions }, id) =>
  (participants[task] ?? everyone).includes(id) && !(positions === 'range' && notToeplitz.includes(id));

/** Workloads of a kind that have something to compare. */
export const workloads = (kind, isQuick) =>
  (isQuick ? quick : full).filter((one) => {
    const ids = contenders[kind].filter((id) => takesPart(one, id));
    return tasks[kind].includes(one.task) && ids.flatMap((id) => variants(one, id)).length > 1;
  });

/** Layers of the ntk workload for `analyse`. */
export const layersOf = ({ depth, weightStd, biasStd }) => {
  const dense = { layer: 'dense', weightStd, biasStd };
  return [...Array.from({ length: depth }, () => [dense, { layer: 'relu' }]).flat(), dense];
};

/**
 * Variants of a workload: 'posenc' writes into the caller's array if it can; the library has other ways to call it, and numpy
 * and PyTorch also compute kernels in float32.
 */
export function variants({ task }, id) {
  if (['gram', 'ntk'].includes(task) && ['numpy', 'torch'].includes(id)) return ['posenc', 'float32'];
  if (id === 'library') return ['posenc', ...(waysToCall[task] ?? [])];
  return id === 'loops' && task === 'rotate' ? ['posenc', 'new array'] : ['posenc'];
}
const waysToCall = {
  table: ['new array'],
  bias: ['new array'],
  rotate: ['new array', 'in place', 'sync'],
  call: ['prepared', 'spec', 'worker'],
  frequencies: ['sync'],
};

/** Number of entries of the result. */
export function entries({ task, rows, dim, heads = 1 }) {
  if (task === 'train') return 1;
  if (task === 'eigen' || task === 'spectrum') return rows;
  if (task === 'singular') return Math.min(rows, dim);
  return ['bias', 'index', 'gram', 'ntk'].includes(task) ? heads * rows * rows : heads * rows * dim;
}
/** Products and sums of one update: a gradient costs twice a forward pass. With `lastOnly` the last block has one query. */
function trainingFlops({ rows, samples, dim, hidden, blocks, lastOnly }) {
  let macs = 0;
  for (let block = 0; block < blocks; block++) {
    const queries = lastOnly && block + 1 === blocks ? 1 : rows;
    macs += dim * (rows * 2 * dim + queries * (2 * dim + 2 * hidden + 2 * rows));
  }
  return 3 * 2 * samples * macs;
}
/**
 * Multiplications and additions in float64 (training: float32) of workloads that they limit: one triangle of a product; a
 * reduction to tridiagonal form, divide and conquer and the way back, twice at half the size for a Toeplitz matrix.
 */
export function flops(workload) {
  const { task, rows, inner, dim, spec, positions } = workload;
  if (task === 'train') return trainingFlops(workload);
  if (task === 'product') return 2 * rows * inner * dim;
  if (task === 'ntk' || (task === 'gram' && positions === 'scattered')) return rows * rows * dim;
  return task === 'eigen' ? ((4 / 3 + 4 / 3 + 2) * rows ** 3) / (spec ? 4 : 1) : undefined;
}
/** Largest accepted difference of entries, relative above 1. Angles in float32 are off by 0.1 at position 10^6. */
export const tolerance = ({ task }) => (task in participants ? 1e-3 : 0.2);

export function title(workload) {
  const { id, task, rows, dim, heads, spec, positions, depth, count } = workload;
  const scaling = spec?.scaling ? `, ${spec.scaling.type} scaling` : '';
  if (task === 'table') return `${id}: ${spec.encoding} table ${rows} x ${dim}${scaling}, float32`;
  if (task === 'rotate') return `${id}: rotary embedding of [${heads}, ${rows}, ${dim}]${scaling}, float32`;
  if (task === 'call') return `${id}: ${spec.encoding} table 1 x ${dim}${scaling}, float32, the same call many times`;
  if (task === 'frequencies') return `${id}: the ${dim} of ${spec.encoding}${scaling}, the same call many times`;
  if (task === 'index') return `${id}: relative position index of ${rows} cells`;
  if (task === 'gram')
    return `${id}: Gram matrix of a ${spec.encoding} table ${rows} x ${dim}, positions: ${positions}`;
  if (task === 'eigen')
    return `${id}: eigenvalues and eigenvectors of a ${spec ? `${spec.encoding} kernel` : 'random matrix'}, ${rows} x ${rows}`;
  if (task === 'ntk') return `${id}: NTK of ${rows} x ${dim}, ReLU, ${depth} hidden layers`;
  if (task === 'singular')
    return `${id}: singular values${workload.vectors ? ' and left vectors' : ''} of a random matrix, ${rows} x ${dim}`;
  if (task === 'product')
    return `${id}: product of ${rows} x ${workload.inner} and ${workload.inner} x ${dim}, float${workload.float32 ? 32 : 64}`;
  if (task === 'spectrum') return `${id}: spectrum of ${spec.encoding} positions 0 … ${count - 1}, width ${rows}`;
  if (task === 'train')
    return `${id}: one update of ${workload.blocks} blocks of ${dim}, ${workload.samples} x ${rows} tokens, float32`;
  if (task === 'resize') return `${id}: learned grid resampled to ${rows} x ${dim}, ${spec.method}, float32`;
  return `${id}: ${spec.encoding} bias ${heads} x ${rows} x ${rows}, float32`;
}

/** The limit of the machine that the probe measures: plain stores, plain copies, or multiplications and additions. */
export function limit(workload) {
  const { task, float32 } = workload;
  if (task === 'train' || float32) return 'multiply-add float32';
  if (flops(workload)) return 'multiply-add';
  return { table: 'fill', index: 'fill', resize: 'fill', rotate: 'copy', bias: 'memory.fill rows' }[task];
}

/** Indices of the entries that are compared, spread over all rows and channels. */
export function samples(workload) {
  const n = entries(workload);
  return Array.from({ length: 16 }, (_, k) => Math.floor(((k * 0.618034 + 0.11) % 1) * n));
}
