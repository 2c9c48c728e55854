/**
 * Parameters that were renamed: for one release more an experiment may say their former names, and so may what holds
 * one, such as a file or a checkpoint.
 */
import { errorAbout } from '../checks/errors.js';
import type { Entries } from '../checks/record.js';
import type { ParamInfo } from '../types/registry.js';

/** The same entries in the same order, under the present names of these parameters. */
export function presentNames(params: readonly ParamInfo[], entries: Entries, prefix = ''): Entries {
  const present = new Map(params.map(({ name, formerly }) => [formerly, name]));
  return new Map(
    [...entries].map(([name, value]) => {
      const now = present.get(name) ?? name;
      if (now === name || !entries.has(now)) return [now, value];
      const [former, field] = [prefix + name, prefix + now];
      throw errorAbout('bad_param', former, `is the former name of ${field}, which is given, too`);
    }),
  );
}
