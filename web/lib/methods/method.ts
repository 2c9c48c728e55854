/**
 * A method on one spec: how it reads its arguments, how its rows are divided among workers, and what its caller gets.
 * The file of the same name in wasm/methods computes the result, or the one in gpu/methods on a GPU.
 */
import { isFloats } from '../checks/arrays.js';
import type { Control } from '../checks/control.js';
import { controlOf, dtypeOf, type GivenArray, readOptions } from '../checks/options.js';
import type { Entries } from '../checks/record.js';
import { typedArrayName } from '../checks/typed-array-name.js';
import type { OnGpuTarget } from '../requests/gpu-arguments.js';
import type { SpecOf } from '../requests/requests.js';
import type { ComputedBy, DType } from '../types/posenc.js';
import type { Split } from './split.js';

/** A checked call, ready for the backend. */
export interface Ready<Request> {
  readonly request: Request;
  readonly control: Control;
  /** The caller's array for the result. */
  readonly into?: GivenArray | undefined;
  /** Moves the result to the caller's arrays, if it is not there yet. */
  readonly deliver?: (<R>(result: R) => R) | undefined;
}

export interface Method<Request, Result> {
  /** Names of the arguments between the spec and the options. */
  readonly takes: readonly string[];
  /** True if the result is a matrix or a list, which can be written to a file. */
  readonly matrix: boolean;
  /** @param given the arguments in `takes`, then the options */
  read(spec: SpecOf, ...given: readonly unknown[]): Ready<Request>;
  /** Absent if one worker does all of the work. */
  readonly split?: Split<Request, Result>;
  /** Converts the result for the caller; absent if there is nothing to convert. */
  readonly returned?: (result: Result, request: Request) => unknown;
}
export interface ReturningMethod<Request, Result, Returned> extends Method<Request, Result> {
  readonly returned: (result: Result, request: Request) => Returned;
}

/** A method whose result stays on a GPU. */
export interface OnGpuMethod<Request> {
  /** Names of the arguments before the options. */
  readonly takes: readonly string[];
  /** Names of the method's own options. */
  readonly options: readonly string[];
  /** @param given the arguments in `takes` */
  read(entries: Entries, ...given: readonly unknown[]): Request;
  /** Destination of the result; absent if no argument sets it. */
  target?(entries: Entries, request: Request): OnGpuTarget;
}

/** A result and what computed it; the default is the module. */
export type Computed<T> = T & { readonly backend?: ComputedBy };

/** Adds `backend` to a result. */
export const computed = <T>(made: Computed<T>): T & { readonly backend: ComputedBy } => ({ backend: 'wasm', ...made });

/** A call with only the common options. */
export const plain = <Request>(request: Request, options: unknown): Ready<Request> => ({
  request,
  control: controlOf(readOptions(options, [])),
});

/** The dtype option, else the dtype of the caller's array, else `otherwise`. */
export function dtypeFor(entries: Entries, otherwise: DType): DType {
  const into = entries.get('into');
  return dtypeOf(entries, isFloats(into) ? dtypeOfArray(into) : otherwise);
}
export const dtypeOfArray = (array: unknown): DType => (typedArrayName(array) === 'Float32Array' ? 'f32' : 'f64');
