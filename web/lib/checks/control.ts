/**
 * Options that every call accepts.
 */
import type { Floats } from './arrays.js';
import type { GivenCache } from './cache-arrays.js';

export interface Control {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((fraction: number) => void) | undefined;
  readonly into?: Floats | undefined;
  /** The caller's arrays of cosines and sines, if this thread does the work. */
  readonly cache?: GivenCache | undefined;
  /** The memory of `into` may be moved to a worker. */
  readonly transfer?: boolean | undefined;
}
