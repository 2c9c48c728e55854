/**
 * What a method on one spec is: what it reads from its arguments, how its rows are divided among workers, and what its
 * caller gets. What is done with the request stands in the file of the same name in wasm/methods; where a GPU does it,
 * in that of gpu/methods.
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
  /** Where the result goes. */
  readonly into?: GivenArray | undefined;
  /** Puts the result where the caller wants it, if it is not there. */
  readonly deliver?: (<R>(result: R) => R) | undefined;
}

export interface Method<Request, Result> {
  /** Its arguments between the spec and the options. */
  readonly takes: readonly string[];
  /** The result is a matrix, or a list: it can be written to a file. */
  readonly matrix: boolean;
  /** @param given the arguments that it takes, then the options */
  read(spec: SpecOf, ...given: readonly unknown[]): Ready<Request>;
  /** Left out where one worker does all of it. */
  readonly split?: Split<Request, Result>;
  /** What the caller gets; left out where that is the result as it is. */
  readonly returned?: (result: Result, request: Request) => unknown;
}
export interface ReturningMethod<Request, Result, Returned> extends Method<Request, Result> {
  readonly returned: (result: Result, request: Request) => Returned;
}

/** A method whose result stays on a GPU. */
export interface OnGpuMethod<Request> {
  /** Its arguments before the options. */
  readonly takes: readonly string[];
  /** Names of its own options. */
  readonly options: readonly string[];
  /** @param given the arguments that it takes */
  read(entries: Entries, ...given: readonly unknown[]): Request;
  /** Where the result goes; left out where no argument says so. */
  target?(entries: Entries, request: Request): OnGpuTarget;
}

/** A result, and what computed it: the module where nothing is said. */
export type Computed<T> = T & { readonly backend?: ComputedBy };

/** Says what computed it. */
export const computed = <T>(made: Computed<T>): T & { readonly backend: ComputedBy } => ({ backend: 'wasm', ...made });

/** A call without options of its own. */
export const plain = <Request>(request: Request, options: unknown): Ready<Request> => ({
  request,
  control: controlOf(readOptions(options, [])),
});

/** What was asked for, else what the caller's array has, else this. */
export function dtypeFor(entries: Entries, otherwise: DType): DType {
  const into = entries.get('into');
  return dtypeOf(entries, isFloats(into) ? dtypeOfArray(into) : otherwise);
}
export const dtypeOfArray = (array: unknown): DType => (typedArrayName(array) === 'Float32Array' ? 'f32' : 'f64');
