/**
 * Runs an analysis step by step: each step is some tens of milliseconds in the module, and between two the
 * event loop has its turn, progress is told and an abort is noticed.
 */
import type { Calls, Control } from '../calls.js';
import { turn } from '../pacer.js';
import { throwIfAborted } from '../options.js';
import type { AnalysisOutput } from '../registry.js';
import type { CoreModule, RawAnalysis, RawError, RawMatrix } from './core.js';

type AnalysisResult = Calls['analyse']['result'];
/** Calls into one instance of the module; a module that stopped has no handles left to end. */
export interface Instance {
  readonly call: <T extends object | number | void>(body: (core: CoreModule) => T | RawError) => T;
  readonly alive: () => boolean;
}

export async function analyse(
  { call, alive }: Instance,
  analysis: RawAnalysis,
  inputs: Readonly<Record<string, RawMatrix>>,
  kinds: Readonly<Record<string, AnalysisOutput['kind']>>,
  control: Control,
): Promise<AnalysisResult> {
  const { handle } = call((core) => core.startAnalysis(analysis, inputs));
  try {
    for (let done = 0; done < 1;) {
      done = call((core) => core.advanceAnalysis(handle)).done;
      control.onProgress?.(done);
      await turn();
      throwIfAborted(control.signal);
    }
    const { outputs } = call((core) => core.finishAnalysis(handle));
    const result: Record<string, unknown> = {};
    for (const { name, values, rows, cols } of outputs) {
      const kind = kinds[name];
      const data = values.slice();
      result[name] = kind === 'scalar' ? data[0] : kind === 'vector' ? data : { data, rows, cols };
    }
    return result as unknown as AnalysisResult;
  } finally {
    if (alive()) call((core) => core.endAnalysis(handle));
  }
}
