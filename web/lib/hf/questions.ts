/** The core's numbers that an answer needs, and the answer that is made of them. */
import type { EncodingSpec } from '../generated/encodings.js';
import type { RawReport } from '../types/core.js';

/** Of one spec at one length. */
export interface Question {
  readonly spec: EncodingSpec;
  readonly trainedContext: number;
  readonly contextLength: number;
}
export interface Questions<T> {
  readonly questions: readonly Question[];
  /** @param raw in the order of the questions. */
  readonly answer: (raw: readonly RawReport[]) => T;
}
