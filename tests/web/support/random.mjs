/**
 * Chance that can be replayed: every random choice of the tests in JavaScript follows from POSENC_SEED. It is 1, so that
 * a test file run alone repeats itself; `npm run test:full` draws another, and tests/run.mjs prints it.
 *
 * Properties import `fc` from here, everything else takes numbers from `random(name)`.
 */
import fc from 'fast-check';

export const seed = Number(process.env.POSENC_SEED ?? 1) >>> 0;

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed });
export { fc };
export { changed } from './changed.mjs';

/** A function that gives the next number in [0, 1): the same ones for the same seed and name. */
export function random(name) {
  let state = seed;
  for (const letter of name) state = Math.imul(state ^ letter.codePointAt(0), 0x01000193) >>> 0; // FNV-1
  return () => {
    // the mixing of MurmurHash3 over a counter
    state = (state + 0x9e3779b9) >>> 0;
    let z = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
    z = Math.imul(z ^ (z >>> 13), 0xc2b2ae35);
    return ((z ^ (z >>> 16)) >>> 0) / 2 ** 32;
  };
}

/**
 * `count` of the cases of a family, drawn by `name` and in their order; all of them in `npm run test:full`. For families
 * whose members take the same way through the code: what has a way of its own is not left to chance. `kept` says of a
 * case that it is seen whatever is drawn: the newest, the largest, what the change at hand is about (`changed`).
 */
export function sampled(name, cases, count, kept = () => false) {
  if (process.env.POSENC_FULL || cases.length <= count) return cases;
  const next = random(name);
  const drawn = new Set();
  while (drawn.size < count) drawn.add(Math.floor(next() * cases.length));
  return cases.filter((one, i) => drawn.has(i) || kept(one, i));
}

/** `count` numbers of such a stream, for a test that runs elsewhere, as in a browser. */
export function randoms(name, count) {
  const next = random(name);
  return Array.from({ length: count }, next);
}
