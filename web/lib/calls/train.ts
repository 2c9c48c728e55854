/**
 * train: opens a training run, which is kept between calls by whatever does the work.
 */
import { booleanOption, readOptions, signalAlone } from '../checks/options.js';
import { checkedTensors } from '../checks/tensors.js';
import type { RawGivenTensor } from '../types/train-module.js';
import type { Composed } from './composed.js';
import { checkpointOf, openRun } from './open-run.js';

export const train: Composed<'train'> = {
  takes: ['experiment'],
  make: (calls) => (experiment, options) =>
    openRun(calls, () => {
      const entries = readOptions(options, ['checkpoint', 'weights', 'parallel']);
      const given = entries.get('checkpoint');
      const checkpoint = given === undefined ? undefined : checkpointOf(given, 'options.checkpoint');
      const parallel = booleanOption(entries, 'parallel') ?? false;
      const weights = entries.has('weights') ? weightsOf(entries.get('weights')) : undefined;
      return { experiment, checkpoint, weights, parallel, signal: signalAlone(entries) };
    }),
};

/** Copies: the caller may change his own. */
const weightsOf = (given: unknown): RawGivenTensor[] =>
  checkedTensors(given, 'options.weights').map(({ name, shape, data }) => ({ name, shape, data: data.slice() }));
