/**
 * `seeded(name, count)`: individual numbers of a student. They depend only on the name and the student number, so that
 * a reload and a teacher see the same. 0 is the number before a student sets one.
 */
import type { Compiled } from '../compile-cell.js';
import { most } from '../protocol.js';
import { pseudorandom } from './pseudorandom.js';

export type Seeded = (name: unknown, count?: unknown) => number[];

export const seededBy =
  (student: number): Seeded =>
  (name, count = 1) => {
    const many = Number(count);
    if (!Number.isInteger(many) || many < 1 || many > most.items)
      throw new RangeError(`seeded(name, count) gives 1 to ${most.items} numbers`);
    return pseudorandom(`${student}/${String(name)}`, many);
  };

/** True if a cell depends on such numbers, directly or through other cells; then its exercises differ by student. */
export function isSeeded(cell: Compiled, cells: readonly Compiled[]): boolean {
  const seen = new Set<Compiled>();
  const search = (one: Compiled): boolean => {
    if (seen.has(one)) return false;
    seen.add(one);
    if (one.inputs.includes('seeded')) return true;
    return cells.some((other) => other.outputs.some((name) => one.inputs.includes(name)) && search(other));
  };
  return search(cell);
}
