/**
 * The methods of the API by name, for `call` and `calls`.
 */
import { calls } from '../lib/calls/index.js';
import { printable, suggestion } from '../lib/checks/show.js';
import type { OnSpecName } from '../lib/methods/calls.js';
import { methods as onSpec } from '../lib/methods/index.js';
import { type Posenc, PosencError, type TableBlock } from '../lib/node.js';

const { prepare: _, train, resumeTraining, ...composed } = calls; // these return objects with methods
const opening = { train, resumeTraining };
const functions = { ...onSpec, ...composed };
const registries = ['encodings', 'analyses', 'tasks'] as const;
type FunctionName = keyof typeof functions;
export type MethodName = FunctionName | (typeof registries)[number];
export const methods: readonly MethodName[] = [...(Object.keys(functions) as FunctionName[]), ...registries];

/** Methods that return a matrix, or a list, which becomes a column. */
export const matrixMethods = (Object.keys(onSpec) as OnSpecName[]).filter((name) => onSpec[name].matrix);

/** Index of the options among the arguments; undefined for a registry. */
export const optionsAt = (name: MethodName): number | undefined =>
  name in onSpec ? onSpec[name as OnSpecName].takes.length + 1 : composed[name as keyof typeof composed]?.takes.length;

/** A method that opens a run, and the index of its options; undefined for any other name. */
export function openingOptionsAt(name: string): { name: keyof typeof opening; at: number } | undefined {
  const found = (Object.keys(opening) as (keyof typeof opening)[]).find((one) => one === name);
  return found && { name: found, at: opening[found].takes.length };
}

/** Returns the method of that name; the error lists all methods. */
export function methodOf(name: string): MethodName {
  const found = methods.find((method) => method === name);
  if (found) return found;
  const text = `there is no method '${printable(name)}'${suggestion(name, methods)}; give ${methods.join(', ')}`;
  throw new PosencError('unknown_method', 'method', text);
}

export async function resultOf(pe: Posenc, method: MethodName, args: readonly unknown[]): Promise<unknown> {
  if (method === 'encodings' || method === 'analyses' || method === 'tasks') return pe[method];
  const run = pe[method].bind(pe) as (...args: readonly unknown[]) => unknown;
  if (method !== 'tableBlocks') return run(...args);
  const blocks: TableBlock[] = [];
  for await (const block of run(...args) as AsyncIterable<TableBlock>) blocks.push(block);
  return blocks;
}
