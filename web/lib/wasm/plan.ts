/**
 * A planned spec in one instance of the module, and what the work of every method does with it: calls, the module's
 * scratch memory, and how much of it a piece takes.
 */
import type { NumbersConstructor } from '../checks/arrays.js';
import type { Control } from '../checks/control.js';
import { PosencError } from '../checks/errors.js';
import type { CoreModule, RawError, RawPlan } from '../types/core.js';
import { Pacer, type Workload } from './pacer.js';

/** What an instance of the module keeps of a spec. */
export interface Plan {
  readonly sizes: RawPlan;
  readonly handle: number;
  readonly scratchBytes: number;
  call<T extends object | number | void>(body: (core: CoreModule) => T | RawError): T;
  /** Whether its instance is still there. */
  alive(): boolean;
  release(): void;
}

/** What is copied out at once: it stays in the processor's own cache on its way. */
export const cachedBytes = 2 ** 19;

export const isRawError = (result: unknown): result is RawError =>
  typeof result === 'object' && result !== null && 'error' in result;

/** A view of the module's memory; only for copying out of, at once. */
export function view<A>(
  core: Pick<CoreModule, 'HEAPU8'>,
  pointer: number,
  length: number,
  type: NumbersConstructor<A>,
): A {
  return new type(core.HEAPU8.buffer as ArrayBuffer, pointer, length);
}

/** Scratch input of the module for `length` doubles; it stays valid until the next call. */
export function inputOf(core: CoreModule, length: number): Float64Array {
  const pointer = core.input(length);
  if (pointer === 0) {
    const text = `the WebAssembly module has no ${length * 8} bytes of memory left for the arguments`;
    throw new PosencError('out_of_memory', '', text);
  }
  return new Float64Array(core.HEAPU8.buffer as ArrayBuffer, pointer, length);
}

/**
 * @param rowBytes what one row takes of the module's scratch memory
 * @param most what a piece should take of it
 */
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
