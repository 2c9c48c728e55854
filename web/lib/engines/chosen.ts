/** Looks up engines by the names that a caller passes. */
import { errorAbout } from '../checks/errors.js';
import { oneOf, shown } from '../checks/show.js';
import { engines } from './list.js';
import { idOf, knownReleases } from './release.js';
import type { Engine } from './types.js';

/** @param field the option that held the name. */
export function engineOf(name: unknown, field: string): Engine {
  const id = typeof name === 'string' ? idOf(name) : undefined;
  const found = engines.find((row) => row.id === id);
  if (found) return found;
  const release = typeof name === 'string' ? knownReleases(name) : undefined;
  if (release !== undefined) throw errorAbout('bad_argument', field, `is ${shown(name)}; ${release}`);
  const known = oneOf(engines.map(({ id }) => id));
  throw errorAbout('bad_argument', field, `is ${shown(name)}; known engines are ${known}`);
}

/** The named engines in list order, or all without names; the reference always comes first. */
export function chosen(names: readonly string[] | undefined): readonly Engine[] {
  const named = names?.map((name) => engineOf(name, 'options.engines').id);
  return engines.filter(({ id }, index) => index === 0 || named === undefined || named.includes(id));
}
