import type { Reading } from './types.js';

/** An engine's error on a file: its exception and the message that a user sees. */
export class Refusal extends Error {
  constructor(
    readonly kind: string,
    message: string,
    /** How to make the file readable for the engine, if known. */
    readonly todo?: string,
    /** The engine has no code for this type of model, so changing the file does not help. */
    readonly lacksModel: boolean = false,
    /** The reading that its rules would give, for comparison with engines that support the model. */
    readonly asIf?: Reading,
  ) {
    super(message);
  }
}

/** The engine's treatment of this class was not read, so its row has no numbers. The message gives the reason. */
export class NotKnown extends Error {}

export const missingKey = (key: string): Refusal => new Refusal('KeyError', `'${key}'`);
