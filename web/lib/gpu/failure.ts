/**
 * What goes wrong on a GPU. It never reaches a caller where WebAssembly can do the same: the work is done again.
 */
import { reason } from '../checks/errors.js';

/**
 * unavailable    no WebGPU, no adapter, or no device
 * lost           the device went away: destroyed, reset, or its process ended
 * memory         a buffer could not be had
 * invalid        WebGPU refused what was asked: a validation or internal error
 * wrong          the numbers are not those that were computed, or not right
 */
export type FailureKind = 'unavailable' | 'lost' | 'memory' | 'invalid' | 'wrong';

export class GpuFailure extends Error {
  override readonly name = 'GpuFailure';

  constructor(
    readonly kind: FailureKind,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** An error of an error scope, which is no Error, by its class: that has the same name in every implementation. */
export function scopeFailure({ message, constructor: { name } }: GPUError): GpuFailure {
  const kind = name === 'GPUOutOfMemoryError' ? 'memory' : 'invalid';
  return new GpuFailure(kind, reason(new Error(message || name)));
}
