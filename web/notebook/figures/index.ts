/** The figures of lessons by name, each in a file that loads when it is near. */
import type { MakeFigure } from './kit.js';

export const figures: Readonly<Record<string, () => Promise<{ readonly make: MakeFigure }>>> = {
  lock: () => import('./lock.js'),
  ideas: () => import('./ideas.js'),
  bits: () => import('./bits.js'),
  clock: () => import('./clock.js'),
  formula: () => import('./formula.js'),
  row: () => import('./row.js'),
  picture: () => import('./picture.js'),
  arcs: () => import('./arcs.js'),
  cards: () => import('./cards.js'),
  keep: () => import('./keep.js'),
};
