/**
 * Context lengths on the command line: 131072, or 128k for 128 × 1024.
 */
import { printable } from '../lib/checks/show.js';
import { misuse } from './command.js';

export function lengthOf(option: string, value: string | boolean | undefined): number | undefined {
  if (value === undefined) return undefined;
  const [, digits, k] = (typeof value === 'string' && /^([0-9]{1,16})(k?)$/i.exec(value)) || [];
  const length = Number(digits) * (k ? 1024 : 1);
  if (length >= 1 && Number.isSafeInteger(length)) return length;
  const given = printable(String(value));
  throw misuse(
    option,
    `${option} must be a whole number from 1 to 2^53-1, such as 131072 or 128k, but '${given}' was given`,
  );
}

/** `--context N` as the option of a method. */
export function contextOption(value: string | boolean | undefined): { contextLength?: number } {
  const contextLength = lengthOf('--context', value);
  return contextLength === undefined ? {} : { contextLength };
}
