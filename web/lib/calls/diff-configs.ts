/**
 * diffConfigs: what changed in the positions from one model file to another.
 */
import { controlOf, readOptions, wholeOption } from '../checks/options.js';
import { readConfig } from '../hf/config-argument.js';
import { checkSpec } from '../requests/spec.js';
import type { RawReport } from '../types/core.js';
import type { ConfigDiff } from '../types/posenc.js';
import type { Composed } from './composed.js';

export const diffConfigs: Composed<'diffConfigs'> = {
  takes: ['configA', 'configB'],
  make: (calls) => async (configA, configB, options) => {
    const { a, b, contextLength, control } = calls.read(() => {
      const entries = readOptions(options, ['contextLength']);
      return {
        a: readConfig(configA),
        b: readConfig(configB),
        contextLength: wholeOption(entries, 'contextLength'),
        control: controlOf(entries),
      };
    });
    const [{ importConfig, loadImportGguf }, { diffConfigs: compared }] = await Promise.all([
      import('../hf/index.js'),
      import('../hf/diff.js'),
    ]);
    const importGguf = await loadImportGguf(a, b);
    let answer: ((raw: readonly RawReport[]) => ConfigDiff) | undefined;
    const raw = await calls.ask('report', () => {
      const asked = compared(importConfig(a, importGguf), importConfig(b, importGguf), contextLength);
      answer = asked.answer;
      const request = asked.questions.map((question) => ({ ...question, spec: checkSpec(question.spec, 'report') }));
      return { request, control };
    });
    return answer!(raw);
  },
};
