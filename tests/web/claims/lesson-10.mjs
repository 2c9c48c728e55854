/** The tenth lesson: its cells check what is measured, and tests/web/authored-notebooks.test.mjs runs them. */
import { interval, median } from '../../../dist/lib/studies/statistics.js';
import { create } from '../support/posenc.mjs';
import { everything, shortest, takes, unbound } from '../support/reasons.mjs';
import { ends } from '../support/recorded-runs.mjs';

export const prose = ['examples/notebooks/course/10-kernels-and-networks.html'];

const n = 64;
const places = Array.from({ length: n }, (_, p) => p);
const theta = (d) => Array.from({ length: d / 2 }, (_, i) => 10000 ** ((-2 * i) / d));
const sum = (list) => list.reduce((all, x) => all + x, 0);
const product = (a, b) => {
  let all = 0;
  for (let i = 0; i < a.length; i++) all += a[i] * b[i];
  return all;
};
const waves = (frequencies) => (p) => frequencies.flatMap((w) => [Math.cos(w * p), Math.sin(w * p)]);
const turning = (period) => waves([1, 2, 3, 4, 5, 6, 7, 8].map((k) => (2 * Math.PI * k) / period));
const inputs = { number: (p) => [(2 * p + 1 - n) / n], table: waves(theta(64)), features: turning(n) };

/** The tangent kernel of dense, ReLU, dense by the arc-cosine formula, with σ_w = √2 and σ_b = 1 below and 1 above. */
function tangent(a, b) {
  const covariance = (x, y) => (2 * product(x, y)) / x.length + 1;
  const [q, r, both] = [covariance(a, a), covariance(b, b), covariance(a, b)];
  const angle = Math.acos(Math.min(1, Math.max(-1, both / Math.sqrt(q * r))));
  const slope = (Math.PI - angle) / (2 * Math.PI);
  return (Math.sqrt(q * r) * Math.sin(angle)) / (2 * Math.PI) + 2 * slope * both;
}
function matrix(input, rows, columns = rows) {
  const across = columns.map(input);
  return rows.map(input).map((a) => Float64Array.from(across, (b) => tangent(a, b)));
}
const wave = (k, at = places) => at.map((p) => Math.cos((2 * Math.PI * k * p) / n));
const profile = (distance) => sum(theta(64).map((w) => Math.cos(w * distance))) / 32;

/** What 1, 2, 4, … steps of plain gradient descent do to an error: I − ηΘ, squared again and again. */
function leaps(kernel, count) {
  const all = [kernel.map((row, i) => row.map((x, j) => Number(i === j) - 0.01 * x))];
  while (all.length < count) {
    const last = all.at(-1);
    all.push(last.map((row) => row.map((_, j) => product(row, last[j]))));
  }
  return all;
}
const leap = (by, error) => by.map((row) => product(row, error));

/** Steps of plain gradient descent until half of the wave is learned: what is left falls at every step. */
const known = new Map();
function half(name, k) {
  if (!known.has(name)) known.set(name, leaps(matrix(inputs[name], places), 16));
  const target = wave(k);
  let [left, steps] = [target, 0];
  for (let i = 15; i >= 0; i--) {
    const next = leap(known.get(name)[i], left);
    if (product(target, next) > product(target, target) / 2) [left, steps] = [next, steps + 2 ** i];
  }
  return steps + 1;
}
const times = (name, k) => half(name, k) / half(name, 1);

/** What is left of the error at other positions: regression on the even ones, by conjugate gradients. */
const seen = places.filter((p) => p % 2 === 0);
function fitted(input) {
  const kernel = matrix(input, seen);
  const y = wave(4, seen);
  let x = y.map(() => 0);
  let [r, p] = [[...y], [...y]];
  for (let step = 0; step < 400 && product(r, r) > 1e-26; step++) {
    const Ap = kernel.map((row, i) => product(row, p) + 1e-4 * p[i]);
    const before = product(r, r);
    const a = before / product(p, Ap);
    x = x.map((v, i) => v + a * p[i]);
    r = r.map((v, i) => v - a * Ap[i]);
    p = r.map((v, i) => v + (product(r, r) / before) * p[i]);
  }
  return x;
}
function unseen(input, at) {
  const x = fitted(input);
  const right = wave(4, at);
  const missed = matrix(input, at, seen).map((row, i) => right[i] - product(row, x));
  return product(missed, missed) / product(right, right);
}
const odd = places.filter((p) => p % 2 === 1).slice(0, -1);
const further = places.slice(0, 32).map((p) => p + n);

/** Kernels at all pairs of positions, beside that of the table. */
const ofPairs = (kernel) => Float64Array.from({ length: n * n }, (_, i) => kernel(Math.floor(i / n), i % n));
const lags = (kernel) => {
  const by = places.map(kernel);
  return ofPairs((p, q) => by[Math.abs(p - q)]);
};
const induced = lags(profile);
const distance = (a) => Math.sqrt(1 - product(a, induced) ** 2 / (product(a, a) * product(induced, induced)));
function correlation(a) {
  const [x, y] = [a, induced].map((list) => {
    const mean = sum(list) / list.length;
    return list.map((v) => v - mean);
  });
  return product(x, y) / Math.sqrt(product(x, x) * product(y, y));
}
const bell = (size) => lags((x) => Math.exp(-((size * x) ** 2) / 2));
const overTable = lags((x) => tangent(inputs.table(0), inputs.table(x)));

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
  const scales = [0.25, 0.5, 1, 2, 4];
  const [predicted, trained] = ['predicted.test', 'test.loss'].map((what) =>
    scales.map((scale) => ends('pictures', `Fourier features, scale ${scale}`, what)),
  );
  const rank = (list) => list.map((x) => list.filter((y) => y < x).length);
  const all = trained[0].map((_, seed) => {
    const [a, b] = [predicted, trained].map((by) => rank(by.map((one) => one[seed])));
    return 1 - (6 * sum(a.map((x, i) => (x - b[i]) ** 2))) / (5 * 24);
  });
  return all.sort((a, b) => a - b);
}

export const claims = [
  takes(17),
  ...unbound({
    definition: [
      'Its kernel … is the dot product of two rows.',
      'The error is the root mean square of the difference, over 65 distances and 20 draws.',
      'Let gradient descent with a small rate … lower half the sum of squared errors.',
      'The table has its squared error at others, divided by that of answering 0.',
      'Take … neurons, …: … from the table, normal … of variance 1, and phases … drawn from a full turn.',
      "The distance is that to the nearest multiple of …, divided by the kernel's size.",
      'The error falls by a share of itself, not on a straight line.',
    ],
    given: [
      'The Fourier features have 1 to 8 turns in 64 positions.',
      'Here a finite network trains for 1000 steps.',
      'An infinitely wide network learns 4 turns on the even positions below 64.',
      '…, base 10000.',
    ],
    instruction: [
      'Choose frequencies, and see how alike two positions become.',
      'You need lessons 2 and 3, eigenvalues and gradient descent.',
      'Now let it read one number instead, from −1 to 1 over 64 positions.',
      'Divide ln 2 by rate and eigenvalue.',
      'Put both pairs into 2 + pq, and divide.',
    ],
    goal: ['test whether two kernels are alike.'],
    checked: [
      "With those of the sinusoidal table, the library's two tables differ by ….",
      'less than 10⁻¹³',
      'So the theory is nearer at height 0.1, and near with the Fourier features.',
      'Where it ends: the tangent kernel stays fixed only while weights hardly move, and a transformer reads words, too.',
    ],
    title: [
      '8 turns take',
      'Steps until half is learned, η = 0.01',
      'input, 256 neurons',
      'left of 4 turns after 1000 steps',
      'Positions never seen',
      'features, 50 positions',
      'positions 64 to 95',
      'distance if Θ(p, p) = 1',
      '8 turns against one',
    ],
    broken: ['Wrong belief: "Kernels with a correlation of 0.99 learn alike."'],
    answer: [
      'Do not forget the 2.',
      '(lambdas, shares, eta, t) => lambdas.reduce((sum, x, i) => sum + shares[i] * Math.exp(-eta * x * t), 0)',
    ],
    wrong: ['a sinusoidal table of 512 channels'],
    plan: [
      everything,
      shortest,
      'The student has done lessons 2 and 3.',
      '10 minutes: the first chart and the first guess.',
      '25 minutes: also the network on top, and the exercise on even positions.',
      'Choose random frequencies and m = 8, and change the seed five times.',
      'Then take m = 512, and let the class say what has changed.',
      'Most expect the rank itself.',
      'Most choose 16.',
      'Ask by what the scatter of a mean shrinks if you throw 16 dice in place of one.',
      'Draw 1 turn and 8 turns over the inputs from −1 to 1 on the board, before the vote (2 minutes).',
      'Most choose "8 times".',
      'Change one control at a time, and keep a table on the board (5 minutes): height 0.1, then 2048 neurons, then another input.',
      'Ask before the table: which of the four inputs can know position 70?',
      'Give each group one standard deviation, and one minute to rescue the claim.',
    ],
  }),
  {
    says: 'With … the frequencies are 1 and 0.01, so … ….',
    holds: () =>
      Math.abs(theta(4)[1] - 0.01) < 1e-15 &&
      Math.abs(product(waves(theta(4))(7), waves(theta(4))(3)) - Math.cos(4) - Math.cos(0.04)) < 1e-12,
  },
  {
    says: "The paper's three kinds of encoding leave out those that turn queries and keys (lesson 8); the library has ….",
    because: 'it lists learned, sinusoidal and relative ones; those that turn are counted in the notebook',
  },
  {
    says: 'For the first … positions it is …, because all frequencies differ and lie between 0 and ….',
    holds: () =>
      [8, 16, 32, 64].every((d) => new Set(theta(d)).size === d / 2 && theta(d).every((w) => w > 0 && w < Math.PI)),
  },
  {
    says: 'Eigenvalues below … of the largest are rounding noise in 64-bit numbers.',
    because: 'the floor of web/lib/generated/analyses.ts, which tests/analyses holds to 110 digits',
  },
  {
    says: 'For normal frequencies of standard deviation …, here 0.2 radians per position, the limit is … at the distance ….',
    because: 'the characteristic function of the normal distribution',
  },
  {
    says: 'From 32 to 512 normal frequencies it is divided by **…**: the error falls as ….',
    holds: () => Math.abs(expected(32) / expected(512) - 4) < 1e-9,
  },
  {
    says: 'Sinusoidal frequencies are not random, and come near their limit faster.',
    holds: () => stepsError(32) / stepsError(512) > 16 && stepsError(512) < expected(512) / 10,
  },
  {
    says: 'That limit is still … at distance 64; the normal one is ….',
    holds: () => Math.abs(limitOf[64] - 0.487) < 0.001 && Math.exp(-((0.2 * 64) ** 2) / 2) < 0.005,
  },
  {
    says: 'As the layer grows, … depends less on the random first weights, and training moves it less.',
    because: 'Jacot et al. 2018',
  },
  {
    says: 'Along an eigenvector of … with eigenvalue …, the error falls as … with the step ….',
    holds: () => Math.abs((1 - 0.01 * 0.25) ** 277 - Math.exp(-0.01 * 0.25 * 277)) < 0.001,
  },
  { says: 'Half is learned after … steps.', holds: () => Math.abs(Math.exp(-Math.LN2) - 0.5) < 1e-15 },
  {
    says: 'It is no copy of …: over 16 channels and 64 positions, … of its eigenvalues are above rounding, and … has at most 16.',
    because: 'a product of 64 rows of 16 numbers has rank 16 at most; the other number is computed in the notebook',
  },
  {
    says: 'over 100 times',
    holds: () => times('number', 8) > 150 && times('number', 8) < 175,
  },
  {
    says: 'From them, waves of 1 to 8 turns take about equally long.',
    holds: () => [2, 3, 4, 5, 6, 7, 8].every((k) => Math.abs(times('features', k) - 1) < 0.15),
  },
  {
    says: 'The fastest pair of the sinusoidal table, …, makes … turns.',
    holds: () => Math.abs((theta(64)[0] * n) / (2 * Math.PI) - 10.2) < 0.05,
  },
  {
    says: 'From this table 8 turns take … times as long as one, and 16 turns … times.',
    holds: () => Math.abs(times('table', 8) - 5) < 0.5 && Math.abs(times('table', 16) - 48) < 3,
  },
  {
    says: 'Even and odd positions differ by a wave of 32 turns, which takes … times as long.',
    holds: () => Math.abs(times('table', 32) - 113) < 6,
  },
  {
    says: 'Its output begins at 0: every neuron has a twin of opposite output weight.',
    because: 'both outputs cancel',
  },
  {
    says: 'The kernel stays fixed only while the weights hardly move.',
    because: 'Chizat et al. 2019, section 1; the notebook measures what follows from it',
  },
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
  {
    says: 'In a recorded study the kernel predicted which of five sizes of frequencies fill in a picture well.',
    holds: () => pictures().every((rho) => rho >= 0.9),
  },
  {
    says: 'Its rank correlation with training had the median 1 over 10 seeds, 95 % interval 0.9 to 1.',
    holds: () => {
      const all = pictures();
      const [low, high] = interval(all);
      return all.length === 10 && median(all) === 1 && Math.abs(low - 0.9) < 1e-12 && high === 1;
    },
  },
  {
    says: 'If it moves … and …, the limit is …; if all, ….',
    holds: () => {
      const [v, b, w] = periodic(10, 13);
      const k = profile(3);
      return Math.abs(v - k) < 0.02 && Math.abs(v + b - 2 * k) < 0.02 && Math.abs((v + b + w) / (132 * k) - 1) < 0.02;
    },
  },
  {
    says: 'If they are trained, the factor … breaks it; normalising by the diagonal restores part of it.',
    holds: () => {
      const all = ofPairs((p, q) => (2 + p * q) * induced[p * n + q]);
      const unit = ofPairs((p, q) => ((2 + p * q) * induced[p * n + q]) / Math.sqrt((2 + p * p) * (2 + q * q)));
      return Math.abs(distance(all) - 0.665) < 0.001 && Math.abs(distance(unit) - 0.152) < 0.001;
    },
  },
  {
    says: 'Even a constant is at distance …, so look at the correlation, too.',
    holds: () => Math.abs(distance(bell(0)) - 0.19) < 0.005,
  },
  {
    says: 'ReLU over the table is nearer in both than any normal …: it reads the table.',
    holds: () => {
      const [nearest, alike] = [distance(overTable), correlation(overTable)];
      return Array.from({ length: 22 }, (_, i) => 1.4 ** i / 1000).every((size) => {
        const moved = bell(size);
        const all = ofPairs((p, q) => (2 + p * q) * moved[p * n + q]);
        return [moved, all].every((one) => distance(one) > nearest && correlation(one) < alike);
      });
    },
  },
  {
    says: 'ReLU over the table has this correlation with ….',
    holds: () => Math.abs(correlation(overTable) - 0.99) < 0.005,
  },
  { says: 'It learns half of 16 turns in … steps.', holds: () => Math.abs(half('table', 16) - 920) < 10 },
  {
    says: 'With … instead, … % is left after 10⁹ steps.',
    holds: () => {
      const kernel = places.map((p) => induced.subarray(p * n, p * n + n));
      const target = wave(16);
      const left = product(target, leap(leaps(kernel, 31)[30], target)) / product(target, target);
      return 2 ** 30 > 1e9 && Math.abs(left - 0.96) < 0.01;
    },
  },
  {
    says: 'That is the similarity: do not divide by 2.',
    holds: () => Math.abs((Math.cos(2) + Math.cos(0.02)) / 2 - 0.292) < 0.001,
  },
  { says: 'The frequencies are 1 and 0.01.', holds: () => Math.abs(theta(4)[1] - 0.01) < 1e-15 },
  { says: 'After so many steps 1/e is left.', holds: () => Math.abs(0.01 * 0.25 * 400 - 1) < 1e-12 },
  { says: 'That is for the eigenvalue 1.', holds: () => Math.abs(Math.LN2 / 0.01 - 69.3) < 0.05 },
  { says: 'All of its pairs turn by at most 1 radian.', holds: () => Math.max(...theta(512)) === 1 },
  {
    says: 'From one number this wave is the slowest of all.',
    holds: () => Array.from({ length: 31 }, (_, i) => i + 1).every((k) => half('number', k) < half('number', 32)),
  },
  {
    says: 'Ask the class: "From the table, are 5 turns learned sooner than 6?"',
    because: 'a question',
  },
  {
    says: 'No: 6 turns come first, since its pairs turn 4.3 and 5.7 times.',
    holds: () => {
      const turns = theta(64).map((w) => ((w * n) / (2 * Math.PI)).toFixed(1));
      return turns.indexOf('4.3') === turns.indexOf('5.7') + 1 && half('table', 5) > 130 && half('table', 6) < 75;
    },
  },
  {
    says: 'At n = 128 the table has {8}, {12}, {18} and {26}; ask where the other eigenvalues of d = 64 are.',
    is: async () => {
      const pe = await create();
      const counted = [];
      for (const dim of [8, 16, 32, 64]) {
        const kernel = await pe.gram({ encoding: 'sinusoidal', dim }, 128);
        counted.push((await pe.analyse({ analysis: 'spectrum' }, { kernel })).resolvedRank);
      }
      pe.dispose();
      return counted;
    },
  },
  {
    says: 'Write the bound for n = 128 as a power of two on the board: 2^−45 of the largest.',
    holds: () => 128 * 2 ** -52 === 2 ** -45,
  },
  {
    says: 'Ask afterwards what 64 times would mean: a time that grows with the square.',
    holds: () => 8 ** 2 === 64 && times('number', 8) > 64,
  },
];
