/** How a GPU computes a method: a program, and how one of its rows is verified. */
import type { Floats } from '../checks/arrays.js';
import type { Backend, Calls, MethodName, OnGpuCalls, OnGpuName } from '../methods/calls.js';
import { PosencError } from '../checks/errors.js';
import type { Purpose } from '../checks/limits.js';
import type { Program } from './programs/program.js';

export interface VerifiedProgram {
  readonly program: Program;
  /** Shape of the result; it has as many values as the program computes. */
  readonly rows: number;
  readonly cols: number;
  /** Error text for a result that is too large. */
  readonly purpose: Purpose;
  /** Verified rows per part that stays on the device; more for narrow rows, by default the usual number. */
  readonly sampled?: number;
  /** Rejects with GpuFailure unless row `row` of the program is correct; `given` is its source row. */
  verify(row: number, got: Floats, given?: Floats): Promise<void>;
}

/** A float32 matrix that stays on a device. */
export interface DeviceMatrix {
  readonly rows: number;
  readonly cols: number;
  readonly what: string;
  /** The argument that determines its size; 'positions' by default. */
  readonly field?: string;
  /** undefined if only the module can compute it */
  readonly verified: VerifiedProgram | undefined;
  /** The caller's matrix on the device; row i of the result depends on its row i. */
  readonly source?: Source;
  /** Rows first, first + 1, … computed by the module, from the source rows. */
  part(first: number, count: number, given?: Float32Array): Promise<Floats>;
}
export interface Source {
  readonly buffer: GPUBuffer;
  readonly width: number;
  /** Name of the argument. */
  readonly field: string;
}

/** How a GPU computes a method. */
export interface GpuMethod<M extends OnGpuName> {
  /** For a result that is read back; undefined if the GPU cannot run this call. The module reports invalid calls. */
  readonly verified?: M extends MethodName
    ? (inner: Backend, request: Calls[M]['request']) => Promise<VerifiedProgram | undefined>
    : never;
  /** For a result that stays on the device; rejects if the call is invalid. */
  readonly deviceMatrix: (inner: Backend, request: OnGpuCalls[M]) => Promise<DeviceMatrix>;
}

/** The module's result, or undefined if it throws a PosencError. */
export async function answered<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (thrown) {
    if (thrown instanceof PosencError) return undefined;
    throw thrown;
  }
}
