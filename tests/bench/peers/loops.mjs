/** Plain JavaScript loops in float64 with Math.sin, into one float32 array, as people write them. */
import { learned } from '../workloads.mjs';
import { kernelTasks } from './kernel_loops.mjs';
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
  ...kernelTasks,
  table({ spec, rows, dim }) {
    const out = new Float32Array(rows * dim);
    return () => fillTable(out, spec, 0, rows);
  },
  /** Applies a table made beforehand. */
  rotate({ spec, heads, rows, dim }, what) {
    const n = heads * rows;
    const half = dim / 2;
    const x = Float32Array.from({ length: n * dim }, (_, i) => (i % 7) - 3);
    const table = fillTable(new Float32Array(rows * dim), spec, 0, rows);
    const own = new Float32Array(n * dim);
    return () => {
      const out = what === 'new array' ? new Float32Array(n * dim) : own;
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
  bias({ spec, heads, rows }) {
    const out = new Float32Array(heads * rows * rows);
    if (spec.encoding === 't5') return () => fillBuckets(out, spec, rows);
    return () => {
      let at = 0;
      for (let h = 0; h < heads; h++) {
        const slope = 2 ** ((-8 * (h + 1)) / heads);
        for (let i = 0; i < rows; i++) for (let j = 0; j < rows; j++) out[at++] = -slope * Math.abs(i - j);
      }
      return out;
    };
  },
  /** Swin's relative_position_index. */
  index({ spec: { windowHeight: h, windowWidth: w }, rows }) {
    const out = new Int32Array(rows * rows);
    return () => {
      let at = 0;
      for (let yi = 0; yi < h; yi++)
        for (let xi = 0; xi < w; xi++)
          for (let yj = 0; yj < h; yj++)
            for (let xj = 0; xj < w; xj++) out[at++] = (yi - yj + h - 1) * (2 * w - 1) + (xi - xj + w - 1);
      return out;
    };
  },
  /** Rows first, then columns. */
  resize({ spec, dim }) {
    const { sourceHeight, sourceWidth, height, width } = spec;
    const grid = Float32Array.from({ length: sourceHeight * sourceWidth * dim }, (_, i) => learned(i));
    const tall = new Float32Array(height * sourceWidth * dim);
    const out = new Float32Array(height * width * dim);
    return () => {
      stretch(grid, tall, { outer: 1, source: sourceHeight, target: height, inner: sourceWidth * dim });
      return stretch(tall, out, { outer: height, source: sourceWidth, target: width, inner: dim });
    };
  },
};

/** T5's bias: the bucket of each distance (transformers, modeling_t5.py), then a look-up an entry. */
function fillBuckets(out, { heads, numBuckets, maxDistance, table }, rows) {
  const side = numBuckets / 2;
  const exact = side / 2;
  const bucketOf = Int32Array.from({ length: 2 * rows - 1 }, (_, k) => {
    const n = Math.abs(k - rows + 1);
    const steps = Math.floor((Math.log(n / exact) / Math.log(maxDistance / exact)) * (side - exact));
    return (k >= rows ? side : 0) + (n < exact ? n : Math.min(exact + steps, side - 1));
  });
  let at = 0;
  for (let h = 0; h < heads; h++)
    for (let i = 0; i < rows; i++)
      for (let j = 0; j < rows; j++) out[at++] = table[bucketOf[j - i + rows - 1] * heads + h];
  return out;
}

/** Bicubic resampling of the middle axis of (outer, source, inner), Keys' kernel with a = -0.75, borders repeated. */
function stretch(from, to, { outer, source, target, inner }) {
  const a = -0.75;
  const kernel = (x) =>
    x < 1 ? ((a + 2) * x - (a + 3)) * x * x + 1 : x < 2 ? ((a * x - 5 * a) * x + 8 * a) * x - 4 * a : 0;
  for (let t = 0; t < target; t++) {
    const centre = ((t + 0.5) * source) / target - 0.5;
    const first = Math.floor(centre) - 1;
    const taps = [0, 1, 2, 3].map((k) => {
      const at = Math.min(Math.max(first + k, 0), source - 1);
      return [at, kernel(Math.abs(first + k - centre))];
    });
    const [[p0, w0], [p1, w1], [p2, w2], [p3, w3]] = taps;
    for (let o = 0; o < outer; o++) {
      const row = o * source;
      for (let i = 0; i < inner; i++) {
        to[(o * target + t) * inner + i] =
          w0 * from[(row + p0) * inner + i] +
          w1 * from[(row + p1) * inner + i] +
          w2 * from[(row + p2) * inner + i] +
          w3 * from[(row + p3) * inner + i];
      }
    }
  }
  return to;
}

await serve({
  version: `Node ${process.versions.node} (V8 ${process.versions.v8})`,
  prepare: (workload, what) => tasks[workload.task](workload, what),
});
