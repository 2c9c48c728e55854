import type { Reading } from './types.js';

/** What an engine raises on a file: its exception and the message that a user meets. */
export class Refusal extends Error {
  constructor(
    readonly kind: string,
    message: string,
    /** What makes the file readable for it, where that is known. */
    readonly todo?: string,
    /** It has no code for this type of model: no form of the file changes that. */
    readonly lacksModel: boolean = false,
    /** What its rules would make of the file, for comparison with those that have the model. */
    readonly asIf?: Reading,
  ) {
    super(message);
  }
}

/** Nobody has read what an engine does with a file of this class, so that its row has no number. The message says why. */
export class NotKnown extends Error {}

export const missingKey = (key: string): Refusal => new Refusal('KeyError', `'${key}'`);
