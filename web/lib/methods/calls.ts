/**
 * The interface between the public methods and the backends: the engine in this thread, a worker's client, a pool, a
 * GPU.
 */
import type { Control } from '../checks/control.js';
import type { OnGpuTarget } from '../requests/gpu-arguments.js';
import type { GpuMatrix, TableBlock } from '../types/posenc.js';
import type { methods } from './index.js';
import type { Internal, InternalOnSpec } from './internal.js';
import type { Computed, Method, OnGpuMethod } from './method.js';
import type { NetworkKernelRequest } from './network-kernel.js';
import type { onGpuMethods } from './on-gpu.js';
import type { BlocksRequest } from './table-blocks.js';

type CallOf<M> =
  M extends Method<infer Q, infer R>
    ? { request: Q; result: R; returned: M extends { returned: (...given: never) => infer S } ? S : R }
    : never;

/** Methods on one spec. */
export type OnSpecName = keyof typeof methods;
/** The methods loaded so far. Our own pages load some with their first call (on-demand.ts). */
export type Methods = { readonly [M in OnSpecName]?: (typeof methods)[M] };
/** Request, result and returned value of each method and of each internal call. */
export type Calls = { [M in OnSpecName]: CallOf<(typeof methods)[M]> } & Internal;
export type MethodName = keyof Calls;
/** Methods that need one plan and can run synchronously. */
export type PlannedName = OnSpecName | keyof InternalOnSpec;
export type OnGpuName = keyof OnGpuCalls;
/** Request of each method whose result can stay on a GPU. */
export type OnGpuCalls = {
  [M in keyof typeof onGpuMethods]: (typeof onGpuMethods)[M] extends OnGpuMethod<infer Q> ? Q : never;
} & { networkKernel: NetworkKernelRequest };
/** `GpuMatrix` for a device of unknown type. */
export type OnGpu = Omit<GpuMatrix, 'device' | 'buffer'> & { readonly device: unknown; readonly buffer: unknown };

export interface Backend {
  /** True if it reads the caller's arrays before first yielding, and copies what it has not read by then. */
  readonly borrows?: boolean;
  run<M extends MethodName>(method: M, request: Calls[M]['request'], control: Control): Promise<Calls[M]['result']>;
  /** Yields at least one block: no positions yield a block of no rows, which still has the width. */
  blocks(request: BlocksRequest, control: Control): AsyncGenerator<Computed<TableBlock>, void, undefined>;
  /** Present only if a GPU was requested; calls/caller.ts handles its absence. */
  onGpu?<M extends OnGpuName>(method: M, request: OnGpuCalls[M], target: OnGpuTarget, control: Control): Promise<OnGpu>;
  /** Synchronous `run`; present only if the module is in this thread. */
  readonly now?:
    | (<M extends PlannedName>(method: M, request: Calls[M]['request'], control: Control) => Calls[M]['result'])
    | undefined;
  /** Releases the data kept for the spec with that number. */
  release(prepared: number): void;
  dispose(): void;
}
