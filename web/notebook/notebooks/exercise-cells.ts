/** Detects cells with answers to exercises, which readers of the page and its copies must not see. */
import type { Cell } from './format.js';

/** True if it calls `exercise` or passes it on. */
const poses = /\bexercise\s*[(;,)\]}]/;

export const posesExercise = ({ mode, value }: Cell): boolean => mode === 'js' && poses.test(value);

/** A Python cell after an exercise is the author's solution. */
export const isSolution = (cell: Cell, cells: readonly Cell[]): boolean => {
  const before = cells[cells.indexOf(cell) - 1];
  return cell.mode === 'python' && before !== undefined && posesExercise(before);
};

export const holdsAnswer = (cell: Cell, cells: readonly Cell[]): boolean =>
  posesExercise(cell) || isSolution(cell, cells);
