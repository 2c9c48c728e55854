/**
 * engines: how each inference engine reads a model's config.json, and how far it is from the reference.
 */
import { mustBe } from '../checks/errors.js';
import { controlOf, readOptions, wholeOption } from '../checks/options.js';
import { type Entries, guarded } from '../checks/record.js';
import { readConfig } from '../hf/config-argument.js';
import { answered } from './answered.js';
import type { Composed } from './composed.js';

/** Reads options.engines; undefined means all engines. */
export function engineNames(entries: Entries): readonly string[] | undefined {
  const names = entries.get('engines');
  if (names === undefined) return undefined;
  const subject = { code: 'bad_argument', field: 'options.engines', what: 'a list of names' } as const;
  return guarded(subject, () => {
    const own: unknown[] = Array.isArray(names) ? Array.from(names as unknown[]) : [undefined];
    if (own.every((name) => typeof name === 'string')) return own;
    throw mustBe(subject.code, subject.field, subject.what, names);
  });
}

export const engines: Composed<'engines'> = {
  takes: ['configJson'],
  make: (calls) => async (configJson, options) => {
    const { config, contextLength, precisionAt, names, control } = calls.read(() => {
      const entries = readOptions(options, ['contextLength', 'engines', 'precisionAt']);
      return {
        config: readConfig(configJson),
        contextLength: wholeOption(entries, 'contextLength'),
        precisionAt: wholeOption(entries, 'precisionAt'),
        names: engineNames(entries),
        control: controlOf(entries),
      };
    });
    const [{ openConfig }, { chosen, compareEngines, ggufAnswers }] = await Promise.all([
      import('../hf/index.js'),
      import('../engines/index.js'),
    ]);
    const file = await openConfig(config);
    return answered(calls, control, () =>
      (file.importGguf ? ggufAnswers : compareEngines)(chosen(names), file, contextLength, precisionAt),
    );
  },
};
