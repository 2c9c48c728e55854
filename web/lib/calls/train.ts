/**
 * train: opens a training run, whose state the backend keeps between calls.
 */
import { readOptions, signalAlone } from '../checks/options.js';
import { checkedTensors } from '../checks/tensors.js';
import type { RawGivenTensor } from '../types/train-module.js';
import type { Composed } from './composed.js';
import { checkpointOf, openRun } from './open-run.js';

export const train: Composed<'train'> = {
  takes: ['experiment'],
  make: (calls) => (experiment, options) =>
    openRun(calls, () => {
      const entries = readOptions(options, ['checkpoint', 'weights']);
      const given = entries.get('checkpoint');
      const checkpoint = given === undefined ? undefined : checkpointOf(given, 'options.checkpoint');
      const weights = entries.has('weights') ? weightsOf(entries.get('weights')) : undefined;
      return { experiment, checkpoint, weights, signal: signalAlone(entries) };
    }),
};

/** Copies the weights: the caller may change them. */
const weightsOf = (given: unknown): RawGivenTensor[] =>
  checkedTensors(given, 'options.weights').map(({ name, shape, data }) => ({ name, shape, data: data.slice() }));
