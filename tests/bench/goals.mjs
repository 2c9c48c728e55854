/**
 * What the project aims at, as ratios within one run: set from measured prototypes on a machine whose
 * plain WebAssembly stores reach 6.5-7 GB/s. Where stores are several times faster, arithmetic is the
 * limit and the goals against `fill` are out of reach; the row `arithmetic` tells how far. A bias is made of rows, and
 * there memory.fill itself, a row at a time, reaches 0.7 to 0.8 of one fill over everything: the row `memory.fill rows`.
 */
import { median, ratio } from './figures.mjs';

/** Undefined where one of the two was not measured. */
const quotient = (ours, theirs) => ours && theirs && ratio(ours, theirs);

/** Seconds of the core / seconds of `peer`. */
const against = (workload, peer, atMost) => ({
  text: `${workload}: core <= ${atMost} x ${peer}`,
  atMost,
  figure: ({ lane }) => quotient(lane(workload, 'core'), lane(workload, peer)),
});
/** Rate of the core / rate of a probe. */
const ofProbe = (workload, probe, atLeast) => ({
  text: `${workload}: core >= ${atLeast} of ${probe}`,
  atLeast,
  figure: ({ lane }) => quotient(lane(workload, probe), lane(workload, 'core')),
});
/** Seconds of the core / seconds of the fastest of these peers in each round. */
const againstBest = (workload, peers, what, atMost) => ({
  text: `${workload}: core <= ${atMost} x ${what}`,
  atMost,
  figure: ({ lane }) => {
    const there = peers.map((peer) => lane(workload, peer)).filter(Boolean);
    const best = there[0]?.map((_, round) => Math.min(...there.map((cpu) => cpu[round])));
    return quotient(lane(workload, 'core'), best);
  },
});
/** Seconds of one lane / seconds of the other. */
const lanesOf = (workload, ours, atMost, theirs) => ({
  text: `${workload}: ${ours} <= ${atMost} x ${theirs}`,
  atMost,
  figure: ({ lane }) => quotient(lane(workload, ours), lane(workload, theirs)),
});
/** A result that the library allocates and copies from the module. */
const coreAndCopy = (workload) => ({
  text: `${workload}: library new array <= core + memory.copy`,
  atMost: 1,
  figure: ({ lane }) => {
    const [core, copy] = [lane(workload, 'core'), lane(workload, 'memory.copy')];
    return quotient(
      lane(workload, 'library new array'),
      core && copy && core.map((seconds, round) => seconds + copy[round]),
    );
  },
});
/** In WebAssembly and natively. */
const ownInsteadOfEigen = (id) => [lanesOf(id, 'core', 0.77, 'eigen'), lanesOf(id, 'native', 0.77, 'eigen-native')];
const within = (workload, lane, atMost) => ({
  text: `${workload}: ${lane} <= ${atMost * 1e6} us`,
  atMost,
  figure: (measured) => measured.lane(workload, lane) && median(measured.lane(workload, lane)),
});
/** Of the library, planning included. */
const withinSeconds = (workload, atMost) => ({
  text: `${workload}: library <= ${atMost} s`,
  atMost,
  figure: ({ lane }) => lane(workload, 'library') && median(lane(workload, 'library')),
});
const fromCold = (peer, atMost) => ({
  text: `W1a cold: core <= ${atMost} x ${peer}`,
  atMost,
  figure: ({ cold }) => cold.cpu[peer] && cold.cpu.core / cold.cpu[peer],
});

/** Seconds with one worker / seconds with two. */
const withTwo = (id, atLeast) => ({
  text: `${id}, two workers: >= ${atLeast} x as fast as one`,
  atLeast,
  figure: ({ workers }) => {
    const found = workers?.find((one) => one.id === id);
    return found && ratio(found.one, found.two);
  },
});

export const goals = [
  ...['W1a', 'W1c'].flatMap((id) => [
    against(id, 'numpy', 0.25),
    against(id, 'torch', 0.17),
    against(id, 'loops', 0.06),
    ofProbe(id, 'fill', 0.85),
  ]),
  against('W1b', 'numpy', 0.3),
  against('W1b', 'loops', 0.05),
  {
    text: 'W1b: core >= 1.3 of the fill rate of W1a',
    atLeast: 1.3,
    figure: ({ lane, bytes }) =>
      bytes('W1a') &&
      bytes('W1b') &&
      quotient(lane('W1a', 'fill'), lane('W1b', 'core')) * (bytes('W1b') / bytes('W1a')),
  },
  fromCold('numpy', 0.5),
  fromCold('torch', 0.3),
  fromCold('memory.fill', 1.5),
  {
    text: 'W1a first call, with compilation and planning: core <= 1.3 x later calls',
    atMost: 1.3,
    figure: ({ first }) => first.ratio,
  },
  {
    text: 'W1 accuracy: max |error| of the core <= 3.0e-8',
    atMost: 3.0e-8,
    figure: ({ rounding }) => Math.max(...rounding.core.maxError),
  },
  {
    text: 'W1 accuracy: core correctly rounded >= 99.9 %',
    atLeast: 0.999,
    figure: ({ rounding }) => rounding.core.correctlyRounded,
  },
  against('W2 table', 'numpy', 0.27),
  against('W2 table', 'torch', 0.16),
  against('W2 table', 'loops', 0.1),
  ofProbe('W2 table', 'fill', 0.9),
  against('W2 apply', 'loops', 0.3),
  against('W2 apply', 'numpy', 0.28),
  against('W2 apply', 'torch', 0.28),
  ofProbe('W2 apply', 'copy', 0.7),
  against('W6 ALiBi', 'numpy', 0.45),
  ofProbe('W6 ALiBi', 'memory.fill', 0.9),
  ofProbe('W6 ALiBi', 'memory.fill rows', 0.9),
  against('W6 T5', 'loops', 0.17),
  against('W6 T5', 'numpy', 0.09),
  ofProbe('W6 T5', 'memory.fill', 0.9),
  ofProbe('W6 T5', 'memory.fill rows', 0.9),
  withinSeconds('index 7', 0.001),
  withinSeconds('index 64', 0.1),
  withinSeconds('resize 14 to 16', 0.01),
  withinSeconds('resize 14 to 64', 0.1),
  // kernels: float64 against float64, unless float32 is said
  ...['W3a general', 'W3b general'].flatMap((id) => [
    against(id, 'numpy', 1.9),
    againstBest(id, ['loops', 'ml-matrix'], 'the best JavaScript peer in float64', 0.45),
    againstBest(id, ['loops', 'ml-matrix', 'jax-js'], 'the best JavaScript peer, jax-js in float32', 0.45),
    ofProbe(id, 'multiply-add', 0.9),
  ]),
  against('W3 Toeplitz', 'numpy', 0.1),
  ofProbe('W3 Toeplitz', 'memory.fill', 0.65),
  ...['W4a general', 'W4b general'].flatMap((id) => [
    against(id, 'numpy', 3.5),
    against(id, 'ml-matrix', 0.1),
    ofProbe(id, 'multiply-add', 0.4),
  ]),
  against('W4a stationary', 'numpy', 1),
  against('W4b stationary', 'numpy', 1),
  against('W5', 'numpy', 0.55),
  ofProbe('W5', 'multiply-add', 0.75),
  withinSeconds('spectrum 10^9', 1),
  // what is our own instead of Eigen's has to be worth it: faster by 1.3, or longer than 50 ms, so that it must give way
  ...['W3a general', 'W4a general', 'W4b general', 'singular 512', 'singular 1024 x 64', 'singular values 512'].flatMap(
    ownInsteadOfEigen,
  ),
  ...['product 512', 'layer 1024 x 64'].flatMap(ownInsteadOfEigen),
  lanesOf('W7', 'native', 1.3, 'torch'),
  lanesOf('Latin squares', 'native', 0.9, 'torch'),
  against('W7', 'torch', 1.6),
  against('W7', 'jax-js', 0.4),
  ofProbe('W7', 'multiply-add float32', 0.6),
  // what the caller of the library gets
  ...['W1a', 'W1c', 'W2 table', 'W6 ALiBi', 'W6 T5'].flatMap((id) => [
    lanesOf(id, 'library', 1.2, 'core'),
    coreAndCopy(id),
  ]),
  lanesOf('W1b', 'library', 1, 'numpy'),
  lanesOf('W2 apply', 'library', 0.5, 'loops'),
  lanesOf('W2 apply', 'library sync', 0.5, 'loops'),
  lanesOf('W2 apply', 'library in place', 0.5, 'loops'),
  lanesOf('W2 apply', 'library new array', 0.5, 'loops new array'),
  within('one row', 'library', 15e-6),
  within('one row', 'library worker', 120e-6),
  within('frequencies', 'library', 30e-6),
  ...['W4a general', 'W4b general', 'W4a stationary', 'W4b stationary', 'W5'].map((id) =>
    lanesOf(id, 'library', 1.15, 'core'),
  ),
  ...['W1a', 'W6 ALiBi', 'profile', 'gram'].map((id) => withTwo(id, 1.7)),
];

/** Each goal with what was measured; a goal whose peer or workload is absent has no figure. */
export function judge({ workloads, cold, first, accuracy, workers }) {
  const result = (id) => workloads.find(({ workload }) => workload.id === id);
  const measured = {
    lane: (id, lane) => result(id)?.lanes.find((one) => one.id === lane)?.cpu,
    bytes: (id) => result(id)?.bytes,
    cold,
    first,
    workers,
    rounding: Object.fromEntries(accuracy.map((row) => [row.id, row])),
  };
  return goals.map(({ text, atMost, atLeast, figure }) => {
    const value = figure(measured);
    if (value === undefined) return { text };
    return { text, figure: value, met: atMost === undefined ? value >= atLeast : value <= atMost };
  });
}
