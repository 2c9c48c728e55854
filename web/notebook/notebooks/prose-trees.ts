/** The prose of a cell as trees, from the build or parsed here. */
import type { Cell } from './format.js';
import { fontFor } from './late-tex.js';
import { paced } from './pace.js';
import type { Built } from './prepare.js';
import type { Tree } from './tree.js';

/** @param built set if the cell is unchanged @returns undefined if the cell is not prose */
export async function proseTrees(cell: Cell, built: Built | undefined): Promise<readonly Tree[] | undefined> {
  if (cell.mode !== 'md' && cell.mode !== 'tex') return undefined;
  if (built) return built.prose[cell.id];
  const { proseOf } = await import('./prepare.js');
  await paced();
  const trees = proseOf(cell);
  fontFor(trees ?? []);
  return trees;
}
