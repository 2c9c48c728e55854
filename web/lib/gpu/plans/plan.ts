/**
 * A call as a GPU does it, and how one of its rows is verified.
 */
import type { Floats } from '../../arrays.js';
import type { Backend, Calls, Method, OnGpuCalls, OnGpuMethod } from '../../calls.js';
import { PosencError } from '../../errors.js';
import type { Purpose } from '../../limits.js';
import type { Kernel } from '../kernels/kernel.js';

export interface Plan {
  readonly kernel: Kernel;
  /** Of the result; as many numbers as the kernel makes. */
  readonly rows: number;
  readonly cols: number;
  /** What to say when the result is too large. */
  readonly purpose: Purpose;
  /** Rows that are verified of each part that stays on the device, drawn at random: narrow ones need more; else 1. */
  readonly sampled?: number;
  /** Rejects with GpuFailure unless row `row` of the kernel is right. */
  verify(row: number, got: Floats): Promise<void>;
}

/** A float32 matrix that is to stay on a device. */
export interface Kept {
  readonly rows: number;
  readonly cols: number;
  readonly what: string;
  /** The argument that decides its size; 'positions' where left out. */
  readonly field?: string;
  /** undefined where only the module can make it */
  readonly plan: Plan | undefined;
  /** Rows first, first + 1, … as the module makes them. */
  part(first: number, count: number): Promise<Floats>;
}

/** undefined where the GPU cannot do this call, or nobody can: the module then says why. */
export type Planner<M extends Method> = (inner: Backend, request: Calls[M]['request']) => Promise<Plan | undefined>;

/** Rejects where nobody can make it. */
export type Keeper<M extends OnGpuMethod> = (inner: Backend, request: OnGpuCalls[M]) => Promise<Kept>;

/** The module's answer, or undefined where it refuses. */
export async function answered<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (thrown) {
    if (thrown instanceof PosencError) return undefined;
    throw thrown;
  }
}
