/**
 * Size limits, all checked by arithmetic before anything is allocated.
 */
import { PosencError } from './errors.js';

/** One array holds at most 2 GiB (less one element): the largest that all current engines allow. */
export const maxArrayBytes = 2 ** 31 - 8;
/** Maximum workers per instance; each has the module and its memory, about 20 MB. */
export const maxWorkers = 64;
/** Maximum rows and columns of a matrix: the modules store sizes in 32 bits. */
export const maxMatrixSide = 2 ** 32 - 1;
/** Maximum characters of JSON text; the largest published config.json seen is below 100 kB. */
export const maxJsonLength = 16 * 1024 * 1024;
export const maxJsonDepth = 64;
/** Maximum values in a JSON document passed as an object. */
export const maxJsonNodes = 1_000_000;
/** Largest |position| up to which every integer is a float64. */
export const maxPosition = 2 ** 53;

/** Purpose of an array, for messages: the argument that sets its size, its name, and a remedy if it is too large. */
export interface Purpose {
  readonly field: string;
  readonly what: string;
  readonly advice?: string;
}

/** Throws `too_large` unless one array of `bytes` bytes is allowed. */
export function checkBytes(bytes: number, { field, what, advice }: Purpose): void {
  if (bytes <= maxArrayBytes) return;
  const hint = advice ? `; ${advice}` : '';
  throw new PosencError(
    'too_large',
    field,
    `${what} needs ${inUnits(bytes)}, but one array may hold at most ${inUnits(maxArrayBytes)}${hint}`,
  );
}

/** Formats as `4.00 TiB (4398046511104 bytes)`. */
function inUnits(bytes: number): string {
  const units = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB', 'EiB', 'ZiB', 'YiB'];
  let power = 0;
  while (power < units.length - 1 && bytes >= 1024 ** (power + 1)) power++;
  return power === 0 ? `${bytes} bytes` : `${(bytes / 1024 ** power).toFixed(2)} ${units[power]} (${bytes} bytes)`;
}
