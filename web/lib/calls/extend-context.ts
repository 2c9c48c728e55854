/**
 * extendContext: the ways to a longer context for a model, and what to type for each engine.
 */
import { controlOf, readOptions, whole } from '../checks/options.js';
import { readConfig } from '../hf/config-argument.js';
import { checkSpec } from '../requests/spec.js';
import type { ExtensionAdvice } from '../types/advice.js';
import type { RawReport } from '../types/core.js';
import type { Composed } from './composed.js';
import { engineNames } from './engines.js';

export const extendContext: Composed<'extendContext'> = {
  takes: ['configJson', 'contextLength'],
  make: (calls) => async (configJson, contextLength, options) => {
    const { config, wanted, names, control } = calls.read(() => {
      const entries = readOptions(options, ['engines']);
      return {
        config: readConfig(configJson),
        wanted: whole(contextLength, 'contextLength', 1),
        names: engineNames(entries),
        control: controlOf(entries),
      };
    });
    const { adviseOn } = await import('../advice/advise.js');
    let answer: (raw: readonly RawReport[]) => ExtensionAdvice;
    const raw = await calls.ask('report', () => {
      const advice = adviseOn(config, wanted, names);
      answer = advice.answer;
      const request = advice.questions.map((question) => ({ ...question, spec: checkSpec(question.spec, 'report') }));
      return { request, control };
    });
    return answer!(raw);
  },
};
