/**
 * extendContext: the methods that give a model a longer context, and the commands for each engine.
 */
import { controlOf, readOptions, whole } from '../checks/options.js';
import { readConfig } from '../hf/config-argument.js';
import { answered } from './answered.js';
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
    const [{ openConfig }, { adviseOn }] = await Promise.all([import('../hf/index.js'), import('../advice/advise.js')]);
    const file = await openConfig(config);
    return answered(calls, control, () => adviseOn(file, wanted, names));
  },
};
