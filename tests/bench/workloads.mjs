/**
 * What is measured. `spec` is the public API's; `task` is what a contender does with it:
 *
 *   table   float32 table of positions 0 … rows-1
 *   rotate  rotate-half rotary embedding of x (heads, rows, dim) at positions 0 … rows-1, x made beforehand
 *   bias    float32 attention bias (heads, rows, rows)
 */
const llama31 = {
  encoding: 'rope',
  dim: 128,
  base: 500000,
  scaling: { type: 'llama3', factor: 8, lowFreqFactor: 1, highFreqFactor: 4, originalContext: 8192 },
};
const sinusoidal = (dim) => ({ encoding: 'sinusoidal', dim });
const alibi = (heads) => ({ encoding: 'alibi', heads, direction: 'symmetric' });

const full = [
  { id: 'W1a', task: 'table', rows: 65536, dim: 1024, spec: sinusoidal(1024) },
  { id: 'W1b', task: 'table', rows: 4096, dim: 512, spec: sinusoidal(512) },
  { id: 'W1c', task: 'table', rows: 1_000_000, dim: 128, spec: sinusoidal(128) },
  { id: 'W2 table', task: 'table', rows: 131_072, dim: 128, spec: llama31 },
  { id: 'W2 apply', task: 'rotate', heads: 32, rows: 4096, dim: 128, spec: llama31 },
  { id: 'W6 ALiBi', task: 'bias', heads: 8, rows: 4096, spec: alibi(8) },
];
/** Small enough for a smoke test. */
const quick = [
  { ...full[0], rows: 4096 },
  { ...full[1], rows: 512 },
  { ...full[2], rows: 32768 },
  { ...full[3], rows: 8192 },
  { ...full[4], heads: 2, rows: 512 },
  { ...full[5], heads: 2, rows: 1024, spec: alibi(2) },
];

export const workloads = (isQuick) => (isQuick ? quick : full);

/** Numbers in the result. */
export function entries({ task, rows, dim, heads = 1 }) {
  return task === 'bias' ? heads * rows * rows : heads * rows * dim;
}
export const bytes = (workload) => 4 * entries(workload);

export function title({ id, task, rows, dim, heads, spec }) {
  const scaling = spec.scaling ? `, ${spec.scaling.type} scaling` : '';
  if (task === 'table') return `${id}: ${spec.encoding} table ${rows} x ${dim}${scaling}, float32`;
  if (task === 'rotate') return `${id}: rotary embedding of [${heads}, ${rows}, ${dim}]${scaling}, float32`;
  return `${id}: ${spec.encoding} bias ${heads} x ${rows} x ${rows}, float32`;
}

/** What the probe runs beside the workload itself. */
export const probes = ({ task }) => [
  'fill',
  'memory.fill',
  'memory.copy',
  ...{ table: ['arithmetic'], rotate: ['copy', 'arithmetic'], bias: ['memory.fill rows'] }[task],
];

/** Entries by which the results of the contenders are compared: spread over all rows and channels. */
export function samples(workload) {
  const n = entries(workload);
  return Array.from({ length: 16 }, (_, k) => Math.floor(((k * 0.618034 + 0.11) % 1) * n));
}

/** Rows by which the accuracy of the W1 table is judged. */
export const windows = [
  { name: 'positions < 2048', start: 0, count: 2048 },
  { name: 'about 10^5', start: 100_000 - 512, count: 1024 },
  { name: 'about 10^6', start: 1_000_000 - 512, count: 1024 },
];
