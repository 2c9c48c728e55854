/** Experiments to begin with: those that are recorded, so that what is said of them is what their runs gave. */
import { findingOf, recorded } from './recorded.js';
import { initial, type LabState, ofRecorded } from './state.js';

export interface Preset {
  /** Of the recorded experiment. */
  readonly id: string;
  readonly title: string;
  /** What to look at, and what the recorded runs gave. */
  readonly notice: string;
  readonly state: LabState;
}

const squares = 'Watch the shifted puzzles, and CKA beside that of a random table.';
const modules = 'Watch the error of half-masked samples, and RSA.';
const sequences = 'Watch the lengths that were not trained on.';

const rows: readonly (readonly [id: string, title: (sigma: number) => string, watch: string])[] = [
  ['latin-square-sigma-0.4', (sigma) => `Latin squares, learned, small σ = ${sigma}`, squares],
  ['latin-square-sigma-2', (sigma) => `Latin squares, learned, large σ = ${sigma}`, squares],
  ['latin-square-published-sigma-0.4', (sigma) => `Latin squares of Ito et al., learned, small σ = ${sigma}`, squares],
  ['latin-square-published-sigma-2', (sigma) => `Latin squares of Ito et al., learned, large σ = ${sigma}`, squares],
  [
    'latin-square-oracle',
    () => 'Latin squares, given the rows and columns',
    'Each block adds the true row and column of a cell, which are not trained.',
  ],
  ['latin-square-sinusoidal-2d', () => 'Latin squares, fixed 2-D sinusoids', squares],
  [
    'latin-square-none',
    () => 'Latin squares, no encoding',
    'Without an encoding every order of the cells gives the same answer.',
  ],
  ['modular-static-sigma-0.1', (sigma) => `3-D modules, learned, small σ = ${sigma}`, modules],
  ['modular-static-sigma-2', (sigma) => `3-D modules, learned, large σ = ${sigma}`, modules],
  ['sequences-back-rope', () => 'The token k steps back, rotary', sequences],
  ['sequences-back-sinusoidal', () => 'The token k steps back, sinusoids', sequences],
  ['sequences-slot-rope', () => 'The i-th token, rotary', sequences],
  ['sequences-slot-sinusoidal', () => 'The i-th token, sinusoids', sequences],
];

export const presets: readonly Preset[] = rows.map(([id, title, watch]) => {
  const [position] = recorded(id).positions ?? [];
  const sigma = position !== undefined && 'sigma' in position ? position.sigma! : NaN;
  return { id, title: title(sigma), notice: `${watch} ${findingOf(id)}`, state: ofRecorded(id, initial) };
});
