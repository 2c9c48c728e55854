/**
 * What the options of every call say beside its arguments.
 */
import type { Floats } from './arrays.js';
import type { GivenCache } from './cache-arrays.js';

export interface Control {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((fraction: number) => void) | undefined;
  readonly into?: Floats | undefined;
  /** The caller's arrays of cosines and sines, where the work is done in this thread. */
  readonly cache?: GivenCache | undefined;
  /** The memory of `into` may be moved to a worker. */
  readonly transfer?: boolean | undefined;
}
