/**
 * The messages between the two sides: one shape in each direction.
 */
import type { Floats } from '../checks/arrays.js';
import type { Calls, MethodName } from '../methods/calls.js';
import type { PlainError } from '../checks/errors.js';
import type { RawSpec } from '../types/core.js';
import type { ModuleId } from '../wasm/modules.js';
import type { LoadedModule } from '../wasm/module-cache.js';
import type { Chunk } from './chunked-transfer.js';

/** All requests to the worker, with the arguments of each. */
export interface WorkerCalls {
  /** A module, before anything that needs it. The response is false if it did not arrive intact. */
  load: [id: ModuleId, module: LoadedModule];
  /** A chunk of a large array of the request that follows. */
  chunk: [chunk: Chunk];
  /** Discards the arrays of a request that will not follow. */
  drop: [ids: readonly number[]];
  run: { [M in MethodName]: [method: M, request: Calls[M]['request'], wants: Wants] }[MethodName];
  /** A spec with its number, before the first call that names it by number. */
  prepare: [spec: RawSpec];
  /** Releases the data of a prepared spec. */
  release: [prepared: number];
  /** Stops the call with that id. */
  abort: [id: number];
}
export interface Wants {
  readonly progress: boolean;
  /** Shared or transferred memory to write to. */
  readonly into?: Floats | undefined;
}

export type ToWorker = { [M in keyof WorkerCalls]: { id: number; method: M; args: WorkerCalls[M] } }[keyof WorkerCalls];
export type FromWorker =
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly error: PlainError }
  | { readonly id: number; readonly progress: number }
  | { readonly unread: true };

/** The common subset of Worker, MessagePort and Node's worker_threads that both sides need. */
export interface Port<Out> {
  post(message: Out, transfer: ArrayBuffer[]): void;
}

/** Maximum depth of arrays in requests and results: { methods: [{ errors }] }. */
const depth = 3;

/** Smaller buffers are faster to copy than to move. */
const leastMoved = 2 ** 14;
/** Buffers that are worth moving instead of copying. */
export const movedOf = (value: unknown): ArrayBuffer[] =>
  buffersOf(value).filter(({ byteLength }) => byteLength >= leastMoved);

/** Buffers of the arrays in a value or its properties; shared ones are not moved. */
export function buffersOf(value: unknown): ArrayBuffer[] {
  const found = new Set<ArrayBuffer>();
  const look = (item: unknown, deeper: number): void => {
    if (typeof item !== 'object' || item === null) return;
    if (ArrayBuffer.isView(item)) {
      if (item.buffer instanceof ArrayBuffer) found.add(item.buffer);
    } else if (deeper > 0) for (const inner of Object.values(item)) look(inner, deeper - 1);
  };
  look(value, depth);
  return [...found];
}
