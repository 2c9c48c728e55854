/** A Python cell right after a JavaScript cell is its companion: both are shown, moved and deleted together. */
import type { Cell } from './format.js';

export type Pair = readonly [cell: Cell] | readonly [cell: Cell, python: Cell];

export function pairs(cells: readonly Cell[]): readonly Pair[] {
  const all: Pair[] = [];
  for (const cell of cells) {
    const [before, python] = all.at(-1) ?? [];
    if (cell.mode === 'python' && before?.mode === 'js' && !python) all[all.length - 1] = [before, cell];
    else all.push([cell]);
  }
  return all;
}
