/**
 * Numbers cells for readers, from 1 in document order. A cell and its Python companion count as one. Ids never change
 * when cells move, and are not shown.
 */
import { type ReadonlySignal, computed } from '@preact/signals-core';
import type { Cell, Notebook } from './format.js';
import { pairs } from './pairs.js';
import { idMark } from './protocol.js';

/** Keyed by id. */
export const numbersOf = (cells: readonly Cell[]): ReadonlyMap<number, number> =>
  new Map(pairs(cells).flatMap((pair, i) => pair.map(({ id }) => [id, i + 1] as const)));

let numbers: ReadonlySignal<ReadonlyMap<number, number>>;
/** Uses the numbers of this notebook from now on. */
export function numberCells(notebook: ReadonlySignal<Notebook>): void {
  numbers = computed(() => numbersOf(notebook.value.cells));
}
/** The current number; functions as content or attributes update with it. */
export const numberOf = (id: number): number | string => numbers.value.get(id) ?? '(deleted)';

/** Replaces cell ids in a message of the sandbox by numbers. */
export const withNumbers = (text: string): string =>
  text.replace(new RegExp(`${idMark}(\\d+)`, 'g'), (_, id: string) => String(numberOf(Number(id))));
