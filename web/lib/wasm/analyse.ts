/**
 * Runs an analysis step by step: each step is some tens of milliseconds in the module, and between two the
 * event loop has its turn, progress is told and an abort is noticed.
 */
import type { Calls } from '../requests/calls.js';
import type { Control } from '../checks/control.js';
import { turn } from './pacer.js';
import { throwIfAborted } from '../checks/options.js';
import type { AnalysisOutput } from '../types/registry.js';
import type { AnalysisModule, RawAnalysis, RawMatrix } from '../types/analysis-module.js';
import type { Instance } from './host.js';

type AnalysisResult = Calls['analyse']['result'];
export async function analyse(
  { call, alive }: Instance<AnalysisModule>,
  analysis: RawAnalysis,
  inputs: Readonly<Record<string, RawMatrix>>,
  kinds: Readonly<Record<string, AnalysisOutput['kind']>>,
  control: Control,
): Promise<AnalysisResult> {
  const { handle } = call((module) => module.start(analysis, inputs));
  try {
    for (let done = 0; done < 1;) {
      done = call((module) => module.advance(handle)).done;
      control.onProgress?.(done);
      await turn();
      throwIfAborted(control.signal);
    }
    const { outputs } = call((module) => module.finish(handle));
    const result: Record<string, unknown> = {};
    for (const { name, values, rows, cols } of outputs) {
      const kind = kinds[name];
      const data = values.slice();
      result[name] = kind === 'scalar' ? data[0] : kind === 'vector' ? data : { data, rows, cols };
    }
    return result as unknown as AnalysisResult;
  } finally {
    if (alive()) call((module) => module.end(handle));
  }
}
