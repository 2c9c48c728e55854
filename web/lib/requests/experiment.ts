/**
 * Checks an experiment of `train` and converts it to the flat form that the C++ side reads, and back to plain JSON,
 * which a checkpoint stores.
 */
import { PosencError } from '../checks/errors.js';
import { guarded, readRecord } from '../checks/record.js';
import { shown } from '../checks/show.js';
import { modelParams, positionParams, tasks, trainingParams } from '../generated/experiments.js';
import type { RawExperiment } from '../types/train-module.js';
import type { Experiment } from '../types/training.js';
import { findRow, plainParams, plainSpec, readParams, readSpec } from './spec.js';

const mostPositions = 16;
const positionNames = positionParams.map(({ name }) => name);

export function checkExperiment(experiment: unknown): RawExperiment {
  const entries = readRecord(experiment, {
    code: 'bad_argument',
    field: 'experiment',
    what: "an object such as { task: { id: 'latin-square' } }",
  });
  const task = readRecord(entries.get('task'), {
    code: 'bad_argument',
    field: 'task',
    what: "an object such as { id: 'latin-square' }",
  });
  const info = findRow(tasks, task.get('id'), 'task.id', 'unknown_method');
  const model = entries.get('model');
  return {
    task: { id: info.id, ...readParams(info.params, task, ['id'], `task '${info.id}'`, 'task.') },
    model: readParams(
      modelParams,
      readRecord(model === undefined ? {} : model, {
        code: 'bad_argument',
        field: 'model',
        what: 'an object such as { dim: 32 }',
      }),
      [],
      'a model',
      'model.',
    ),
    positions: checkPositions(entries.get('positions')),
    training: readParams(trainingParams, entries, ['task', 'model', 'positions'], 'an experiment', ''),
  };
}

function checkPositions(given: unknown): RawExperiment['positions'] {
  const field = 'positions';
  if (given === undefined) return [];
  return guarded({ code: 'bad_param', field, what: 'a list of encodings' }, () => {
    if (!Array.isArray(given) || given.length > mostPositions)
      throw new PosencError(
        'bad_param',
        field,
        `positions must be a list of at most ${mostPositions} encodings, but ${shown(given)} was given`,
      );
    return Array.from(given as unknown[], (position, i) => {
      const prefix = `${field}[${i}].`;
      const entries = readRecord(position, {
        code: 'bad_param',
        field: `${field}[${i}]`,
        what: "an object such as { encoding: 'learned', where: 'blocks' }",
      });
      const spec = readSpec(entries, { prefix, extra: positionNames, fitted: true });
      const own = new Map(positionNames.map((name) => [name, entries.get(name)]));
      return { spec, ...readParams(positionParams, own, [], 'a position', prefix) };
    });
  });
}

/** Converts the experiment back to plain JSON with only checked values. */
export function plainExperiment({ task, model, positions, training }: RawExperiment): Experiment {
  const info = tasks.find(({ id }) => id === task.id)!;
  return {
    task: { id: task.id, ...plainParams(info.params, task) } as Experiment['task'],
    model: plainParams(modelParams, model),
    positions: positions.map(({ spec, ...values }) => ({
      ...plainSpec(spec),
      ...plainParams(positionParams, values),
    })) as unknown as NonNullable<Experiment['positions']>,
    ...plainParams(trainingParams, training),
  };
}
