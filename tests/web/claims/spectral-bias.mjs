/** The page Spectral bias, but not what the registry says of its analyses. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { create, root } from '../support/posenc.mjs';
import { unbound } from '../support/reasons.mjs';

export const prose = ['web/notebook/spectral-bias.html', 'web/notebook/spectral-bias/'];

const pe = await create();
export const close = () => pe.dispose();

const label = 'a title or the name of a curve';
const shown = 'its numbers are computed where it is shown';
const theorem = 'a theorem';
const paper = 'what the paper says';
const state = readFileSync(join(root, 'web/notebook/spectral-bias/state.ts'), 'utf8');
const claimView = readFileSync(join(root, 'web/notebook/spectral-bias/claim.ts'), 'utf8');
/** A limit in a condition of the page's state. */
const limit = (pattern) => Number(pattern.exec(state)[1].replaceAll('_', ''));

const near = (a, b, within = 1e-9) => Math.abs(a / b - 1) <= within;
const rowOf = ({ data, cols }, r) => Array.from(data.subarray(r * cols, (r + 1) * cols));
const falls = (values) => values.every((x, i) => i === 0 || x < values[i - 1]);
/** Runs once, for several claims. */
const once = (work) => {
  let done;
  return () => (done ??= work());
};

const waves = once(() => pe.analyse({ analysis: 'rahaman', steps: 1 }, {}));
const bandwidth = once(() => pe.analyse({ analysis: 'bandwidth-sweep', steps: 0 }, {}));
const decay = once(() => pe.analyse({ analysis: 'amplitude-decay', steps: 0 }, {}));
const regression = once(() =>
  pe.analyse({ analysis: 'fourier-regression', steps: 1, time: 1e-6, decays: [0, 0.5, 1] }, {}),
);
const pairs = [
  [0, 0],
  [10, 10],
  [10, 13],
  [3, 40],
];
const periodic = once(async () => {
  const frequencies = await pe.frequencies({ encoding: 'sinusoidal', dim: 64 });
  return pe.analyse({ analysis: 'periodic-network' }, { frequencies, pairs });
});
const relu = [{ layer: 'dense', width: 64 }, { layer: 'relu' }, { layer: 'dense', width: 1 }];
const convergence = once(() =>
  pe.analyse(
    { analysis: 'ntk-convergence', widths: [64, 128, 256, 512], draws: 100, layers: relu },
    { x: { data: Float64Array.from({ length: 16 }, (_, i) => Math.sin(i)), rows: 8, cols: 2 } },
  ),
);
/** Gradient descent on a kernel with the eigenvalues 3 and 1. */
const descent = (learningRate, more = {}) =>
  pe.analyse(
    { analysis: 'training-prediction', learningRate, times: [0, 1], ...more },
    { kernel: { data: Float64Array.of(2, 1, 1, 2), rows: 2, cols: 2 }, y: Float64Array.of(1, 0) },
  );

export const claims = [
  ...unbound({
    definition: [
      'waves on [0, 1)',
      'Pairs (…, … + δ), each curve over its value at δ = 0.',
      'The spectrum of the signals falls as f−α, and the amplitudes of the features fall as j−p.',
      'A ReLU network reads features of the frequencies j = 1, 2, … with amplitudes j−p.',
      'η over 2/λ_max.',
      'What is left of each wave of the largest in the signal; rows are frequencies, columns records',
      'The encoding takes x in [0, 1).',
      'The encoding takes positions 0 … …, and quarters between them for the test.',
    ],
    instruction: ['Take a smaller learning rate; gradient flow is shown instead.'],
  }),
  {
    says: 'Gradient descent learns smooth things soon and fine things late or never, and an encoding of the position decides what counts as smooth.',
    holds: async () => {
      const { kernelSpectra } = await regression();
      const [flat, , falling] = [0, 1, 2].map((r) => rowOf(kernelSpectra, r).slice(1, -1));
      return falls((await waves()).decayRates) && falls(falling) && flat.every((one) => near(one, flat[0], 1e-6));
    },
  },
  {
    says: 'The error is a U, and its minimum lies at about the same σ for {four} quite different distributions: the spread counts, not the shape.',
    is: async () => {
      const { predicted, bestPredicted } = await bandwidth();
      for (let family = 0; family < predicted.rows; family++) {
        const errors = rowOf(predicted, family);
        const least = errors.indexOf(Math.min(...errors));
        if (least === 0 || least === errors.length - 1)
          throw new Error(`family ${family} has its least error at an end`);
      }
      if (Math.max(...bestPredicted) / Math.min(...bestPredicted) > 2) throw new Error([...bestPredicted].join());
      return [predicted.rows];
    },
  },
  {
    says: '… minima lie at σ = …, on a grid of factors of {two}.',
    is: async () => {
      const { deviations } = await bandwidth();
      if (!deviations.every((x, i) => i === 0 || near(x, 2 * deviations[i - 1]))) throw new Error(deviations.join());
      return [deviations[1] / deviations[0]];
    },
  },
  { says: 'of its own least error.', because: shown },
  {
    says: 'Without features a ReLU network has to make the sum of {ten} waves of frequencies {5}, {10}, … {50} from one number.',
    is: async () => {
      const { frequencies } = await waves();
      return [frequencies.length, frequencies[0], frequencies[1], frequencies.at(-1)];
    },
  },
  {
    says: 'It finds them one after the other, from the lowest on.',
    holds: async () => falls((await waves()).decayRates),
  },
  { says: ', … times slower than frequency …', because: shown },
  { says: 'Half of a wave was in the output after:', because: shown },
  {
    says: 'The paper trained six layers of width 256 for 60,000 steps; the highest wave here stands at',
    because: paper,
  },
  {
    says: 'must be an even number from {2} to {4096}',
    is: () => [limit(/fitsDim = .*x >= (\d+)/), limit(/fitsDim = .*x <= (\d+)/)],
  },
  {
    says: 'must be a whole number from {0} to {10000}',
    is: () => [limit(/fitsFrom = .*x >= (\d+)/), limit(/fitsFrom = .*x <= ([\d_]+)/)],
  },
  {
    says: '{Five} statements can be meant by it; {two} are true.',
    is: () => [claimView.match(/\bverdict\(\n/g).length, claimView.match(/\bverdict\(\n *true,/g).length],
  },
  {
    says: 'The sinusoidal encoding is a deterministic quadrature, on a log-uniform grid, of a random-feature kernel with a 1/f spectrum.',
    holds: async () => {
      const omega = await pe.frequencies({ encoding: 'sinusoidal', dim: 64 });
      return omega.slice(1).every((w, i) => near(w / omega[i], omega[1] / omega[0]));
    },
  },
  {
    says: '$v$ and the phases $b$ trained: $2\\hat k(\\delta)$.',
    holds: async () => {
      const { readout, readoutAndPhase, profile } = await periodic();
      return readoutAndPhase.every(
        (one, i) => near(one, 2 * readout[i]) && near(readout[i], profile[pairs[i][1] - pairs[i][0]]),
      );
    },
  },
  { says: 'At δ = 0 it is', because: shown },
  {
    says: ', twice the read-out’s',
    holds: async () => near((await periodic()).readoutAndPhase[0], 2 * (await periodic()).readout[0]),
  },
  {
    says: "Everything trained, which is the NTK: $(2 + x x')\\,\\hat k(\\delta)$, not stationary.",
    holds: async () => {
      const { readout, allParameters } = await periodic();
      return pairs.every(([x, other], i) => near(allParameters[i], (2 + x * other) * readout[i]));
    },
  },
  {
    says: 'Normal weights, the usual wide network: $e^{-\\sigma^2\\delta^2/2}$.',
    // the mean of cos(wδ) over normal w
    holds: () =>
      [0.5, 1, 2].every((delta) => {
        let mean = 0;
        for (let w = -12; w <= 12; w += 0.01)
          mean += (0.01 * Math.cos(w * delta) * Math.exp(-(w ** 2) / 2)) / Math.sqrt(2 * Math.PI);
        return near(mean, Math.exp(-(delta ** 2) / 2), 1e-6);
      }),
  },
  { says: 'The nearest Gaussian misses the profile over δ <', because: shown },
  { says: 'if it is to be 1 at 0.', because: shown },
  {
    says: 'A wide network comes near: with random phases the variance is $(V + \\tfrac12)/m$, with pairs $2V/m$.',
    holds: async () => {
      const { pairVariance, phaseVariance, phaseError, phaseExpected, pairError, pairExpected } = await periodic();
      return (
        phaseVariance.every((one, i) => Math.abs(one - (pairVariance[i] + 0.5)) < 1e-9) &&
        phaseError.every((one, i) => near(one, phaseExpected[i], 0.25)) &&
        pairError.every((one, i) => near(one, pairExpected[i], 0.25))
      );
    },
  },
  {
    says: ', predicted −0.5.',
    // the exponent of √(1/m)
    holds: async () => {
      const { widths, phaseExpected } = await periodic();
      const slope = Math.log(phaseExpected.at(-1) / phaseExpected[0]) / Math.log(widths.at(-1) / widths[0]);
      return near(slope, -0.5);
    },
  },
  {
    says: 'Pairs, as the encoding has them, are the better estimate only where V < ½, V being the variance of cos ωδ.',
    because: '2V is less than V + ½ where V is less than ½',
  },
  {
    says: 'Theory says that it falls as one over the square root of the width, which is a slope of −1/2.',
    holds: async () => Math.abs((await convergence()).slope + 0.5) < 0.06,
  },
  { says: 'At narrow widths terms of higher order bend the curve: only the last part is the law.', because: theorem },
  {
    says: 'An error above 1 says that the narrow kernel has nothing in common with the limit.',
    because: 'a kernel of zeros has the error 1',
  },
  {
    says: 'If the amplitudes decay too slowly, the network fits noise between the points; if they decay too fast, it does not learn the fine waves.',
    holds: async () => {
      const { predicted } = await decay();
      return [0, 1, 2, 3].every((r) => {
        const errors = rowOf(predicted, r);
        const least = Math.min(...errors);
        return errors[0] > 1.5 * least && errors.at(-1) > 1.5 * least;
      });
    },
  },
  { says: 'Least error: ….…', because: shown },
  { says: 'times the predicted ones in the geometric mean: ….', because: shown },
  { says: 'at this width the networks learn faster than infinitely wide ones', because: shown },
  { says: 'at this width the networks learn more slowly than infinitely wide ones', because: shown },
  { says: 'The least error lies at p = ….', because: shown },
  {
    says: 'Its overlap with that of infinite width is … of 1; where eigenvalues lie close, eigenfunctions mix.',
    because: theorem,
  },
  {
    says: 'The decay p chooses between all at once and the low ones first.',
    holds: async () => {
      const { kernelRows, kernelSpectra } = await regression();
      // the transform of a row of the kernel, which is one of a circle, gives its eigenvalues
      const row = rowOf(kernelRows, 2);
      const transform = (f) => row.reduce((sum, k, n) => sum + k * Math.cos((2 * Math.PI * f * n) / row.length), 0);
      const spectrum = rowOf(kernelSpectra, 2);
      const flat = rowOf(kernelSpectra, 0).slice(1, -1);
      return (
        spectrum.every((one, f) => near(one, transform(f), 1e-6)) &&
        flat.every((one) => near(one, flat[0], 1e-6)) &&
        falls(spectrum.slice(0, -1))
      );
    },
  },
  { says: 'Its dashed curve is the measured one times e^(−ηtλ/n): at p = 1 and frequency', because: paper },
  {
    says: 'Here the prediction starts from f₀ with the kernel as it is: the same wave is to shrink to',
    because: shown,
  },
  { says: 'At frequency 1 the network (p = 1, width …) keeps', because: shown },
  {
    says: 'Above 1 gradient descent diverges.',
    holds: async () => {
      const { learningRateLimit } = await descent(0.1);
      const below = await descent(0.99 * learningRateLimit, { steps: [0, 1, 1000] });
      // the library refuses to predict steps that diverge
      const above = await descent(1.01 * learningRateLimit, { steps: [0, 1] }).catch(({ code }) => code);
      return near(learningRateLimit, 2 / 3) && Math.abs(below.stepFactors.data[4]) < 1e-6 && above === 'bad_param';
    },
  },
  {
    says: 'must be above {0} and at most …',
    is: () => [limit(/fitsRate = .*x > (\d+)/)],
  },
  {
    says: 'must be a whole number from {1} to …',
    is: () => [limit(/fitsSteps = .*x >= (\d+)/)],
  },
  { says: 'η = … is above 2/λ₁ = ….', because: shown },
  {
    says: 'Each step multiplies the part of the residual along an eigenvector by 1 − ηλ, so ln 2 / (ηλ) small steps halve it.',
    holds: async () => {
      const { stepFactors, halfTimes } = await descent(0.01, { steps: [0, 1] });
      return (
        [3, 1].every((lambda, i) => near(stepFactors.data[2 + i], 1 - 0.01 * lambda)) &&
        [3, 1].every((lambda, i) => near(halfTimes[i], Math.LN2 / (0.01 * lambda))) &&
        near(0.99 ** halfTimes[1], 0.5, 0.01)
      );
    },
  },
  {
    says: 'Each step multiplies eigenmode 1 by 1 − ηλ₁ = …, so gradient descent on this kernel diverges.',
    because: shown,
  },
  {
    says: 'At each of the widths {16}, {32}, {64}, {128}, {256}, {512}, {1024} the mean of ‖Θ̂ − Θ‖ / ‖Θ‖ over {20} networks is taken.',
    is: () => {
      const view = readFileSync(join(root, 'web/notebook/spectral-bias/convergence.ts'), 'utf8');
      const list = (pattern) => pattern.exec(view)[1].split(', ').map(Number);
      return [...list(/networkWidths = \[(.*?)\]/), ...list(/drawCount = (\d+)/)];
    },
  },
  { says: 'm = …, steps until half is left', because: shown },
  {
    says: 'With a bare coordinate the fine ones stay; with features that are too fine, what lies between the points goes wrong.',
    holds: async () => {
      const { decayRates } = await waves();
      const { predicted } = await bandwidth();
      const errors = rowOf(predicted, 0);
      return decayRates[0] > 50 * decayRates.at(-1) && errors.at(-1) > 2 * Math.min(...errors);
    },
  },
  {
    says: 'points must be a whole number from {4} to …',
    is: () => [limit(/fitsPoints = .*x >= (\d+)/)],
  },
  ...[
    'Best standard deviations',
    'best σ, …',
    'More settings',
    'Best standard deviation of each family',
    'How fast each wave falls at first',
    'v and b: 2k̂(δ)',
    'nearest Gaussian, any height',
    'nearest Gaussian with k̂(0) = 1',
    'Closer with the width',
    'slope −1/2 from the last width',
    'decay p of the features',
    'Half times',
    '2/λ₁, this network',
    '2/λ₁, infinite width',
    'steps until half is left',
    '… steps: below is half learned',
  ].map((says) => ({ says, because: label })),
];
