/**
 * What is posted between the two sides: one shape there, one shape back.
 */
import type { BlocksRequest, Calls, Method } from '../calls.js';
import type { PlainError } from '../errors.js';
import type { LoadOptions } from '../wasm/load.js';

/** Everything that may be asked of the worker, and the arguments of each. */
export interface WorkerCalls {
  /** First of all: how to find the module. */
  init: [options: Omit<LoadOptions, 'signal'>];
  run: { [M in Method]: [method: M, request: Calls[M]['request'], wants: Wants] }[Method];
  /** Opens an iterator under this message's id … */
  openBlocks: [request: BlocksRequest, wants: Wants];
  /** … of which the blocks are asked for one at a time; null is the end. */
  nextBlock: [iterator: number];
  closeBlocks: [iterator: number];
  /** Stops the call, or the iterator, of that id. */
  abort: [id: number];
}
export interface Wants {
  readonly progress: boolean;
}

export type ToWorker = { [M in keyof WorkerCalls]: { id: number; method: M; args: WorkerCalls[M] } }[keyof WorkerCalls];
export type FromWorker =
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly error: PlainError }
  | { readonly id: number; readonly progress: number };

/** The little of Worker, MessagePort and Node's worker_threads that both sides need. */
export interface Port<Out> {
  post(message: Out, transfer: ArrayBuffer[]): void;
}

/** Buffers of the arrays that stand directly in a value or in one of its properties. */
export function buffersOf(value: unknown): ArrayBuffer[] {
  if (typeof value !== 'object' || value === null) return [];
  const found = new Set<ArrayBuffer>();
  for (const item of [value, ...Object.values(value)]) {
    if (ArrayBuffer.isView(item) && item.buffer instanceof ArrayBuffer) found.add(item.buffer);
  }
  return [...found];
}
