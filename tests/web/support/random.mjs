/**
 * Reproducible randomness: every random choice of the JavaScript tests follows from POSENC_SEED. The default is 1, so
 * that a single test file repeats itself; `npm run test:full` draws another, and tests/run.mjs prints it.
 *
 * Properties import `fc` from here, everything else takes numbers from `random(name)`.
 */
import fc from 'fast-check';

export const seed = Number(process.env.POSENC_SEED ?? 1) >>> 0;

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed });
export { fc };
export { changed } from './changed.mjs';

/** A function that returns the next number in [0, 1); equal seeds and names give equal sequences. */
export function random(name) {
  let state = seed;
  for (const letter of name) state = Math.imul(state ^ letter.codePointAt(0), 0x01000193) >>> 0; // FNV-1
  return () => {
    // MurmurHash3's mixing of a counter
    state = (state + 0x9e3779b9) >>> 0;
    let z = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
    z = Math.imul(z ^ (z >>> 13), 0xc2b2ae35);
    return ((z ^ (z >>> 16)) >>> 0) / 2 ** 32;
  };
}

/**
 * `count` cases of a family, drawn by `name` and in order; all of them in `npm run test:full`. Only for families whose
 * members use the same code path; a case with its own path needs its own test. Cases for which `kept` returns true are
 * always included: the newest, the largest, or the subject of the current change (`changed`).
 */
export function sampled(name, cases, count, kept = () => false) {
  if (process.env.POSENC_FULL || cases.length <= count) return cases;
  const next = random(name);
  const drawn = new Set();
  while (drawn.size < count) drawn.add(Math.floor(next() * cases.length));
  return cases.filter((one, i) => drawn.has(i) || kept(one, i));
}

/** `count` numbers of such a sequence, for a test that runs elsewhere, such as in a browser. */
export function randoms(name, count) {
  const next = random(name);
  return Array.from({ length: count }, next);
}
