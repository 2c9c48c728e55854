/** The tenth lesson: its cells check what is measured, and tests/web/authored-notebooks.test.mjs runs them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { interval, median } from '../../../dist/lib/studies/statistics.js';
import { root } from '../support/posenc.mjs';
import {
  answer,
  checked,
  citation,
  definition,
  given,
  goal,
  instruction,
  plan,
  shown,
  title,
} from '../support/reasons.mjs';

export const prose = ['examples/notebooks/course/10-kernels-and-networks.html'];

const n = 64;
const places = Array.from({ length: n }, (_, p) => p);
const theta = (d) => Array.from({ length: d / 2 }, (_, i) => 10000 ** ((-2 * i) / d));
const sum = (list) => list.reduce((all, x) => all + x, 0);
const waves = (frequencies) => (p) => frequencies.flatMap((w) => [Math.cos(w * p), Math.sin(w * p)]);
const turning = (period) => waves([1, 2, 3, 4, 5, 6, 7, 8].map((k) => (2 * Math.PI * k) / period));
const inputs = { number: (p) => [(2 * p + 1 - n) / n], table: waves(theta(64)), features: turning(n) };

/** The tangent kernel of dense, ReLU, dense by the arc-cosine formula, with σ_w = √2 and σ_b = 1 below and 1 above. */
function tangent(a, b) {
  const product = (x, y) => (2 * sum(x.map((v, i) => v * y[i]))) / x.length + 1;
  const [q, r, both] = [product(a, a), product(b, b), product(a, b)];
  const angle = Math.acos(Math.min(1, Math.max(-1, both / Math.sqrt(q * r))));
  const slope = (Math.PI - angle) / (2 * Math.PI);
  return (Math.sqrt(q * r) * Math.sin(angle)) / (2 * Math.PI) + 2 * slope * both;
}
const matrix = (input, rows, columns = rows) => rows.map((p) => columns.map((q) => tangent(input(p), input(q))));
const wave = (k, at = places) => at.map((p) => Math.cos((2 * Math.PI * k * p) / n));

/** Steps of plain gradient descent until half of the wave is learned. */
const halves = new Map();
function half(name, k) {
  const key = `${name} ${k}`;
  if (!halves.has(key)) {
    const kernel = Float64Array.from(matrix(inputs[name], places).flat());
    const target = wave(k);
    const left = Float64Array.from(target);
    const step = new Float64Array(n);
    const amplitude = () => left.reduce((all, x, i) => all + x * target[i], 0);
    const whole = amplitude();
    let steps = 0;
    for (; amplitude() > whole / 2; steps++) {
      step.fill(0);
      for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) step[i] += kernel[i * n + j] * left[j];
      for (let i = 0; i < n; i++) left[i] -= 0.01 * step[i];
    }
    halves.set(key, steps);
  }
  return halves.get(key);
}
const times = (name, k) => half(name, k) / half(name, 1);

/** What is left of the error at other positions: regression on the even ones, by conjugate gradients. */
function unseen(input, at) {
  const seen = places.filter((p) => p % 2 === 0);
  const kernel = matrix(input, seen);
  const y = wave(4, seen);
  let x = y.map(() => 0);
  let [r, p] = [[...y], [...y]];
  const dot = (a, b) => sum(a.map((v, i) => v * b[i]));
  for (let step = 0; step < 400 && dot(r, r) > 1e-26; step++) {
    const Ap = kernel.map((row, i) => dot(row, p) + 1e-4 * p[i]);
    const a = dot(r, r) / dot(p, Ap);
    const before = dot(r, r);
    x = x.map((v, i) => v + a * p[i]);
    r = r.map((v, i) => v - a * Ap[i]);
    p = r.map((v, i) => v + (dot(r, r) / before) * p[i]);
  }
  const right = wave(4, at);
  const missed = matrix(input, at, seen).map((row, i) => right[i] - dot(row, x));
  return dot(missed, missed) / dot(right, right);
}
const odd = places.filter((p) => p % 2 === 1).slice(0, -1);
const further = places.slice(0, 32).map((p) => p + n);

const profile = (distance) => sum(theta(64).map((w) => Math.cos(w * distance))) / 32;
const ofPairs = (kernel) => places.flatMap((p) => places.map((q) => kernel(p, q)));
const induced = ofPairs((p, q) => profile(p - q));
const dot = (a, b) => sum(a.map((x, i) => x * b[i]));
const distance = (a) => Math.sqrt(1 - dot(a, induced) ** 2 / (dot(a, a) * dot(induced, induced)));
function correlation(a, b) {
  const [x, y] = [a, b].map((list) => {
    const mean = sum(list) / list.length;
    return list.map((v) => v - mean);
  });
  return dot(x, y) / Math.sqrt(dot(x, x) * dot(y, y));
}
const bell = (size) => ofPairs((p, q) => Math.exp(-((size * (p - q)) ** 2) / 2));
const rows = places.map(inputs.table);
const overTable = ofPairs((p, q) => tangent(rows[p], rows[q]));

/** Root of the expected squared error of m normal frequencies of deviation 0.2: the variance of cos wΔ over m. */
const expected = (m) => {
  const k = (x) => Math.exp(-((0.2 * x) ** 2) / 2);
  return Math.sqrt(sum(Array.from({ length: 65 }, (_, x) => ((1 + k(2 * x)) / 2 - k(x) ** 2) / m)) / 65);
};
/** The limit of even steps, by 10,000 of them. */
const even = (x) => sum(Array.from({ length: 1e4 }, (_, i) => Math.cos(x * 10000 ** (-(i + 0.5) / 1e4)))) / 1e4;
const stepsError = (m) =>
  Math.sqrt(
    sum(Array.from({ length: 65 }, (_, x) => (sum(theta(2 * m).map((w) => Math.cos(w * x))) / m - limitOf[x]) ** 2)) /
      65,
  );
const limitOf = Array.from({ length: 65 }, (_, x) => even(x));

/** Products of gradients of one network √(2/m) Σ v cos(wp + b), of m neurons: by v, by b and by w. */
function periodic(p, q, m = 64_000) {
  let a = 1;
  const next = () => (a = (a * 48271) % 2147483647) / 2147483647;
  const w = theta(64);
  const of = [0, 0, 0];
  for (let j = 0; j < m; j++) {
    const b = 2 * Math.PI * next();
    const v = Math.sqrt(-2 * Math.log(next())) * Math.cos(2 * Math.PI * next());
    const [x, y] = [w[j % 32] * p + b, w[j % 32] * q + b];
    of[0] += (2 / m) * Math.cos(x) * Math.cos(y);
    of[1] += (2 / m) * v * v * Math.sin(x) * Math.sin(y);
    of[2] += (2 / m) * v * v * p * q * Math.sin(x) * Math.sin(y);
  }
  return of;
}

/** Rank correlations of the recorded study, of ten seeds, rising. */
function pictures() {
  const text = readFileSync(join(root, 'tests/studies/pictures.jsonl'), 'utf8');
  const runs = text.trim().split('\n').map(JSON.parse);
  const scales = [0.25, 0.5, 1, 2, 4];
  const end = (seed, scale, what) =>
    runs.find((run) => run.seed === seed && run.arm === `Fourier features, scale ${scale}`).stages.at(-1).end[what];
  const rank = (list) => list.map((x) => list.filter((y) => y < x).length);
  const seeds = [...new Set(runs.map(({ seed }) => seed))];
  const all = seeds.map((seed) => {
    const [a, b] = ['predicted.test', 'test.loss'].map((what) => rank(scales.map((one) => end(seed, one, what))));
    return 1 - (6 * sum(a.map((x, i) => (x - b[i]) ** 2))) / (5 * 24);
  });
  return all.sort((a, b) => a - b);
}

export const claims = [
  { says: 'Choose frequencies, and see how alike two positions become.', because: instruction },
  { says: 'test in several ways whether two kernels are alike.', because: goal },
  { says: 'You need lessons 2 and 3, and eigenvalues.', because: instruction },
  {
    says: 'The lesson takes about 17 minutes.',
    because: 'tests/web/lessons.test.mjs counts the words and the controls',
  },
  { says: 'How alike two positions are: …', because: title },
  { says: 'distance of two positions', because: title },
  { says: 'Its kernel is the dot product of two rows.', because: definition },
  {
    says: 'All frequencies differ and lie between 0 and ….',
    holds: () =>
      [8, 16, 32, 64].every((d) => new Set(theta(d)).size === d / 2 && theta(d).every((w) => w > 0 && w < Math.PI)),
  },
  {
    says: 'Below … of the largest eigenvalue, 64-bit numbers hold noise.',
    because: 'the floor of web/lib/generated/analyses.ts, which tests/analyses holds to 110 digits',
  },
  {
    says: 'For normal frequencies of standard deviation …, here 0.2, it is … at the distance ….',
    because: 'the characteristic function of the normal distribution',
  },
  {
    says: 'From 32 to 512 normal frequencies it is divided by **…**: the error falls as ….',
    holds: () => Math.abs(expected(32) / expected(512) - 4) < 1e-9,
  },
  { says: 'Errors are over 65 distances and 20 draws.', because: given },
  {
    says: 'The even steps of the sinusoidal table come near their limit faster.',
    holds: () => stepsError(32) / stepsError(512) > 16 && stepsError(512) < expected(512) / 10,
  },
  {
    says: 'That limit is still … at distance 64; the normal one is ….',
    holds: () => Math.abs(limitOf[64] - 0.487) < 0.001 && Math.exp(-((0.2 * 64) ** 2) / 2) < 0.005,
  },
  {
    says: 'As the layer grows, … stops depending on the draw of the weights, and training stops moving it.',
    because: 'theorems 1 and 2 of Jacot et al. 2018',
  },
  {
    says: 'Along an eigenvector of … with eigenvalue …, the error falls as … with the step …, at a small learning rate ….',
    holds: () => Math.abs((1 - 0.01 * 0.25) ** 277 - Math.exp(-0.01 * 0.25 * 277)) < 0.001,
  },
  { says: 'Half is learned after … steps.', holds: () => Math.abs(Math.exp(-Math.LN2) - 0.5) < 1e-15 },
  {
    says: 'It is no copy of …: over 16 channels, at 64 positions, … eigenvalues are above rounding, and … has at most 16.',
    because: 'a product of 64 rows of 16 numbers has rank 16 at most; the other number is computed in the notebook',
  },
  { says: 'Let the network read positions as one number from −1 to 1, and learn waves.', because: instruction },
  {
    says: 'over 100 times',
    holds: () => times('number', 8) > 150 && times('number', 8) < 175,
  },
  { says: '8 turns take', because: title },
  { says: 'sinusoidal, d = 64', because: title },
  { says: 'features, 1 to 8 turns', because: title },
  { says: 'When half of a wave is learned, η = 0.01', because: title },
  { says: 'turns in 64 positions', because: title },
  {
    says: 'With Fourier features of 1 to 8 turns, these eight waves take about equally long.',
    holds: () => [2, 3, 4, 5, 6, 7, 8].every((k) => Math.abs(times('features', k) - 1) < 0.15),
  },
  {
    says: 'A sinusoidal table helps most up to its fastest pair, … turns: 8 turns take … times as long as one, and 16 turns … times.',
    holds: () =>
      Math.abs(n / (2 * Math.PI) - 10.2) < 0.05 &&
      Math.abs(times('table', 8) - 5) < 0.5 &&
      Math.abs(times('table', 16) - 48) < 3 &&
      half('number', 8) / half('table', 8) > 2 * (half('number', 16) / half('table', 16)),
  },
  {
    says: 'Even and odd positions, 32 turns, take … times as long.',
    holds: () => Math.abs(times('table', 32) - 113) < 6,
  },
  { says: 'The cell trains for 1000 steps.', because: given },
  {
    says: 'The output begins at 0: every neuron has a twin of opposite output weight.',
    because: 'both outputs cancel',
  },
  { says: 'input (512 neurons)', because: title },
  { says: 'left after 1000 steps', because: title },
  {
    says: 'The kernel stays fixed only while the weights hardly move.',
    because: 'Chizat et al. 2019, section 1; the notebook measures what follows from it',
  },
  { says: 'Positions never seen', because: title },
  {
    says: 'Train an infinitely wide network on the even positions below 64, with 4 turns, and ask for others.',
    because: instruction,
  },
  { says: 'The table has the squared error over that of answering 0.', because: shown },
  {
    says: 'Between trained positions all do well here.',
    holds: () => [...Object.values(inputs), turning(50)].every((input) => unseen(input, odd) < 0.1),
  },
  {
    says: 'Beyond them only features with the period of the target do.',
    holds: () =>
      unseen(inputs.features, further) < 0.001 &&
      [inputs.number, inputs.table, turning(50)].every((input) => unseen(input, further) > 0.5),
  },
  { says: '1 to 8 turns in 50 positions', because: title },
  { says: 'positions 64 to 95', because: title },
  {
    says: 'On pictures the kernel foretold how well five sizes of frequencies fill in unseen pixels.',
    holds: () => pictures().every((rho) => rho >= 0.9),
  },
  {
    says: 'Its rank correlation with training had the median 1 of 10 seeds, 95 % interval 0.9 to 1.',
    holds: () => {
      const all = pictures();
      const [low, high] = interval(all);
      return all.length === 10 && median(all) === 1 && Math.abs(low - 0.9) < 1e-12 && high === 1;
    },
  },
  {
    says: 'Take … with … from the table, normal … of variance 1 and random phases ….',
    because: definition,
  },
  {
    says: 'If training moves … alone, … tends to …; with …, to …; with all, to ….',
    holds: () => {
      const [v, b, w] = periodic(10, 13);
      const k = profile(3);
      return Math.abs(v - k) < 0.02 && Math.abs(v + b - 2 * k) < 0.02 && Math.abs((v + b + w) / (132 * k) - 1) < 0.02;
    },
  },
  { says: 'distance if Θ(p, p) = 1', because: title },
  { says: 'Distances are relative, from the best multiple of …, over 64 positions.', because: definition },
  {
    says: 'Where they are trained, … spoils it; dividing by the diagonal repairs a part.',
    holds: () => {
      const all = ofPairs((p, q) => (2 + p * q) * profile(p - q));
      const unit = ofPairs((p, q) => ((2 + p * q) * profile(p - q)) / Math.sqrt((2 + p * p) * (2 + q * q)));
      return Math.abs(distance(all) - 0.665) < 0.001 && Math.abs(distance(unit) - 0.152) < 0.001;
    },
  },
  {
    says: 'Even a constant is at …, so look at both columns: no normal distribution is good in both.',
    holds: () =>
      Math.abs(distance(bell(0)) - 0.19) < 0.005 &&
      Array.from({ length: 25 }, (_, i) => 1.3 ** i / 1000).every(
        (size) => distance(bell(size)) > 0.13 && (distance(bell(size)) > 0.3 || correlation(bell(size), induced) < 0.8),
      ),
  },
  {
    says: 'A network without waves is nearer: it reads the table.',
    holds: () => distance(overTable) < 0.11 && correlation(overTable, induced) > 0.99,
  },
  { says: '…, base 10000: the frequencies are 1 and 0.01.', because: given },
  { says: 'You divided by k(0).', holds: () => Math.abs((Math.cos(2) + Math.cos(0.02)) / 2 - 0.292) < 0.001 },
  { says: 'The error falls by a share of itself, not on a straight line.', because: definition },
  { says: 'After so many steps 1/e is left.', holds: () => Math.abs(0.01 * 0.25 * 400 - 1) < 1e-12 },
  { says: 'That is for the eigenvalue 1.', holds: () => Math.abs(Math.LN2 / 0.01 - 69.3) < 0.05 },
  { says: 'Divide ln 2 by rate and eigenvalue.', because: instruction },
  { says: 'a sinusoidal table of 512 channels', because: 'a wrong answer' },
  { says: 'All of its pairs turn by at most 1 radian.', holds: () => Math.max(...theta(512)) === 1 },
  {
    says: 'From one number this wave is the slowest of all.',
    holds: () => half('number', 16) > half('number', 8) && half('number', 32) > half('number', 16),
  },
  { says: 'Do not forget the 2.', because: answer },
  { says: 'Put both pairs into 2 + pq, and divide.', because: instruction },
  {
    says: '(lambdas, shares, eta, t) => lambdas.reduce((sum, x, i) => sum + shares[i] * Math.exp(-eta * x * t), 0)',
    because: answer,
  },
  {
    says: 'Where it ends: the tangent kernel stays fixed only while weights hardly move, and a transformer reads words, too.',
    because: checked,
  },
  { says: 'The student has done lessons 2 and 3.', because: plan },
  { says: '10 minutes: the first chart, and the guess on 16 times as many frequencies.', because: plan },
  { says: '25 minutes: also the network on top, and the exercise on even positions.', because: plan },
  { says: '50 minutes: everything.', because: plan },
  {
    says: 'Ask the class: "Two kernels have the correlation 0.99.',
    holds: () => correlation(overTable, induced) > 0.985,
  },
  { says: 'The usual answer is "nearly".', because: plan },
  { says: '8 turns against one', because: title },
];
