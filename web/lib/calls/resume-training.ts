/**
 * resumeTraining: continues a run from a checkpoint, without its experiment.
 */
import { parseJson } from '../checks/json.js';
import { readOptions, signalAlone, wholeOption } from '../checks/options.js';
import { noteOf } from '../requests/checkpoint.js';
import type { Composed } from './composed.js';
import { checkpointOf, openRun } from './open-run.js';

export const resumeTraining: Composed<'resumeTraining'> = {
  takes: ['checkpoint'],
  make: (calls) => (given, options) =>
    openRun(calls, () => {
      const entries = readOptions(options, ['steps']);
      const steps = wholeOption(entries, 'steps', 0);
      const checkpoint = checkpointOf(given, 'checkpoint');
      const kept = parseJson(noteOf(checkpoint), { field: 'checkpoint' });
      const experiment = steps === undefined ? kept : { ...(kept as object), steps };
      return { experiment, checkpoint, signal: signalAlone(entries) };
    }),
};
