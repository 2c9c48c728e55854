/** A figure of a lesson by its name (figures/index.ts). */
import { errorAbout } from '../../../lib/checks/errors.js';
import { figures } from '../../figures/index.js';
import type { MakeView } from './given.js';

export const make: MakeView = async (pe, of) => {
  const { name } = of;
  const load = typeof name === 'string' && Object.hasOwn(figures, name) ? figures[name] : undefined;
  if (!load) throw errorAbout('bad_argument', 'name', `must be one of ${Object.keys(figures).join(', ')}`);
  return (await load()).make(pe, of);
};
