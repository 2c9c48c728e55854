/**
 * What `npm run lab` trains and how its tables are set: an experiment of examples/experiments a row, with as many seeds as
 * its sentence needs. A result that stands in no row is refused, so that none is kept and not shown.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './setup.mjs';

const seeds = (count) => Array.from({ length: count }, (_, seed) => seed);

/** Accuracies of Ito et al., which the page has, too (web/notebook/lab/paper.ts says where they are from). */
const ofPaper = JSON.parse(readFileSync(join(root, 'web/notebook/lab/published.json'), 'utf8'));
/** `published` of a row: the means of test / shifted. */
const means = ({ test, shifted }) => ({ published: [test, shifted].map(([mean]) => mean.toFixed(3)).join(' / ') });
const learned = (sigma) => means(ofPaper.learned.find((one) => one.sigma === sigma));
const row = (name, title, count, more = {}) => ({ name, file: name, title, seeds: seeds(count), ...more });

export const tables = [
  {
    title: 'Latin squares',
    kind: 'squares',
    rows: [
      row('latin-square-sigma-0.1', 'learned, σ 0.1', 3),
      row('latin-square-sigma-0.4', 'learned, σ 0.4', 10),
      row('latin-square-sigma-1', 'learned, σ 1', 3, learned(1)),
      row('latin-square-sigma-2', 'learned, σ 2', 10, learned(2)),
      row('latin-square-oracle', 'oracle: one-hot row and column', 3),
      row('latin-square-sinusoidal-2d', 'sinusoidal, 2-D', 3, means(ofPaper['sinusoidal-2d'])),
      row('latin-square-sinusoidal-1d', 'sinusoidal, 1-D', 3),
      row('latin-square-none', 'none', 3),
    ],
  },
  {
    title: 'Latin squares, other puzzles: `taskSeed` and `seed` are 1, 2, 3',
    kind: 'squares',
    rows: [0.4, 2].map((sigma) => ({
      ...row(`latin-square-sigma-${sigma}-other-puzzles`, `learned, σ ${sigma}`, 0),
      file: `latin-square-sigma-${sigma}`,
      seeds: [1, 2, 3],
      ownPuzzles: true,
    })),
  },
  {
    title: 'Latin squares, the published puzzles: `shifted` are the 108 that were made for people',
    kind: 'squares',
    rows: [
      row('latin-square-published-sigma-0.4', 'learned, σ 0.4', 3),
      row('latin-square-published-sigma-2', 'learned, σ 2', 3, learned(2)),
    ],
  },
  ...[
    ['static', '3-D modular data, static'],
    ['network', '3-D modular data, a nonlinear stochastic network'],
  ].map(([dynamics, title]) => ({
    title,
    kind: 'modular',
    rows: [
      ...[0.1, 0.5, 2].map((sigma) => row(`modular-${dynamics}-sigma-${sigma}`, `learned, σ ${sigma}`, 3)),
      row(`modular-${dynamics}-none`, 'none', 3),
    ],
  })),
  {
    title: 'Sequences',
    kind: 'sequences',
    rows: ['back', 'slot'].flatMap((kind) =>
      ['rope', 'sinusoidal'].map((id) => row(`sequences-${kind}-${id}`, `${kind}, ${id}`, 3)),
    ),
  },
];
export const rows = tables.flatMap((table) => table.rows);

/** What is trained of a row with a seed: the experiment's file, with another seed, and maybe puzzles of its own. */
export function experimentOf({ file, ownPuzzles }, seed, more = {}) {
  const text = readFileSync(join(root, 'examples/experiments', `${file}.json`), 'utf8');
  return { ...JSON.parse(text), ...more, seed, ...(ownPuzzles ? { taskSeed: seed } : {}) };
}
