/** GPU failures. A caller does not see them if WebAssembly can compute the same: the call is then repeated there. */
import { reason } from '../checks/errors.js';

/**
 * unavailable    no WebGPU, no adapter, or no device
 * lost           the device was destroyed or reset, or its process ended
 * memory         a buffer could not be allocated
 * invalid        WebGPU rejected a request: a validation or internal error
 * wrong          the values differ from those computed, or are incorrect
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

/** Converts an error of an error scope, which is not an Error, by its class name. */
export function scopeFailure({ message, constructor: { name } }: GPUError): GpuFailure {
  const kind = name === 'GPUOutOfMemoryError' ? 'memory' : 'invalid';
  return new GpuFailure(kind, reason(new Error(message || name)));
}
