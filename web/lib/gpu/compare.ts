/** Compares values of a GPU with the module's. */
import { GpuFailure } from './failure.js';

/** Throws GpuFailure unless every value equals the expected one or is within its bound. */
export function compare(got: ArrayLike<number>, expected: ArrayLike<number>, bound: (i: number) => number): void {
  for (let i = 0; i < expected.length; i++) {
    // NaN and infinities must be identical
    if (Object.is(got[i], expected[i]) || Math.abs(got[i]! - expected[i]!) <= bound(i)) continue;
    throw new GpuFailure('wrong', `entry ${i} from the GPU is ${got[i]}, but ${expected[i]} is right`);
  }
}
