/**
 * importConfig: reads the specs of a model's config.json.
 */
import { controlOf, readOptions, throwIfAborted } from '../checks/options.js';
import { readConfig } from '../hf/config-argument.js';
import type { Composed } from './composed.js';

export const importConfig: Composed<'importConfig'> = {
  takes: ['configJson'],
  make: (calls) => async (configJson, options) => {
    const { config, control } = calls.read(() => ({
      control: controlOf(readOptions(options, [])),
      config: readConfig(configJson),
    }));
    const { importConfig: imported, openConfig } = await import('../hf/index.js');
    const file = await openConfig(config);
    throwIfAborted(control.signal);
    return calls.read(() => imported(file));
  },
};
