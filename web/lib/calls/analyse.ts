/**
 * analyse: runs one analysis of the registry.
 */
import { controlOf, readOptions } from '../checks/options.js';
import type { AnalysisId, AnalysisInputs, AnalysisResults, AnalysisSpec } from '../generated/analyses.js';
import { checkAnalysis } from '../requests/analysis.js';
import type { CallOptions } from '../types/posenc.js';
import type { Composed } from './composed.js';

export const analyse: Composed<'analyse'> = {
  takes: ['spec', 'inputs'],
  make:
    (calls) =>
    async <Id extends AnalysisId>(
      spec: AnalysisSpec & { readonly analysis: Id },
      inputs: AnalysisInputs[Id],
      options?: CallOptions,
    ) => {
      const result = await calls.ask('analyse', () => {
        const { raw, info, inputs: read } = checkAnalysis(spec, inputs);
        const kinds = Object.fromEntries(info.outputs.map(({ name, kind }) => [name, kind]));
        const request = { analysis: raw, inputs: read, kinds };
        return { request, control: controlOf(readOptions(options, [])) };
      });
      return result as AnalysisResults[Id];
    },
};
