/** The library as pages call it whose charts are embedded by what made them: each result tells the call that gave it. */
import { cameFrom } from '../lib/charts/core/origin.js';
import type { Posenc } from '../lib/types/posenc.js';

/** They train networks, which takes its time: their charts are embedded with the numbers. */
const training = [
  'train-network',
  'ntk-convergence',
  'fourier-regression',
  'bandwidth-sweep',
  'amplitude-decay',
  'rahaman',
];
function trains(spec: unknown): boolean {
  const { analysis = '', steps = 2 } = (spec ?? {}) as { readonly analysis?: string; readonly steps?: number };
  return training.includes(analysis) && steps > 1;
}

export function traced(pe: Posenc): Posenc {
  const noted = Object.entries(pe).map(([name, run]: [string, unknown]) => [
    name,
    typeof run !== 'function'
      ? run
      : (...args: unknown[]): unknown => {
          const result = (run as (...args: unknown[]) => unknown)(...args);
          return result instanceof Promise && !trains(args[0])
            ? result.then((value) => cameFrom(value, [name, ...args]))
            : result;
        },
  ]);
  return Object.fromEntries(noted) as Posenc;
}
