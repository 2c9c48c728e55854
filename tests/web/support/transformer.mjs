/**
 * A post-norm encoder in float64, written from its formulas alone, as a second implementation to compare evaluations
 * with. Positions are tables that blocks add; GELU follows both layers of the MLP (`mlpOutputActivation`).
 */

/** Matrices are rows × cols, row by row. */
const product = (x, w, bias) =>
  x.map((row) =>
    Array.from({ length: w.shape[1] }, (_, j) =>
      row.reduce((sum, xi, i) => sum + xi * w.data[i * w.shape[1] + j], bias.data[j]),
    ),
  );
const plus = (x, y) => x.map((row, i) => row.map((xi, j) => xi + y[i][j]));
/** erf by its series; |x| is below 6 here. */
function erf(x) {
  if (Math.abs(x) > 5) return Math.sign(x);
  let [sum, term] = [x, x];
  for (let n = 1; n < 200; n++) {
    term *= (-x * x) / n;
    sum += term / (2 * n + 1);
  }
  return (2 / Math.sqrt(Math.PI)) * sum;
}
const gelu = (x) => x.map((row) => row.map((v) => (v / 2) * (1 + erf(v / Math.SQRT2))));
function softmax(row) {
  const top = Math.max(...row);
  const e = row.map((v) => Math.exp(v - top));
  const sum = e.reduce((a, b) => a + b);
  return e.map((v) => v / sum);
}
const normal = (x, weight, bias) =>
  x.map((row) => {
    const mean = row.reduce((a, b) => a + b) / row.length;
    const variance = row.reduce((a, b) => a + (b - mean) ** 2, 0) / row.length;
    return row.map((v, j) => ((v - mean) / Math.sqrt(variance + 1e-5)) * weight.data[j] + bias.data[j]);
  });

/**
 * Evaluates one sample (tokens, inputs): logits of each token, and for each block the attention (heads, queries,
 * tokens) and the inputs of its softmax, `scores`. `weights` are those of a run, `tables` the tables that the blocks
 * add.
 */
export function encoder(sample, weights, tables, heads) {
  const named = Object.fromEntries(weights.map((tensor) => [tensor.name, tensor]));
  const apply = (x, name) => product(x, named[`${name}.weight`], named[`${name}.bias`]);
  const norm = (x, name) => normal(x, named[`${name}.weight`], named[`${name}.bias`]);
  let x = apply(sample, 'embed');
  const d = x[0].length;
  const width = d / heads;
  const scores = [];
  const attention = tables.map((table, b) => {
    const name = (part) => `blocks.${b}.${part}`;
    x = x.map((row, i) => row.map((v, j) => v + table.data[i * d + j]));
    const qkv = apply(x, name('attention.qkv'));
    const mixed = x.map(() => []);
    const of = Array.from({ length: heads }, (_, h) => {
      const part = (row, k) => row.slice(k * d + h * width, k * d + (h + 1) * width);
      const score = qkv.map((q) =>
        qkv.map((k) => part(q, 0).reduce((sum, v, i) => sum + v * part(k, 1)[i], 0) / Math.sqrt(width)),
      );
      (scores[b] ??= []).push(score);
      const rows = score.map(softmax);
      rows.forEach((row, i) => {
        for (let j = 0; j < width; j++) mixed[i].push(row.reduce((sum, p, t) => sum + p * part(qkv[t], 2)[j], 0));
      });
      return rows;
    });
    x = norm(plus(apply(mixed, name('attention.out')), x), name('norm1'));
    x = norm(plus(gelu(apply(gelu(apply(x, name('mlp.up'))), name('mlp.down'))), x), name('norm2'));
    return of;
  });
  return { logits: apply(x, 'read'), attention, scores };
}

/** -ln of the softmax's entry `answer`, and whether it is the largest. */
export function crossEntropy(logits, answer) {
  const top = Math.max(...logits);
  return {
    loss: top + Math.log(logits.reduce((sum, v) => sum + Math.exp(v - top), 0)) - logits[answer],
    right: logits[answer] === top,
  };
}
