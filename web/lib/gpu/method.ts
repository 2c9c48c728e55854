/**
 * How a GPU does a method: a program, and how one of its rows is verified.
 */
import type { Floats } from '../checks/arrays.js';
import type { Backend, Calls, MethodName, OnGpuCalls, OnGpuName } from '../methods/calls.js';
import { PosencError } from '../checks/errors.js';
import type { Purpose } from '../checks/limits.js';
import type { Program } from './programs/program.js';

export interface VerifiedProgram {
  readonly program: Program;
  /** Of the result; as many numbers as the program makes. */
  readonly rows: number;
  readonly cols: number;
  /** What to say when the result is too large. */
  readonly purpose: Purpose;
  /** Rows that are verified of each part that stays on the device: narrow ones need more; else as many as of others. */
  readonly sampled?: number;
  /** Rejects with GpuFailure unless row `row` of the program is right; `given` is that row of what it was made from. */
  verify(row: number, got: Floats, given?: Floats): Promise<void>;
}

/** A float32 matrix that is to stay on a device. */
export interface DeviceMatrix {
  readonly rows: number;
  readonly cols: number;
  readonly what: string;
  /** The argument that decides its size; 'positions' where left out. */
  readonly field?: string;
  /** undefined where only the module can make it */
  readonly verified: VerifiedProgram | undefined;
  /** A matrix of the caller's on the device, row i of which row i is made from. */
  readonly source?: Source;
  /** Rows first, first + 1, … as the module makes them, from those of the source. */
  part(first: number, count: number, given?: Float32Array): Promise<Floats>;
}
export interface Source {
  readonly buffer: GPUBuffer;
  readonly width: number;
  /** What the argument is called. */
  readonly field: string;
}

/** How a GPU does a method. */
export interface GpuMethod<M extends OnGpuName> {
  /** Whose result is read back; undefined where the GPU cannot do this call, or nobody can: the module then says why. */
  readonly verified?: M extends MethodName
    ? (inner: Backend, request: Calls[M]['request']) => Promise<VerifiedProgram | undefined>
    : never;
  /** Whose result stays; rejects where nobody can make it. */
  readonly deviceMatrix: (inner: Backend, request: OnGpuCalls[M]) => Promise<DeviceMatrix>;
}

/** The module's answer, or undefined where it refuses. */
export async function answered<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (thrown) {
    if (thrown instanceof PosencError) return undefined;
    throw thrown;
  }
}
