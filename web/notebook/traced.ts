/** The library as pages call it whose charts are embedded by what made them: each result tells the call that gave it. */
import { withOrigin } from '../lib/charts/core/origin.js';
import type { Posenc } from '../lib/types/posenc.js';

/** A real training takes its time: its charts are embedded with the numbers. */
function trains(pe: Posenc, spec: unknown): boolean {
  const { analysis = '', steps = 2 } = (spec ?? {}) as { readonly analysis?: string; readonly steps?: number };
  return pe.analyses.find(({ id }) => id === analysis)?.trains === true && steps > 1;
}

export function traced(pe: Posenc): Posenc {
  const noted = Object.entries(pe).map(([name, run]: [string, unknown]) => [
    name,
    typeof run !== 'function'
      ? run
      : (...args: unknown[]): unknown => {
          const result = (run as (...args: unknown[]) => unknown)(...args);
          return result instanceof Promise && !trains(pe, args[0])
            ? result.then((value) => withOrigin(value, [name, ...args]))
            : result;
        },
  ]);
  return Object.fromEntries(noted) as Posenc;
}
