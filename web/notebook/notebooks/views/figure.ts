/** A figure of a lesson by its name (figures/index.ts). */
import { errorAbout } from '../../../lib/checks/errors.js';
import { figures } from '../../figures/index.js';
import type { Posenc } from '../../library.js';
import type { Of } from './given.js';

export async function figureElement(library: () => Promise<Posenc>, of: Of): Promise<HTMLElement> {
  const { name } = of;
  const load = typeof name === 'string' && Object.hasOwn(figures, name) ? figures[name] : undefined;
  if (!load) throw errorAbout('bad_argument', 'name', `must be one of ${Object.keys(figures).join(', ')}`);
  return (await load()).make(library, of);
}
