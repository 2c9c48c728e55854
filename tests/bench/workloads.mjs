/**
 * What is measured. `spec` is the public API's; `task` is what a contender does with it:
 *
 *   table   float32 table of positions 0 … rows-1
 *   rotate  rotate-half rotary embedding of x (heads, rows, dim) at positions 0 … rows-1, x made beforehand
 *   bias    float32 attention bias (heads, rows, rows)
 *   index   relative position index of a window's cells (rows, rows), float64 in ours
 *   resize  a learned grid, `learned(i)` at number i, resampled to (rows, dim), float32; planning is part of it
 */
const llama31 = {
  encoding: 'rope',
  dim: 128,
  base: 500000,
  scaling: { type: 'llama3', factor: 8, lowFreqFactor: 1, highFreqFactor: 4, originalContext: 8192 },
};
const sinusoidal = (dim) => ({ encoding: 'sinusoidal', dim });
/** With a made-up table of 32 buckets, both directions. */
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

const full = [
  { id: 'W1a', task: 'table', rows: 65536, dim: 1024, spec: sinusoidal(1024) },
  { id: 'W1b', task: 'table', rows: 4096, dim: 512, spec: sinusoidal(512) },
  { id: 'W1c', task: 'table', rows: 1_000_000, dim: 128, spec: sinusoidal(128) },
  { id: 'W2 table', task: 'table', rows: 131_072, dim: 128, spec: llama31 },
  { id: 'W2 apply', task: 'rotate', heads: 32, rows: 4096, dim: 128, spec: llama31 },
  { id: 'W6 ALiBi', task: 'bias', heads: 8, rows: 4096, spec: alibi(8) },
  { id: 'W6 T5', task: 'bias', heads: 8, rows: 4096, spec: t5(8) },
  { id: 'index 7', task: 'index', rows: 49, spec: swin(7) },
  { id: 'index 64', task: 'index', rows: 4096, spec: swin(64) },
  { id: 'resize 14 to 16', task: 'resize', rows: 256, dim: 768, spec: vit(14, 16, 768) },
  { id: 'resize 14 to 64', task: 'resize', rows: 4096, dim: 768, spec: vit(14, 64, 768) },
];
/** Small enough for a smoke test. */
const quick = [
  { ...full[0], rows: 4096 },
  { ...full[1], rows: 512 },
  { ...full[2], rows: 32768 },
  { ...full[3], rows: 8192 },
  { ...full[4], heads: 2, rows: 512 },
  { ...full[5], heads: 2, rows: 1024, spec: alibi(2) },
  { ...full[6], heads: 2, rows: 1024, spec: t5(2) },
  full[7],
  { ...full[8], rows: 256, spec: swin(16) },
  { ...full[9], dim: 96, spec: vit(14, 16, 96) },
  { ...full[10], rows: 1024, dim: 96, spec: vit(14, 32, 96) },
];

export const workloads = (isQuick) => (isQuick ? quick : full);

/** Numbers in the result. */
export function entries({ task, rows, dim, heads = 1 }) {
  return task === 'bias' || task === 'index' ? heads * rows * rows : heads * rows * dim;
}
/** Of our result. */
export const bytes = (workload) => entries(workload) * (workload.task === 'index' ? 8 : 4);

export function title({ id, task, rows, dim, heads, spec }) {
  const scaling = spec.scaling ? `, ${spec.scaling.type} scaling` : '';
  if (task === 'table') return `${id}: ${spec.encoding} table ${rows} x ${dim}${scaling}, float32`;
  if (task === 'rotate') return `${id}: rotary embedding of [${heads}, ${rows}, ${dim}]${scaling}, float32`;
  if (task === 'index') return `${id}: relative position index of ${rows} cells`;
  if (task === 'resize') return `${id}: learned grid resampled to ${rows} x ${dim}, ${spec.method}, float32`;
  return `${id}: ${spec.encoding} bias ${heads} x ${rows} x ${rows}, float32`;
}

/** What the probe runs beside the workload itself. */
export const probes = ({ task }) => [
  'fill',
  'memory.fill',
  'memory.copy',
  ...({ table: ['arithmetic'], rotate: ['copy', 'arithmetic'], bias: ['memory.fill rows'] }[task] ?? []),
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
