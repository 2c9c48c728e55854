/** The library as pages call it whose charts are embedded by what made them: each result tells the call that gave it. */
import { withOrigin } from '../lib/charts/core/origin.js';
import type { Posenc } from './library.js';

/** A real training takes its time: its charts are embedded with the numbers. */
async function trains(name: string, spec: unknown): Promise<boolean> {
  if (name !== 'analyse') return false;
  const { analyses } = await import('../lib/generated/analyses.js'); // they came with the method
  const { analysis = '', steps = 2 } = (spec ?? {}) as { readonly analysis?: string; readonly steps?: number };
  return analyses.find(({ id }) => id === analysis)?.trains === true && steps > 1;
}

export function traced(pe: Posenc): Posenc {
  const noted = Object.entries(pe).map(([name, run]: [string, unknown]) => [
    name,
    typeof run !== 'function'
      ? run
      : (...args: unknown[]): unknown => {
          const result = (run as (...args: unknown[]) => unknown)(...args);
          if (!(result instanceof Promise)) return result;
          return result.then(async (value) =>
            (await trains(name, args[0])) ? value : withOrigin(value, [name, ...args]),
          );
        },
  ]);
  return Object.fromEntries(noted) as Posenc;
}
