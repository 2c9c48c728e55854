/** Experiments whose runs are recorded (examples/experiments, trained by `npm run lab`): the page begins with the same. */
import type { Experiment } from 'posenc';
import { published } from './own-data.js';
import { findings } from './generated/findings.js';

const files = import.meta.glob<Experiment>('../../../examples/experiments/*.json', { eager: true, import: 'default' });

export function recorded(name: string): Experiment {
  const found = files[`../../../examples/experiments/${name}.json`];
  if (found === undefined) throw new Error(`examples/experiments has no ${name}.json`);
  return found;
}

/** What its recorded runs and their comparison say, in sentences. */
export const findingOf = (name: string): string => findings[name] ?? 'No run of this experiment is recorded yet.';

/** Whether its puzzles are those of Ito et al. */
export const takesPublished = (name: string): boolean =>
  (recorded(name).task as { cells?: unknown }).cells === published;
