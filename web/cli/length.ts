/**
 * Context lengths on the command line: 131072, 128k for 128 × 1024, 1M for 1024 × 1024.
 */
import { printable } from '../lib/checks/show.js';
import { misuse } from './command.js';

export function lengthOf(option: string, value: string | boolean | undefined): number | undefined {
  if (value === undefined) return undefined;
  const [, digits, unit = ''] = (typeof value === 'string' && /^([0-9]{1,16})([km]?)$/i.exec(value)) || [];
  const length = Number(digits) * 1024 ** ['', 'k', 'm'].indexOf(unit.toLowerCase());
  if (length >= 1 && Number.isSafeInteger(length)) return length;
  const given = printable(String(value));
  throw misuse(
    option,
    `${option} must be a whole number from 1 to 2^53-1, such as 131072, 128k or 1M, but '${given}' was given`,
  );
}

/** Converts `--context N` to a method option. */
export function contextOption(value: string | boolean | undefined): { contextLength?: number } {
  const contextLength = lengthOf('--context', value);
  return contextLength === undefined ? {} : { contextLength };
}
