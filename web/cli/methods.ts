/**
 * The methods of the API by name, for `call` and `calls`.
 */
import { calls } from '../lib/calls/index.js';
import { late, type LateName } from '../lib/calls/late.js';
import { printable, suggestion } from '../lib/checks/show.js';
import type { OnSpecName } from '../lib/methods/calls.js';
import { methods as onSpec } from '../lib/methods/index.js';
import { analyses, encodings, type Posenc, PosencError, type TableBlock, tasks } from '../lib/node.js';

const opening = ['train', 'resumeTraining'] as const; // these return objects with methods
type Opening = (typeof opening)[number];
type Composed = Exclude<LateName, Opening | 'networkKernelOnGpu'> | 'tableBlocks';
const registries = ['encodings', 'analyses', 'tasks'] as const;
const lateNames = Object.keys(late) as LateName[];
const composed = [
  ...lateNames.filter((name) => name !== 'networkKernelOnGpu' && !opening.includes(name as never)),
  'tableBlocks',
] as readonly Composed[];
export type MethodName = OnSpecName | Composed | (typeof registries)[number];
export const methods: readonly MethodName[] = [...(Object.keys(onSpec) as OnSpecName[]), ...composed, ...registries];

/** Methods that return a matrix, or a list, which becomes a column. */
export const matrixMethods = (Object.keys(onSpec) as OnSpecName[]).filter((name) => onSpec[name].matrix);

/** Index of the options among the arguments; undefined for a registry. */
export async function optionsAt(name: MethodName | Opening): Promise<number | undefined> {
  if (Object.hasOwn(onSpec, name)) return onSpec[name as OnSpecName].takes.length + 1;
  if (name === 'tableBlocks') return calls.tableBlocks.takes.length;
  return Object.hasOwn(late, name) ? (await late[name as LateName]()).takes.length : undefined;
}

/** The method that opens a run; undefined for any other name. */
export const openingOf = (name: string): Opening | undefined => opening.find((one) => one === name);

/** Returns the method of that name; the error lists all methods. */
export function methodOf(name: string): MethodName {
  const found = methods.find((method) => method === name);
  if (found) return found;
  const text = `there is no method '${printable(name)}'${suggestion(name, methods)}; give ${methods.join(', ')}`;
  throw new PosencError('unknown_method', 'method', text);
}

export async function resultOf(pe: Posenc, method: MethodName, args: readonly unknown[]): Promise<unknown> {
  if (method === 'encodings' || method === 'analyses' || method === 'tasks')
    return { encodings, analyses, tasks }[method];
  const run = pe[method].bind(pe) as (...args: readonly unknown[]) => unknown;
  if (method !== 'tableBlocks') return run(...args);
  const blocks: TableBlock[] = [];
  for await (const block of run(...args) as AsyncIterable<TableBlock>) blocks.push(block);
  return blocks;
}
