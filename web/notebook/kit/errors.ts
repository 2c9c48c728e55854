/** What went wrong, in the library's own words, but for fields that are empty. */
export interface Failure {
  readonly code: string;
  readonly field: string;
  readonly message: string;
}

/** What a page refuses, in the shape of the library's errors. */
export const refusal = (code: string, field: string, message: string): Error =>
  Object.assign(new Error(message), { code, field });

/** The library's error class is checked by shape, so that errors from the worker count as well. */
export function failureOf(error: unknown): Failure {
  if (typeof error === 'object' && error !== null && 'code' in error && 'message' in error) {
    const { code, field, message } = error as { code: unknown; field?: unknown; message: unknown };
    return { code: String(code), field: typeof field === 'string' ? field : '', message: ofEmpty(String(message)) };
  }
  return { code: 'internal', field: '', message: messageOf(error) };
}

export function messageOf(error: unknown): string {
  return ofEmpty(error instanceof Error ? error.message : String(error));
}

/** A field of the page without a number in it gives NaN, which nobody typed. */
const ofEmpty = (message: string): string =>
  message.replace(/ must be (.*?),? (?:but NaN was given|got NaN)/, ' is empty; it must be $1');

/** What is said beside such a field, by whoever refused it. @param what it is */
export const emptyField = (message: string, what = 'is empty'): string =>
  message
    .replace(
      /(?<!; it) must be (.*?)(?:, and none was given|,? but NaN was given|, got NaN(.*))?$/,
      ` ${what}; it must be $1$2`,
    )
    .replace(' is empty;', ` ${what};`);

export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}
