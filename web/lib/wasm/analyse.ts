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
type Call = <T extends object | number | void>(body: (core: CoreModule) => T | RawError) => T;

export async function analyse(
  call: Call,
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
    call((core) => core.endAnalysis(handle));
  }
}
