/**
 * A public method that is more than one call on one spec.
 */
import type { Posenc } from '../types/posenc.js';
import type { Caller } from './caller.js';

export interface Composed<M extends keyof Posenc> {
  /** Its arguments before the options. */
  readonly takes: readonly string[];
  make(calls: Caller): Posenc[M];
}
