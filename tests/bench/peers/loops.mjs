/** Plain JavaScript loops in float64 with Math.sin, into one float32 array, as people write them. */
import { serve } from './serve.mjs';

/** Angular frequencies; Llama 3.1 scales those whose wavelength is long (transformers, modeling_rope_utils.py). */
function frequencies({ dim, base = 10000, scaling }) {
  return Float64Array.from({ length: dim / 2 }, (_, i) => {
    const f = base ** ((-2 * i) / dim);
    if (!scaling) return f;
    const { factor, lowFreqFactor, highFreqFactor, originalContext } = scaling;
    const turns = (originalContext * f) / (2 * Math.PI);
    const smooth = Math.min(1, Math.max(0, (turns - lowFreqFactor) / (highFreqFactor - lowFreqFactor)));
    return ((1 - smooth) * f) / factor + smooth * f;
  });
}

function fillTable(out, spec, start, rows) {
  const f = frequencies(spec);
  const pairs = f.length;
  const [stride, cosine, sine] = spec.encoding === 'rope' ? [1, 0, pairs] : [2, 1, 0];
  for (let r = 0; r < rows; r++) {
    const row = r * 2 * pairs;
    for (let i = 0; i < pairs; i++) {
      const angle = (start + r) * f[i];
      out[row + sine + i * stride] = Math.sin(angle);
      out[row + cosine + i * stride] = Math.cos(angle);
    }
  }
  return out;
}

const tasks = {
  table({ spec, rows, dim }) {
    const out = new Float32Array(rows * dim);
    return () => fillTable(out, spec, 0, rows);
  },
  /** With the table made beforehand. */
  rotate({ spec, heads, rows, dim }) {
    const n = heads * rows;
    const half = dim / 2;
    const x = Float32Array.from({ length: n * dim }, (_, i) => (i % 7) - 3);
    const table = fillTable(new Float32Array(rows * dim), spec, 0, rows);
    const out = new Float32Array(n * dim);
    return () => {
      for (let r = 0; r < n; r++) {
        const at = r * dim;
        const wave = (r % rows) * dim;
        for (let i = 0; i < half; i++) {
          const c = table[wave + i];
          const s = table[wave + half + i];
          out[at + i] = x[at + i] * c - x[at + half + i] * s;
          out[at + half + i] = x[at + half + i] * c + x[at + i] * s;
        }
      }
      return out;
    };
  },
  bias({ heads, rows }) {
    const out = new Float32Array(heads * rows * rows);
    return () => {
      let at = 0;
      for (let h = 0; h < heads; h++) {
        const slope = 2 ** ((-8 * (h + 1)) / heads);
        for (let i = 0; i < rows; i++) for (let j = 0; j < rows; j++) out[at++] = -slope * Math.abs(i - j);
      }
      return out;
    };
  },
};

await serve({
  version: `Node ${process.versions.node} (V8 ${process.versions.v8})`,
  prepare: (workload) => tasks[workload.task](workload),
  rows: ({ spec, start, count }) => fillTable(new Float32Array(count * spec.dim), spec, start, count),
});
