/** The third lesson: its cells check what is measured, and tests/web/authored-notebooks.test.mjs runs them. */
import { create } from '../support/posenc.mjs';
import { everything, takes, unbound } from '../support/reasons.mjs';

export const prose = ['examples/notebooks/course/3-what-the-table-can-do.html'];

const pe = await create();
export const close = () => pe.dispose();

/** Of rows of that width, by the distance of their positions. */
const similarity = async (dim, count) => {
  const profile = await pe.kernelProfile({ encoding: 'sinusoidal', dim }, count);
  return Array.from(profile, (x) => x / profile[0]);
};
const mostSimilar = (all) => all.slice(1).indexOf(Math.max(...all.slice(1))) + 1;
/** Distance of the nearest two of ten thousand rows, and how far apart they are; each pair is turned step by step. */
function nearestTwo(dim) {
  const sums = new Float64Array(10_000);
  for (let i = 0; i < dim / 2; i++) {
    const theta = 10000 ** ((-2 * i) / dim);
    const [c, s] = [Math.cos(theta), Math.sin(theta)];
    for (let k = 1, x = 1, y = 0; k < 10_000; k++) {
      [x, y] = [c * x - s * y, s * x + c * y];
      sums[k] += x;
    }
  }
  const far = sums.slice(1).reduce((at, sum, k) => (sum > sums[at] ? k + 1 : at), 1);
  return { far, distance: Math.sqrt(dim - 2 * sums[far]) };
}
/** R² of the best linear reading of the positions below `count`, by orthogonal columns; long tables are sampled. */
function explained(dim, count) {
  const stride = Math.max(1, Math.floor(count / 1500));
  const places = Array.from({ length: Math.ceil(count / stride) }, (_, i) => i * stride);
  const angle = (p, i) => p * 10000 ** ((-2 * i) / dim);
  const columns = [places.map(() => 1)];
  for (let i = 0; i < dim / 2; i++)
    columns.push(
      places.map((p) => Math.sin(angle(p, i))),
      places.map((p) => Math.cos(angle(p, i))),
    );
  const dot = (a, b) => a.reduce((sum, x, k) => sum + x * b[k], 0);
  const basis = [];
  const without = (x) =>
    basis.reduce((y, b) => {
      const along = dot(b, y);
      return y.map((v, k) => v - along * b[k]);
    }, x);
  for (const column of columns) {
    const left = without(without(column)); // twice, as slow waves are nearly alike
    const length = Math.sqrt(dot(left, left));
    if (length > 1e-9 * Math.sqrt(places.length)) basis.push(left.map((x) => x / length));
  }
  const mean = places.reduce((a, b) => a + b) / places.length;
  const left = without(without(places));
  return 1 - dot(left, left) / places.reduce((sum, p) => sum + (p - mean) ** 2, 0);
}
const wavelengthOf = (dim) => 2 * Math.PI * 10000 ** ((dim - 2) / dim);
const rises = (all) => all.filter((x, i) => i > 0 && x > all[i - 1]).length;

export const claims = [
  takes(18),
  ...unbound({
    definition: [
      'The curve shows how similar two rows are, as a function of the distance between their positions.',
      'In every pair, sine squared plus cosine squared is 1.',
      'The product of two rows is a sum over the pairs.',
      'We divide it by … and call the result the similarity of the two rows: 1 if they are equal, −1 if they are opposite.',
      'More exactly they lie on a torus, with one circle for each pair, and the path of the positions winds round it.',
      'With … there are two pairs, of wavelengths … and ….',
      'The squared distance of two rows follows from their similarity …: it is ….',
      'Each pair adds one to the square, and there are d/2 pairs.',
      'It is d(1 − s), where s is the mean of cos 1 and cos 0.01.',
    ],
    instruction: [
      'Choose a width and look for yourself; the usual answers are only half true.',
      'You need lessons 1 and 2, and should know how a matrix multiplies a vector.',
      'Three digits after the point are enough.',
      'Write a function that gives the matrix which moves one pair (sine, cosine) by \\`k\\` positions, as a list of two rows.',
      'It gives no list of two rows with two numbers each.',
    ],
    goal: [
      'compute the distance between two rows from the distance between their positions,',
      'say which positions are nearer than the neighbour, and for which widths,',
    ],
    reference: ['Lesson 2 moved one pair by a rotation.'],
    checked: [
      'So every row has the same length, …, and no entry leaves the range from −1 to 1.',
      'Below is … for …, with the largest error it makes on a hundred rows.',
    ],
    shown: [
      'The largest error over a hundred rows is ….',
      'We look for the best weights over the first … positions, and report the fraction of the variance that they explain (…).',
      'You guessed …; the answer is **…**.',
      'The first rise of … leads from …, that of … from ….',
    ],
    title: [
      'Most similar to position 0',
      'similarity, d = 4',
      'similarity, d = 64',
      'Similarity of two rows',
      'Similarity at distance 100, d = 64',
      'smallest distance of two rows',
      'most similar to position 0',
      'R² with d = 4',
      'your guess, d = 4',
      'similarity at distance 100',
      'Similarity up to distance 128',
    ],
    broken: [
      'Wrong belief: "The nearer two positions, the more similar their rows."',
      'Wrong belief: "After 2π·10,000 positions the table begins again."',
    ],
    plan: [
      everything,
      'The student has done lessons 1 and 2.',
      '10 minutes: the guess about position 6, and the curve of similarity for three widths.',
      '25 minutes: also the closest rows and the matrix of a shift.',
      'Each student takes another width, and the class finds the least width whose nearest of 10,000 rows is the neighbour.',
      'Ask the class: "Why not take one very slow pair, which does not repeat within the text?"',
      'Before you show the curve, let everybody sketch similarity against distance (2 minutes).',
      'Keep the sketches for the slide on position 6.',
      'Many expect 0, as for rows at right angles.',
      'Many take the longest wavelength for the period of the table.',
      'Let the class look for a whole number near a multiple of 2π (2 minutes).',
      'Many draw a line at 1, "because every row is unique".',
      'Ask for the length of a row with d = 64.',
    ],
  }),
  {
    says: 'With … it is **position 6**: six radians are nearly a whole turn of pair 0, and pair 1 has hardly moved.',
    holds: async () => {
      const four = await similarity(4, 11);
      return [1, 2, 10].every((at) => four[6] > four[at]) && 6 / (2 * Math.PI) > 0.95 && Math.cos(6 / 100) > 0.998;
    },
  },
  {
    says: 'With … the neighbour is most similar of these four: six positions on, the fast pairs have not all completed a turn at the same time.',
    holds: async () => mostSimilar(await similarity(64, 1001)) === 1,
  },
  {
    says: 'The curve falls on the whole but keeps rising in between, for it is a sum of cosines, and every cosine comes back.',
    holds: async () => {
      for (const dim of [4, 8, 16, 64]) if (rises(await similarity(dim, 129)) < 20) return false;
      const wide = await similarity(64, 129);
      return wide[128] < wide[64] && wide[64] < wide[8];
    },
  },
  {
    says: 'Half of the pairs turn by at most one radian in 100 positions.',
    holds: () =>
      Array.from({ length: 32 }, (_, i) => 100 * 10000 ** (-i / 32)).filter((x) => x <= 1 + 1e-12).length === 16,
  },
  {
    says: 'Because … is irrational, no whole number of steps brings it back exactly to where it started.',
    because: 'a theorem (Lambert 1761)',
  },
  {
    says: 'So no two whole positions have equal rows, however long the table is.',
    because: 'it follows from that theorem',
  },
  {
    says: 'In a narrow table, rows of distant positions can nearly coincide; a wider table keeps them apart for much longer.',
    holds: () => {
      const [narrow, wide] = [4, 12].map(nearestTwo);
      return narrow.distance < 0.05 && narrow.far > 100 && wide.distance > 20 * narrow.distance;
    },
  },
  {
    says: 'Among 10,000 rows the neighbour is the nearest for every even width from 12 to 128, and for none below 12.',
    holds: () => {
      const widths = Array.from({ length: 64 }, (_, i) => 2 * i + 2);
      return widths.every((dim) => (nearestTwo(dim).far === 1) === dim >= 12);
    },
  },
  {
    says: 'Up to half a turn of the slowest pair, a linear layer can always read the position (…).',
    holds: () => [2, 4, 6, 8, 16, 32, 64].every((dim) => explained(dim, Math.floor(wavelengthOf(dim) / 2)) > 0.98),
  },
  {
    says: 'With … that is {314} positions; after the whole turn, at {628}, … is {0.61}.',
    is: () => [wavelengthOf(4) / 2, wavelengthOf(4), explained(4, 628)],
    within: 0.5,
  },
  {
    says: 'With many pairs it combines several slow waves, and reads well beyond: with … over a whole turn of the slowest.',
    holds: () => explained(64, Math.floor(wavelengthOf(64))) > 0.999 && explained(4, 628) < 0.62,
  },
  {
    says: 'Up to half a turn of the slowest pair a linear layer can always read the position, and with many pairs well beyond.',
    because: 'it follows from the two sentences above',
  },
  {
    says: 'There are {64} pairs, and each adds {1} to the square of the length.',
    is: () => [128 / 2, Math.sin(3) ** 2 + Math.cos(3) ** 2],
  },
  { says: '…, base 10,000.', because: 'the numbers of the example' },
  {
    says: 'The cosine falls where the sine is positive: the sign is missing.',
    holds: () => [0.5, 1, 2, 3].every((x) => Math.sin(x) > 0 && Math.cos(x + 0.01) < Math.cos(x)),
  },
  {
    says: 'The slowest pair of a table with … repeats after about {628} positions.',
    is: () => [200 * Math.PI],
    within: 0.5,
  },
  { says: '628 is no whole number of turns of pair 0.', holds: () => Math.abs(628 / (2 * Math.PI) - 100) > 0.05 },
  {
    says: 'Pair 1 is only 0.003 radians from a whole turn, and pair 0 is 0.32 radians from one.',
    holds: () => Math.abs(2 * Math.PI - 6.28 - 0.003) < 0.0005 && Math.abs(200 * Math.PI - 628 - 0.32) < 0.005,
  },
  { says: '628 radians are {99.949} turns.', is: () => [628 / (2 * Math.PI)] },
  { says: 'A table has one pair only, with frequency 1.', because: 'the numbers of the example' },
  { says: 'cos 1 is {0.54}; look for a distance near a whole turn.', is: () => [Math.cos(1)] },
  {
    says: 'cos 7 is {0.75}, and there is a larger one.',
    is: () => [Math.cos(7) < Math.cos(6) ? Math.cos(7) : NaN],
  },
  { says: 'One turn has {6.28} radians.', is: () => [2 * Math.PI] },
  {
    says: 'It falls overall, with bumps, which are largest when there are few pairs.',
    holds: async () => {
      const largest = async (dim) => {
        const all = await similarity(dim, 129);
        return Math.max(...all.slice(2).map((x, i) => x - all[i + 1]));
      };
      return (await largest(4)) > (await largest(16)) && (await largest(16)) > (await largest(64));
    },
  },
  { says: 'No two whole positions have equal rows.', because: 'it follows from that theorem' },
  {
    says: 'Most draw a curve that only falls.',
    holds: async () => rises(await similarity(16, 33)) > 0 && rises(await similarity(64, 33)) > 0,
  },
  {
    says: 'The usual slip is {8}: not each channel adds {1} to the square, but each pair.',
    is: () => [Math.sqrt(64), Math.sin(5) ** 2 + Math.cos(5) ** 2],
  },
  {
    says: 'After the vote write cos 1 and cos 6 on the board: 0.54 and 0.96.',
    holds: () => Math.cos(1).toFixed(2) === '0.54' && Math.cos(6).toFixed(2) === '0.96',
  },
  {
    says: 'A 10-minute version stops here: on the first slide show d = 16, 32 and 64, and ask where each curve first rises.',
    holds: async () => {
      const all = await Promise.all([16, 32, 64].map((dim) => similarity(dim, 33)));
      return all.every((one) => rises(one) > 0);
    },
  },
  {
    says: 'Ask how many of the 32 pairs turn by at most one radian in 100 positions: 16.',
    holds: async () => {
      const theta = Array.from(await pe.frequencies({ encoding: 'sinusoidal', dim: 64 }));
      return theta.length === 32 && theta.filter((t) => 100 * t <= 1 + 1e-12).length === 16;
    },
  },
  {
    says: 'If nobody finds 44, write 7 · 2π ≈ 43.98 on the board.',
    holds: () => (14 * Math.PI).toFixed(2) === '43.98',
  },
  {
    says: 'Ask what M does with k = 44 before you set it: pair 0 is almost back, and pair 1 has turned by 0.44 radians.',
    holds: async () => {
      const [fast, slow] = await pe.frequencies({ encoding: 'sinusoidal', dim: 4 });
      return Math.cos(44 * fast) > 0.999 && Math.abs(44 * slow - 0.44) < 1e-12;
    },
  },
  {
    says: 'Ask for the position where pair 1 has made half a turn: about {314}.',
    is: () => [Math.PI / 10000 ** -(2 / 4)],
  },
  {
    says: 'Ask the same for d = 16: about 9,900, which is why 5,000 positions can be read there.',
    holds: () => Math.abs(Math.PI * 10000 ** (14 / 16) - 9900) < 50,
  },
];
