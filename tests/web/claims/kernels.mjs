/** The page Kernels, but not what the registry says of its analyses. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { create, root } from '../support/posenc.mjs';
import { unbound } from '../support/reasons.mjs';

export const prose = ['web/notebook/kernels.html', 'web/notebook/kernels/'];

const pe = await create();
export const close = () => pe.dispose();

const shown = 'its numbers are computed where it is shown';
const source = (path) => readFileSync(join(root, 'web/notebook/kernels', path), 'utf8');
const limit = (pattern) => Number(pattern.exec(source('state.ts'))[1]);

/** Eigenvalues 8, 4, 2, … 2^-20, and what the analysis says of them. */
async function spectrum() {
  const eigenvalues = Float64Array.from({ length: 24 }, (_, i) => 2 ** (3 - i));
  const data = new Float64Array(24 * 24);
  eigenvalues.forEach((x, i) => (data[25 * i] = x));
  return { eigenvalues, of: await pe.analyse({ analysis: 'spectrum' }, { kernel: { data, rows: 24, cols: 24 } }) };
}

export const claims = [
  ...unbound({
    definition: [
      'The inner products of its rows are a kernel: how alike any two positions are.',
      'exp(−Σ p ln p): the number of equally strong directions that have the same entropy.',
      'Share of ‖K‖² that depends on the offset alone; 1 is stationary.',
    ],
    title: ['More to compute', 'Profiles, 1 at offset 0', 'Spectra, 1 at the largest'],
  }),
  {
    says: 'must be a whole number from {2} to …; how the spectrum grows takes any number',
    is: () => [limit(/count: isWhole\((\d+)/)],
  },
  {
    says: 'must be a whole number from {0}',
    is: () => [limit(/head: [^\n]*x >= (\d+)/)],
  },
  {
    says: 'must be a whole number from {1} to …',
    is: () => [limit(/long: isWhole\((\d+)/)],
  },
  { says: 'K varies by up to … of k(0) at one offset', because: shown },
  {
    says: '(Σλ)² / Σλ²: the same with squares in place of the entropy, so weak directions count less.',
    holds: async () => {
      const { eigenvalues, of } = await spectrum();
      const [sum, squares] = [1, 2].map((power) => eigenvalues.reduce((all, x) => all + x ** power, 0));
      return Math.abs(of.participationRatio - sum ** 2 / squares) < 1e-9 && of.participationRatio < of.effectiveRank;
    },
  },
  {
    says: 'Σλ / λ₁: the sum of all eigenvalues over the largest one.',
    holds: async () => {
      const { eigenvalues, of } = await spectrum();
      return Math.abs(of.stableRank - eigenvalues.reduce((a, b) => a + b) / eigenvalues[0]) < 1e-9;
    },
  },
  {
    says: 'Eigenvalues above a thousandth of the largest.',
    holds: async () => {
      const { eigenvalues, of } = await spectrum();
      return of.numericalRank === eigenvalues.filter((x) => x > eigenvalues[0] / 1000).length;
    },
  },
  {
    says: 'Σ λ/(λ + τ): directions that a ridge of τ = 0.001, 0.1, 1, 10 leaves to learn.',
    holds: async () => {
      const { eigenvalues, of } = await spectrum();
      return [0.001, 0.1, 1, 10].every((tau, i) => {
        const sum = eigenvalues.reduce((all, x) => all + x / (x + tau), 0);
        return Math.abs(of.effectiveDimensions[i] - sum) < 1e-9;
      });
    },
  },
];
