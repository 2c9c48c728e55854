/**
 * exportConfig: writes a spec in the form of a model's config.json.
 */
import { booleanOption, controlOf, readOptions, wholeOption } from '../checks/options.js';
import { checkSpec, plainSpec } from '../requests/spec.js';
import type { Composed } from './composed.js';

export const exportConfig: Composed<'exportConfig'> = {
  takes: ['spec'],
  make: (calls) => async (spec, options) => {
    const { raw, how, control } = calls.read(() => {
      const entries = readOptions(options, ['legacy', 'maxPositionEmbeddings']);
      const how = {
        legacy: booleanOption(entries, 'legacy'),
        maxPositionEmbeddings: wholeOption(entries, 'maxPositionEmbeddings'),
      };
      return { raw: checkSpec(spec, 'report'), how, control: controlOf(entries) };
    });
    const { exportConfig: exported } = await import('../hf/export.js');
    const value = calls.read(() => exported(plainSpec(raw), how));
    // Requests the frequencies because the core checks rules between parameters, such as list lengths.
    await calls.ask('frequencies', () => ({ request: { spec: raw }, control }));
    return value;
  },
};
