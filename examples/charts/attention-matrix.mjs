// Attention from ALiBi only: the softmax of its bias, for the fourth of eight heads.
import { create } from 'posenc';
import { attentionMatrix } from 'posenc/charts';

const pe = await create();
const words = 'A position encoding tells a model where each token of a sentence stands'.split(' ');
const n = words.length;
const bias = await pe.attentionBias({ encoding: 'alibi', heads: 8 }, n, n, { head: 3 });
pe.dispose();

const weights = bias.data.map((logit) => Math.exp(logit));
for (let query = 0; query < n; query++) {
  const row = weights.subarray(query * n, (query + 1) * n);
  const sum = row.reduce((total, weight) => total + weight, 0);
  for (let key = 0; key < n; key++) row[key] = key > query ? NaN : row[key] / sum;
}
export default attentionMatrix(
  { data: weights, rows: n, cols: n },
  { title: 'Attention by distance alone', queries: words, keys: words },
);
