/**
 * What is posted between the two sides: one shape there, one shape back.
 */
import type { Floats } from '../checks/arrays.js';
import type { Calls, MethodName } from '../methods/calls.js';
import type { PlainError } from '../checks/errors.js';
import type { RawSpec } from '../types/core.js';
import type { ModuleId } from '../wasm/modules.js';
import type { LoadedModule } from '../wasm/module-cache.js';
import type { Chunk } from './chunked-transfer.js';

/** Everything that may be asked of the worker, and the arguments of each. */
export interface WorkerCalls {
  /** A module, the first before anything else. The answer is false where it did not arrive. */
  load: [id: ModuleId, module: LoadedModule];
  /** A piece of a large array of the request that follows. */
  chunk: [chunk: Chunk];
  /** Such arrays of a request that does not follow. */
  drop: [ids: readonly number[]];
  run: { [M in MethodName]: [method: M, request: Calls[M]['request'], wants: Wants] }[MethodName];
  /** A spec with a number of its own, before the first call that names it by that number alone. */
  prepare: [spec: RawSpec];
  /** Releases what is kept of a prepared spec. */
  release: [prepared: number];
  /** Stops the call of that id. */
  abort: [id: number];
}
export interface Wants {
  readonly progress: boolean;
  /** Shared memory, or memory handed over, to write to. */
  readonly into?: Floats | undefined;
}

export type ToWorker = { [M in keyof WorkerCalls]: { id: number; method: M; args: WorkerCalls[M] } }[keyof WorkerCalls];
export type FromWorker =
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly error: PlainError }
  | { readonly id: number; readonly progress: number }
  | { readonly unread: true };

/** The little of Worker, MessagePort and Node's worker_threads that both sides need. */
export interface Port<Out> {
  post(message: Out, transfer: ArrayBuffer[]): void;
}

/** Requests and results hold their arrays at most this deep: { methods: [{ errors }] }. */
const depth = 3;

/** Smaller buffers are copied in less time than they are moved. */
const leastMoved = 2 ** 14;
/** Those that are worth moving instead of copying. */
export const movedOf = (value: unknown): ArrayBuffer[] =>
  buffersOf(value).filter(({ byteLength }) => byteLength >= leastMoved);

/** Buffers of the arrays that a value or its properties hold; shared ones are not moved. */
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
