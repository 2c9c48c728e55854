/**
 * What passes between the public interface and whatever does the work: the engine in this thread, a worker's client, a
 * pool, a GPU.
 */
import type { Control } from '../checks/control.js';
import type { OnGpuTarget } from '../requests/gpu-arguments.js';
import type { GpuMatrix, TableBlock } from '../types/posenc.js';
import type { methods } from './index.js';
import type { Internal, InternalOnSpec } from './internal.js';
import type { Computed, Method, OnGpuMethod } from './method.js';
import type { onGpuMethods } from './on-gpu.js';
import type { BlocksRequest } from './table-blocks.js';

type CallOf<M> =
  M extends Method<infer Q, infer R>
    ? { request: Q; result: R; returned: M extends { returned: (...given: never) => infer S } ? S : R }
    : never;

/** Methods on one spec. */
export type OnSpecName = keyof typeof methods;
/** Those whose code is loaded: all but in pages of our own, where some come when they are asked for (on-demand.ts). */
export type Methods = { readonly [M in OnSpecName]?: (typeof methods)[M] };
/** Request and result of each method and what its caller is shown, and of what the library itself asks for. */
export type Calls = { [M in OnSpecName]: CallOf<(typeof methods)[M]> } & Internal;
export type MethodName = keyof Calls;
/** The work of these needs one plan, and can be done at once, without a turn for the event loop. */
export type PlannedName = OnSpecName | keyof InternalOnSpec;
export type OnGpuName = keyof typeof onGpuMethods;
/** Request of each method whose result stays on a GPU. */
export type OnGpuCalls = { [M in OnGpuName]: (typeof onGpuMethods)[M] extends OnGpuMethod<infer Q> ? Q : never };
/** `GpuMatrix` for a device whose type is not known here. */
export type OnGpu = Omit<GpuMatrix, 'device' | 'buffer'> & { readonly device: unknown; readonly buffer: unknown };

export interface Backend {
  /** Reads arrays of the caller's before its first turn, and copies what it has not read by then. */
  readonly borrows?: boolean;
  run<M extends MethodName>(method: M, request: Calls[M]['request'], control: Control): Promise<Calls[M]['result']>;
  /** At least one block: for no positions, one of no rows, which still tells the width. */
  blocks(request: BlocksRequest, control: Control): AsyncGenerator<Computed<TableBlock>, void, undefined>;
  /** Only where a GPU was asked for; calls/caller.ts puts it around any other. */
  onGpu?<M extends OnGpuName>(method: M, request: OnGpuCalls[M], target: OnGpuTarget, control: Control): Promise<OnGpu>;
  /** The same now; only where the module is in this thread. */
  readonly now?:
    | (<M extends PlannedName>(method: M, request: Calls[M]['request'], control: Control) => Calls[M]['result'])
    | undefined;
  /** Releases what is kept of a spec with that number. */
  release(prepared: number): void;
  dispose(): void;
}
