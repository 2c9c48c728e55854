/**
 * train: opens a training run, which is kept between calls by whatever does the work.
 */
import { booleanOption, readOptions, signalAlone } from '../checks/options.js';
import type { Composed } from './composed.js';
import { checkpointOf, openRun } from './open-run.js';

export const train: Composed<'train'> = {
  takes: ['experiment'],
  make: (calls) => (experiment, options) =>
    openRun(calls, () => {
      const entries = readOptions(options, ['checkpoint', 'parallel']);
      const given = entries.get('checkpoint');
      const checkpoint = given === undefined ? undefined : checkpointOf(given, 'options.checkpoint');
      const parallel = booleanOption(entries, 'parallel') ?? false;
      return { experiment, checkpoint, parallel, signal: signalAlone(entries) };
    }),
};
