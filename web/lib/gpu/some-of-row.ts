/**
 * Entries of a row of pairs that are compared with the module's.
 */
import { fillPositions, partOf, type RawPositions } from '../checks/positions.js';

/**
 * The most of one row; where there are more, evenly spaced ones. At least one of each tile, and few enough that the
 * module is not what takes the time.
 */
const mostCompared = 1024;

/** Columns, the first drawn at random. */
export function someColumns(count: number): Uint32Array {
  const apart = Math.ceil(count / mostCompared);
  const first = Math.floor(Math.random() * apart);
  return Uint32Array.from({ length: Math.ceil((count - first) / apart) }, (_, i) => first + i * apart);
}

/** Positions of one coordinate with these numbers. */
export function positionsAt(positions: RawPositions, numbers: Iterable<number>): RawPositions {
  const values = Float64Array.from(numbers);
  values.forEach((at, i) => fillPositions(partOf(positions, at, 1), 0, values.subarray(i, i + 1)));
  return { values, count: values.length, axes: 1 };
}

export const numbersAt = (row: ArrayLike<number>, columns: Uint32Array): Float32Array =>
  Float32Array.from(columns, (column) => row[column]!);
