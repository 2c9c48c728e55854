/**
 * A public method that needs more than one call on one spec.
 */
import type { Posenc } from '../types/posenc.js';
import type { Caller } from './caller.js';

export interface Composed<M extends keyof Posenc> {
  /** Names of the arguments before the options. */
  readonly takes: readonly string[];
  make(calls: Caller): Posenc[M];
}
