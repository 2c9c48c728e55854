/** What went wrong, in the library's own words. The page never invents a message for a number it refused. */
export interface Failure {
  readonly code: string;
  readonly field: string;
  readonly message: string;
}

/** The library's error class is checked by shape, so that errors from the worker count as well. */
export function failureOf(error: unknown): Failure {
  if (typeof error === 'object' && error !== null && 'code' in error && 'message' in error) {
    const { code, field, message } = error as { code: unknown; field?: unknown; message: unknown };
    return { code: String(code), field: typeof field === 'string' ? field : '', message: String(message) };
  }
  return { code: 'internal', field: '', message: messageOf(error) };
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}
