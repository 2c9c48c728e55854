/**
 * diffConfigs: the differences in positions between two model files.
 */
import { controlOf, readOptions, wholeOption } from '../checks/options.js';
import { readConfig } from '../hf/config-argument.js';
import { answered } from './answered.js';
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
    const [{ importConfig, openConfig }, { diffConfigs: compared }] = await Promise.all([
      import('../hf/index.js'),
      import('../hf/diff.js'),
    ]);
    const [fileA, fileB] = [await openConfig(a), await openConfig(b)];
    return answered(calls, control, () => compared(importConfig(fileA), importConfig(fileB), contextLength));
  },
};
