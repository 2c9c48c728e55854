/**
 * Numbers cells for readers, from 1 in the order in which they stand. A cell and its companion in Python count as
 * one. Ids stay when cells are moved, and are not shown.
 */
import { type ReadonlySignal, computed } from '@preact/signals-core';
import type { Cell, Notebook } from './format.js';
import { pairs } from './pairs.js';
import { idMark } from './protocol.js';

/** By their ids. */
export const numbersOf = (cells: readonly Cell[]): ReadonlyMap<number, number> =>
  new Map(pairs(cells).flatMap((pair, i) => pair.map(({ id }) => [id, i + 1] as const)));

let numbers: ReadonlySignal<ReadonlyMap<number, number>>;
/** From here on those of this notebook, which is shown. */
export function numberCells(notebook: ReadonlySignal<Notebook>): void {
  numbers = computed(() => numbersOf(notebook.value.cells));
}
/** As it is now; content and attributes that are functions follow it. */
export const numberOf = (id: number): number | string => numbers.value.get(id) ?? '(deleted)';

/** A text of the sandbox, which knows cells by their ids. */
export const withNumbers = (text: string): string =>
  text.replace(new RegExp(`${idMark}(\\d+)`, 'g'), (_, id: string) => String(numberOf(Number(id))));
