/**
 * report: the effect of a model's config.json at a context length.
 */
import { controlOf, readOptions, throwIfAborted, wholeOption } from '../checks/options.js';
import { readConfig } from '../hf/config-argument.js';
import { answered } from './answered.js';
import type { Composed } from './composed.js';

export const report: Composed<'report'> = {
  takes: ['configJson'],
  make: (calls) => async (configJson, options) => {
    const { config, contextLength, engine, control } = calls.read(() => {
      const entries = readOptions(options, ['contextLength', 'engine']);
      const contextLength = wholeOption(entries, 'contextLength');
      const engine = entries.get('engine');
      return { config: readConfig(configJson), contextLength, engine, control: controlOf(entries) };
    });
    const { openConfig, reportOn } = await import('../hf/index.js');
    const file = await openConfig(config);
    throwIfAborted(control.signal);
    if (engine === undefined) return answered(calls, control, () => reportOn(file, contextLength));
    const { engineReport } = await import('../engines/index.js'); // registers the rows of the engines
    return answered(calls, control, () => engineReport(engine, file, contextLength));
  },
};
