/** Checks of chart data: lists of different lengths, matrices of the wrong size, strings instead of functions. */
import { errorAbout } from '../../checks/errors.js';
import type { Matrix } from '../../types/values.js';
import type { AxisOptions } from './kind.js';

/** Maximum length of a list: sixteen times the size that charts are made for. */
export const maxNumbers = 2 ** 24;

/** Requires lists of equal length, that of `like` if given. */
export function checkLists(
  field: string,
  lists: readonly ArrayLike<number>[],
  like?: readonly [name: string, list: { readonly length: number }],
): void {
  const expected = like?.[1].length ?? lists[0]?.length;
  lists.forEach((list, i) => {
    if (typeof list?.length !== 'number')
      throw errorAbout('bad_shape', `${field}[${i}]`, `must be a list of numbers, got ${typeof list}`);
    if (list.length > maxNumbers)
      throw errorAbout(
        'too_large',
        `${field}[${i}]`,
        `has ${list.length} numbers; a chart takes at most ${maxNumbers} of a list`,
      );
    if (list.length !== expected)
      throw errorAbout(
        'bad_shape',
        `${field}[${i}]`,
        `has ${list.length} numbers, ${like ? like[0] : `${field}[0]`} has ${expected}; the lengths must be equal`,
      );
  });
}

export function checkSides(field: string, { rows, cols }: Pick<Matrix, 'rows' | 'cols'>, most: number): void {
  for (const [name, value] of [
    ['rows', rows],
    ['cols', cols],
  ] as const)
    if (!Number.isInteger(value) || value < 1 || value > most)
      throw errorAbout('bad_shape', `${field}.${name}`, `must be a whole number from 1 to ${most}, got ${value}`);
}

export function checkMatrix(field: string, matrix: Matrix, most: number): void {
  const { data, rows, cols } = matrix;
  checkSides(field, matrix, most);
  if (data?.length !== rows * cols)
    throw errorAbout('bad_shape', `${field}.data`, `has ${data?.length} numbers, ${rows} × ${cols} are ${rows * cols}`);
}

interface Axes {
  readonly x?: AxisOptions | undefined;
  readonly y?: AxisOptions | undefined;
}
/** Checks domains of axes. @param log the axes that are logarithmic unless the options say otherwise */
export function checkAxes({ x, y }: Axes, log: readonly ('x' | 'y')[] = []): void {
  for (const [name, axis] of Object.entries({ x, y })) {
    if (axis?.domain === undefined) continue;
    const [from, to] = axis.domain;
    const isLog = axis.log ?? log.includes(name as 'x' | 'y');
    const drawable = Number.isFinite(from) && Number.isFinite(to) && from < to && (!isLog || from > 0);
    if (!drawable)
      throw errorAbout(
        'bad_argument',
        `options.${name}.domain`,
        `must be two ascending numbers${isLog ? ' above zero, because the axis is logarithmic' : ''}, such as [1, 100]`,
      );
  }
}

/** Checks options that must be functions, by name. Data from a notebook cell, for example, cannot contain functions. */
export function checkFunctions(given: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(given))
    if (value !== undefined && typeof value !== 'function')
      throw errorAbout('bad_argument', name, `must be a function, got ${typeof value}`);
}
