/**
 * The methods of the API by name, for `call` and `calls`.
 */
import { type Posenc, PosencError, type TableBlock } from '../lib/node.js';
import { printable, suggestion } from '../lib/checks/show.js';

export const methods = [
  'frequencies',
  'table',
  'tableBlocks',
  'derivative',
  'kernelProfile',
  'decayBound',
  'gram',
  'channelGram',
  'rotate',
  'attentionBias',
  'biasVector',
  'relativeMap',
  'attentionScores',
  'facts',
  'precision',
  'shape',
  'analyse',
  'analyses',
  'compare',
  'importConfig',
  'report',
  'exportConfig',
  'encodings',
] as const satisfies readonly (keyof Posenc)[];
export type MethodName = (typeof methods)[number];

/** The method of that name, or an error that lists them. */
export function methodOf(name: string): MethodName {
  const found = methods.find((method) => method === name);
  if (found) return found;
  const text = `there is no method '${printable(name)}'${suggestion(name, methods)}; give ${methods.join(', ')}`;
  throw new PosencError('unknown_method', 'method', text);
}

export async function resultOf(pe: Posenc, method: MethodName, args: readonly unknown[]): Promise<unknown> {
  if (method === 'encodings' || method === 'analyses') return pe[method];
  const run = pe[method].bind(pe) as (...args: readonly unknown[]) => unknown;
  if (method !== 'tableBlocks') return run(...args);
  const blocks: TableBlock[] = [];
  for await (const block of run(...args) as AsyncIterable<TableBlock>) blocks.push(block);
  return blocks;
}
