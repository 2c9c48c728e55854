/** Numbers that a result needs from the core, and the function that builds the result from them. */
import type { EncodingSpec } from '../generated/encodings.js';
import type { RawReport } from '../types/core.js';

/** One spec at one length. */
export interface Question {
  readonly spec: EncodingSpec;
  readonly trainedContext: number;
  readonly contextLength: number;
}
export interface Questions<T> {
  readonly questions: readonly Question[];
  /** @param raw in the order of the questions */
  readonly answer: (raw: readonly RawReport[]) => T;
}
