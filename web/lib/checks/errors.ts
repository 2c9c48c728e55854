/**
 * The only error class of the package. The generator takes the code names from the C++ list.
 */
import { errorCodes, type ErrorCode } from '../generated/error-codes.js';
import { printable, shown } from './show.js';
import type { RawError } from '../types/core.js';

export type { ErrorCode };

export class PosencError extends Error {
  override readonly name = 'PosencError';

  /**
   * @param code one of a closed list, meant for programs @param field the invalid part: `dim`, `scaling.factor`,
   * `positions[3]`, `options.dtype`; may be '' @param message the given value and what is allowed, meant for people
   */
  constructor(
    readonly code: ErrorCode,
    readonly field: string,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** An error whose sentence begins with its field: "options.head must be …". */
export const errorAbout = (code: ErrorCode, field: string, says: string, options?: ErrorOptions): PosencError =>
  new PosencError(code, field, `${field} ${says}`, options);

/** @param what the allowed values  @param given the actual value */
export const mustBe = (code: ErrorCode, field: string, what: string, given: unknown): PosencError =>
  errorAbout(code, field, `must be ${what}, but ${shown(given)} was given`);

/** The part of an error that crosses a worker boundary. */
export interface PlainError {
  readonly code: string;
  readonly field: string;
  readonly message: string;
  /** Stack of the first throw, for debugging a worker. */
  readonly stack?: string | undefined;
}

export function toPlain({ code, field, message, stack, cause }: PosencError): PlainError {
  return { code, field, message, stack: cause instanceof Error ? cause.stack : stack };
}

/** If `error` has a stack, `cause` is an error with that stack. */
export function fromPlain(error: PlainError): PosencError {
  const code = errorCodes.find((known) => known === error.code);
  const options =
    error.stack === undefined ? undefined : { cause: Object.assign(new Error(error.message), { stack: error.stack }) };
  return code
    ? new PosencError(code, error.field, error.message, options)
    : new PosencError('internal', error.field, `${error.message} (unknown code ${printable(error.code)})`);
}

/** The C++ side leaves the field out of its sentences ("must be even, got 3"). */
export function fromRaw({ error }: RawError): PosencError {
  const headless = error.field !== '' && /^(must|is|has|needs)\b/.test(error.message);
  return fromPlain(headless ? { ...error, message: `${error.field} ${error.message}` } : error);
}

/** Any thrown value as a PosencError; `doing` completes "failed while …". */
export function asPosencError(thrown: unknown, doing: string): PosencError {
  if (thrown instanceof PosencError) return thrown;
  // an operating system error, such as a full disk, is not a bug of the library
  if (thrown instanceof Error && 'syscall' in thrown)
    return new PosencError('io', '', `failed while ${doing}: ${reason(thrown)}`, { cause: thrown });
  return new PosencError('internal', '', `failed while ${doing}: ${reason(thrown)}`, { cause: thrown });
}

/** Returns the message of any thrown value; never throws itself. */
export function reason(thrown: unknown): string {
  try {
    if (thrown instanceof Error) return printable(String(thrown.message) || thrown.name, 300);
    return printable(String(thrown), 300);
  } catch {
    return 'an unreadable value was thrown';
  }
}
