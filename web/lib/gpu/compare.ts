/**
 * Numbers of a GPU against the module's.
 */
import { GpuFailure } from './failure.js';

/** Throws GpuFailure unless every number is the one expected, or within its bound of it. */
export function compare(got: ArrayLike<number>, expected: ArrayLike<number>, bound: (i: number) => number): void {
  for (let i = 0; i < expected.length; i++) {
    // NaN and infinities are within no bound; they are the same or not
    if (Object.is(got[i], expected[i]) || Math.abs(got[i]! - expected[i]!) <= bound(i)) continue;
    throw new GpuFailure('wrong', `entry ${i} from the GPU is ${got[i]}, but ${expected[i]} is right`);
  }
}
