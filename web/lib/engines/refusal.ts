/** What an engine raises on a file: its exception and the message that a user meets. */
export class Refusal extends Error {
  constructor(
    readonly kind: string,
    message: string,
    /** What makes the file readable for it, where that is known. */
    readonly todo?: string,
  ) {
    super(message);
  }
}

export const missingKey = (key: string): Refusal => new Refusal('KeyError', `'${key}'`);
