/** Experiments that are small enough to train in a test. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './posenc.mjs';
import { random } from './random.mjs';
import { goldenFile } from './golden.mjs';

/** The experiment whose weights after 50 steps are hashed in tests/train/run_test.cpp. */
export const tiny = {
  task: { id: 'latin-square', puzzles: 100, shifted: 4 },
  model: { dim: 32, blocks: 2, heads: 2, hidden: 32, mlpOutputActivation: true },
  positions: [{ encoding: 'learned', init: 'small-norm', sigma: 0.2, where: 'blocks' }, { encoding: 'rope' }],
  batch: 16,
  learningRate: 0.003,
  steps: 50,
  evaluateEvery: 25,
};
/** That hash, as a run prints it. */
export const tinyHash = (() => {
  const source = readFileSync(join(root, 'tests/train/run_test.cpp'), 'utf8');
  const [, after] = source.split('after 50 steps have the same bits');
  return BigInt(/hash\(run\) == (0x[0-9a-f]+)u/.exec(after)[1]).toString();
})();

/** The checkpoint with another note for its experiment; its checksum is valid, its weights are unchanged. */
export function withNote(bytes, note) {
  const text = new TextEncoder().encode(note);
  const view = new DataView(bytes.buffer);
  const rest = bytes.slice(13 + 8 + Number(view.getBigUint64(13, true)), -8);
  const made = new Uint8Array(13 + 8 + text.length + rest.length + 8);
  made.set(bytes.subarray(0, 13));
  new DataView(made.buffer).setBigUint64(13, BigInt(text.length), true);
  made.set(text, 21);
  made.set(rest, 21 + text.length);
  let sum = 0xcbf29ce484222325n;
  for (const byte of made.subarray(0, -8)) sum = BigInt.asUintN(64, (sum ^ BigInt(byte)) * 0x100000001b3n);
  new DataView(made.buffer).setBigUint64(made.length - 8, sum, true);
  return made;
}

const { rows } = goldenFile('lst_puzzles').expected;
/** Puzzles of tests/golden, most of them for the test. */
export const goldenSquares = {
  id: 'own-squares',
  cells: rows.flatMap(({ puzzle }) => [...puzzle].map(Number)),
  answers: rows.map(({ answer }) => answer),
  vectors: rows.map(({ vectors }) => vectors),
  splits: rows.map((_, i) => (i % 3 === 0 ? 0 : 1)),
};

/** Waves of eight nodes, each with its own noise. */
export function waves(samples) {
  const chance = random('waves');
  return Array.from({ length: 8 * samples }, (_, i) => Math.sin(Math.floor(i / 8) + 0.3 * (i % 8)) + 0.1 * chance());
}

/** A spec of each task that can be trained on without other input. */
export const smallTasks = {
  'latin-square': tiny.task,
  modular: { id: 'modular', nodes: 24, samples: 200 },
  sequences: { id: 'sequences' },
  language: { id: 'language', length: 32 },
  'own-squares': goldenSquares,
  'own-values': { id: 'own-values', nodes: 8, values: waves(200) },
};
