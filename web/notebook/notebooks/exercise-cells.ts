/** Cells that hold answers to exercises: readers of the page and of its copies are not shown them. */
import type { Cell } from './format.js';

/** It calls `exercise`, or hands it on. */
const poses = /\bexercise\s*[(;,)\]}]/;

export const posesExercise = ({ mode, value }: Cell): boolean => mode === 'js' && poses.test(value);

/** Behind a cell with an exercise, one in Python is its author's solution. */
export const isSolution = (cell: Cell, cells: readonly Cell[]): boolean => {
  const before = cells[cells.indexOf(cell) - 1];
  return cell.mode === 'python' && before !== undefined && posesExercise(before);
};

export const holdsAnswer = (cell: Cell, cells: readonly Cell[]): boolean =>
  posesExercise(cell) || isSolution(cell, cells);
