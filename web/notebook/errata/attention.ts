/** Two attention statistics that the library does not offer: of logits, and of scores between projections. */
import type { Matrix } from '../../lib/types/posenc.js';
import { at } from './numbers.js';

/** Entropy of the softmax of the logits, in nats. */
export function entropy(logits: Float64Array): number {
  const top = logits.reduce((most, x) => Math.max(most, x), -Infinity);
  let sum = 0;
  let weighted = 0;
  for (const x of logits) {
    const e = Math.exp(x - top);
    sum += e;
    weighted += e * (x - top);
  }
  return Math.log(sum) - weighted / sum;
}

/** Share of ‖S‖² that remains when each diagonal of S = (P A)(P B)ᵀ is replaced by its mean. */
export function toeplitzShare(P: Matrix, A: Matrix, B: Matrix): number {
  const n = P.rows;
  const [q, k] = [product(P, A), product(P, B)];
  const sums = new Float64Array(2 * n - 1);
  let all = 0;
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      let s = 0;
      for (let c = 0; c < A.cols; c++) s += at(q, i * A.cols + c) * at(k, j * A.cols + c);
      all += s * s;
      sums[j - i + n - 1] = at(sums, j - i + n - 1) + s;
    }
  }
  return sums.reduce((kept, sum, d) => kept + sum ** 2 / (n - Math.abs(d - n + 1)), 0) / all;
}

/**
 * E‖mean diagonals‖² / E‖S‖² if the entries of W in S = P W Pᵀ are uncorrelated with mean 0 and equal variance. With
 * the profile k of P Pᵀ, the covariance of S_{i,i+o} and S_{j,j+o} is k(i-j)² for every offset o.
 */
export function toeplitzShareExpected(profile: Float64Array): number {
  const n = profile.length;
  let kept = 0;
  for (let length = 1; length <= n; length++) {
    let sum = length * at(profile, 0) ** 2;
    for (let lag = 1; lag < length; lag++) sum += 2 * (length - lag) * at(profile, lag) ** 2;
    kept += ((length === n ? 1 : 2) * sum) / length;
  }
  return kept / (n * at(profile, 0)) ** 2;
}

function product({ data, rows, cols }: Matrix, B: Matrix): Float64Array {
  const out = new Float64Array(rows * B.cols);
  for (let i = 0; i < rows; i++)
    for (let l = 0; l < cols; l++)
      for (let c = 0; c < B.cols; c++)
        out[i * B.cols + c] = at(out, i * B.cols + c) + at(data, i * cols + l) * at(B.data, l * B.cols + c);
  return out;
}
