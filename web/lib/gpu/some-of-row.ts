/** Selects entries of a row of pairs for the comparison with the module's. */
import { fillPositions, partOf, type RawPositions } from '../checks/positions.js';

/**
 * Maximum number per row, evenly spaced. Every tile has at least one, and the module's share of the time stays small.
 */
const mostCompared = 1024;

/** Evenly spaced columns with a random start. */
export function someColumns(count: number): Uint32Array {
  const apart = Math.ceil(count / mostCompared);
  const first = Math.floor(Math.random() * apart);
  return Uint32Array.from({ length: Math.ceil((count - first) / apart) }, (_, i) => first + i * apart);
}

/** The positions at these indices, with one coordinate. */
export function positionsAt(positions: RawPositions, numbers: Iterable<number>): RawPositions {
  const values = Float64Array.from(numbers);
  values.forEach((at, i) => fillPositions(partOf(positions, at, 1), 0, values.subarray(i, i + 1)));
  return { values, count: values.length, axes: 1 };
}

export const numbersAt = (row: ArrayLike<number>, columns: Uint32Array): Float32Array =>
  Float32Array.from(columns, (column) => row[column]!);
