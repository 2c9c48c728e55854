/** The second lesson: its cells check what is measured, and tests/web/authored-notebooks.test.mjs runs them. */
import { everything, takes, unbound } from '../support/reasons.mjs';

export const prose = ['examples/notebooks/course/2-sinusoidal-step-by-step.html'];

const angle = (p, i, d) => p / 10000 ** ((2 * i) / d);
const wavelength = (i, d) => 2 * Math.PI * 10000 ** ((2 * i) / d);
const rounded = (x, digits) => Number(x.toFixed(digits));

export const claims = [
  takes(17),
  ...unbound({
    definition: [
      'The pair writes two numbers into the row: the sine of its angle and the cosine.',
      'Two orders are in use.',
      'Half puts all sines first, then all cosines, as many programs do.',
      'channel 0: sin of pair 0',
      'channel 1: cos of pair 0',
      'channel 2: sin of pair 1',
      'channel 3: cos of pair 1',
      'One turn has 2π radians.',
      'The shortest is …, since a full turn is … radians.',
      'It is 2π times the base to the power of 2i/d, with the last i.',
      'The last of four pairs is i = 3.',
      'Channels are counted from 0.',
      'All four sines come first.',
      'Position times frequency is the angle of a pair, and its sine and cosine are two channels.',
      'Interleaved puts the sine of pair … into channel … and its cosine behind it, as Vaswani et al. (2017) do.',
      'The first token (word) has position 0 in some programs and position 1 in others.',
      'If counting starts at 1, every token gets the row that would otherwise belong to its successor.',
    ],
    given: [
      '…, base 10000.',
      'Base 10000.',
      '…, the order of the channels is half.',
      '…, base 10000, interleaved.',
      'Positions begin at 0.',
    ],
    instruction: [
      'You need sines and cosines in radians, and lesson 1.',
      'Divide the position by the base to the power of 2i/d.',
      'Put these pairs in order, from the shortest wavelength to the longest.',
      'Compare the exponents 2/8 and 2/4.',
      'Write a function that gives the angle of pair \\`i\\` at position \\`p\\`, for a row of \\`d\\` channels and base 10000.',
      'Give channel 2 at position 2, with seven digits after the point.',
    ],
    checked: [
      'The row of position 0 is …: every angle is 0.',
      'Without it the error of the best factor is about ….',
      'No other factor does better.',
    ],
    shown: ['You guessed …; the answer is **…**.', 'The table shows the error of the best factor over 64 positions.'],
    title: [
      'It changes most',
      'Pairs 0 and 1 of a row with four channels',
      'k positions ahead',
      'From 0 or from 1',
      'changes most from 3 to 4',
      'the library, 15 digits',
    ],
    wrong: ['a sine has no derivative at its highest point'],
    plan: [
      everything,
      'The student has done lesson 1 and knows radians.',
      'Write the row of position 3 on the board, by hand, with the class (3 minutes).',
      'Point at the two rows of the table below.',
      'Ask which channel tells position 500 from 501: it is a fast one.',
      'Let a student look for a better factor than the table has.',
      '10 minutes: the row of position 3 by hand on the board, then the cell with all steps, then the first guess.',
      '25 minutes: also small angles, the two curves, and the exercise on the slowest pair.',
      'Ask the class: "Which channel tells whether a token stands at position 500 or 501?"',
    ],
  }),
  {
    says: 'Its cosine is near its lowest point, where a wave is flat, and changes by **…** only.',
    holds: () => Math.cos(3) < -0.98 && Math.abs(Math.cos(4) - Math.cos(3)) < Math.abs(Math.sin(4) - Math.sin(3)),
  },
  {
    says: 'A lecture gives the same numbers for their sines; to four decimals that is correct.',
    holds: () => rounded(Math.sin(0.01), 4) === 0.01 && rounded(Math.sin(0.03), 4) === 0.03,
  },
  {
    says: 'One slide also writes −0.9899 for the cosine of 3, which is …: rounded, **{−0.9900}**.',
    is: () => [Math.cos(3)],
  },
  {
    says: 'While the slow pair turns once, the fast one turns {100} times.',
    is: () => [wavelength(1, 4) / wavelength(0, 4)],
  },
  { says: 'Wrong belief: "The wavelengths go from 1 to 10000."', because: 'what is broken by the cell below it' },
  {
    says: 'That is the angle of pair 0: pair … turns more slowly.',
    holds: () => angle(25, 0, 8) === 25 && [1, 2, 3].every((pair) => angle(25, pair, 8) < 25),
  },
  {
    says: 'The exponent is 2i/d = …/8, so the divisor is ….',
    holds: () => [1, 2, 3].every((pair) => Math.abs(1 / angle(1, pair, 8) / 10 ** pair - 1) < 1e-12),
  },
  { says: 'pair 0 of d = 4', because: 'an item to be put in order' },
  { says: 'pair 1 of d = 8', because: 'an item to be put in order' },
  { says: 'pair 1 of d = 4', because: 'an item to be put in order' },
  { says: 'pair 3 of d = 8', because: 'an item to be put in order' },
  {
    says: 'Pair 0 always turns fastest.',
    holds: () => [4, 8, 64].every((d) => [1, d / 2 - 1].every((i) => angle(1, i, d) < angle(1, 0, d))),
  },
  {
    says: 'The largest exponent has the longest wavelength.',
    holds: () => wavelength(3, 8) > wavelength(1, 4) && wavelength(1, 4) > wavelength(1, 8),
  },
  { says: 'The last pair is i = 3, so its exponent is 6/8.', holds: () => 8 / 2 - 1 === 3 && (2 * 3) / 8 === 6 / 8 },
  { says: 'There stands the cosine of the slowest pair.', holds: () => angle(1, 3, 8) < angle(1, 2, 8) },
  { says: 'The next term is …, which is about {0.0000013}.', is: () => [0.02 ** 3 / 6] },
  {
    says: 'Change the width to 8: pair 0 stays, the others move.',
    holds: () => angle(3, 0, 4) === angle(3, 0, 8) && angle(3, 1, 4) !== angle(3, 1, 8),
  },
  {
    says: 'Most take the cosine of pair 0; near its lowest point it moves less than half as far as the sine.',
    holds: () => Math.abs(Math.cos(4) - Math.cos(3)) < Math.abs(Math.sin(4) - Math.sin(3)) / 2,
  },
  {
    says: 'The answer is near a quarter: about {14} degrees.',
    is: () => [(Math.sqrt(0.06) * 180) / Math.PI], // x/sin x = 1 + x²/6 + …
  },
  {
    says: 'Wavelengths grow geometrically with …, and each carries a factor ….',
    holds: () => [1, 2, 3].every((i) => Math.abs(wavelength(i, 8) / wavelength(i - 1, 8) / 10 - 1) < 1e-12),
  },
  { says: 'Pair 1 turns by {0.01} radians.', is: () => [angle(1, 1, 4)] },
  {
    says: 'At positions 1 and 3 the slow pair of … has the angles {0.01} and {0.03}.',
    is: () => [angle(1, 1, 4), angle(3, 1, 4)],
  },
  {
    says: 'For another frequency it is about …, if the positions cover many turns.',
    // 64 turns of some frequencies, and one that has hardly begun: there the bound does not hold yet
    holds: () => {
      const error = (theta, k, count) => {
        const [x, y] = [0, k].map((by) => Array.from({ length: count }, (_, p) => Math.sin((p + by) * theta)));
        const dot = (a, b) => a.reduce((sum, v, i) => sum + v * b[i], 0);
        const factor = dot(x, y) / dot(x, x);
        return Math.sqrt(y.reduce((sum, v, i) => sum + (v - factor * x[i]) ** 2, 0) / count);
      };
      const bound = (theta, k) => Math.abs(Math.sin(k * theta)) / Math.SQRT2;
      const many = [0.3, 0.1, 0.01].every((theta) =>
        [1, 5].every(
          (k) => Math.abs(error(theta, k, Math.round((128 * Math.PI) / theta)) / bound(theta, k) - 1) < 0.02,
        ),
      );
      return many && error(0.01, 1, 64) < 0.8 * bound(0.01, 1);
    },
  },
  {
    says: 'Each crest has one within half a step, so the highest points lie between … … and 1.',
    holds: () =>
      Array.from({ length: 100 }, (_, turn) => (2 * turn + 0.5) * Math.PI).every((crest) => {
        const highest = Math.max(Math.sin(Math.floor(crest)), Math.sin(Math.ceil(crest)));
        return highest >= Math.cos(0.5) && highest <= 1;
      }),
  },
  { says: 'Take more digits of π: {3.1416}.', is: () => [Math.PI] },
  { says: 'That is channel 2 in the order half.', holds: () => Math.abs(Math.cos(2) + 0.416) < 0.001 },
  { says: 'That is pair 0; channel 2 belongs to pair 1.', holds: () => Math.abs(Math.sin(2) - 0.909) < 0.001 },
  { says: 'That is its cosine, channel 3.', holds: () => Math.abs(Math.cos(0.02) - 0.9998) < 0.0001 },
  { says: 'Channel 2 is the sine of 2/100.', holds: () => angle(2, 1, 4) === 2 / 100 },
  {
    says: 'at position 0 every sine is 0, and a matrix makes zeros of zeros',
    holds: () => [1, 0.5, 0.01].every((theta) => Math.sin(0 * theta) === 0),
  },
  { says: 'at position 0', because: 'the beginning of an answer' },
  {
    says: 'The wavelengths grow from … positions to …, which is less than … times the base.',
    holds: () =>
      [4, 8, 64].every((d) => wavelength(d / 2 - 1, d) < 20000 * Math.PI && wavelength(0, d) === 2 * Math.PI),
  },
  {
    says: 'Where it ends: over real positions every pair repeats, and at whole positions no row occurs twice.',
    because: 'π is irrational (Lambert 1761)',
  },
];
