/**
 * A planned spec in one instance of the module, with the operations of all methods on it: calls, scratch memory, and
 * its use per chunk.
 */
import type { NumbersConstructor } from '../checks/arrays.js';
import type { Control } from '../checks/control.js';
import { PosencError } from '../checks/errors.js';
import type { CoreModule, RawError, RawPlan } from '../types/core.js';
import { Pacer, type Workload } from './pacer.js';

/** State of a spec in an instance of the module. */
export interface Plan {
  readonly sizes: RawPlan;
  readonly handle: number;
  readonly scratchBytes: number;
  call<T extends object | number | void>(body: (core: CoreModule) => T | RawError): T;
  /** true while its instance exists. */
  alive(): boolean;
  release(): void;
}

/** Bytes copied at once, so that they stay in the core's own cache. */
export const cachedBytes = 2 ** 19;

export const isRawError = (result: unknown): result is RawError =>
  typeof result === 'object' && result !== null && 'error' in result;

/** A view of the module's memory, only for copying at once. */
export function view<A>(
  core: Pick<CoreModule, 'HEAPU8'>,
  pointer: number,
  length: number,
  type: NumbersConstructor<A>,
): A {
  return new type(core.HEAPU8.buffer as ArrayBuffer, pointer, length);
}

/** Scratch input of the module for `length` doubles, valid until the next call. */
export function inputOf(core: CoreModule, length: number): Float64Array {
  const pointer = core.input(length);
  if (pointer === 0) {
    const text = `the WebAssembly module has no ${length * 8} bytes of memory left for the arguments`;
    throw new PosencError('out_of_memory', '', text);
  }
  return new Float64Array(core.HEAPU8.buffer as ArrayBuffer, pointer, length);
}

/** @param rowBytes scratch memory of one row @param most maximum scratch memory of a chunk */
export function pacerFor(
  plan: Plan,
  control: Control,
  rowBytes: number,
  work: Omit<Workload, 'mostRows'>,
  most = plan.scratchBytes,
): Pacer {
  const least = (work.fewestRows ?? 1) * rowBytes;
  const bytes = Math.min(Math.max(most, least), plan.scratchBytes);
  return new Pacer({ ...work, mostRows: Math.floor(bytes / Math.max(rowBytes, 8)) }, control);
}
