/** Failures with the library's messages, reworded for empty fields. */
export interface Failure {
  readonly code: string;
  readonly field: string;
  readonly message: string;
}

/** An error of the page in the shape of the library's errors. */
export const refusal = (code: string, field: string, message: string): Error =>
  Object.assign(new Error(message), { code, field });

/** Checks the library's error class by shape, so that errors from the worker count as well. */
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

/** An empty number field is NaN, so messages must not mention NaN. */
const ofEmpty = (message: string): string =>
  message.replace(/ must be (.*?),? (?:but NaN was given|got NaN)/, ' is empty; it must be $1');

/** Message for such a field. @param what replaces "is empty" */
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
