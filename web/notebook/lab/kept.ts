/** Schemas of the stored runs, which may come from another version of the page or be incomplete. */
import { PosencError } from '../../lib/checks/errors.js';
import { isRecord, list, maybe, record, type Schema, text, whole } from '../../lib/checks/schema.js';
import type { Evaluation, Experiment, Matrix } from '../../lib/types/posenc.js';
import type { Record as Frame } from './record.js';

/** An entry of the list of stored runs. */
export interface Kept {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly step: number;
  readonly steps: number;
  readonly experiment: Experiment;
}

function check(holds: boolean, field: string, what: string): asserts holds {
  if (!holds) throw new PosencError('bad_argument', field, `${field} must be ${what}`);
}
/** Read-only schema; nothing is written as JSON. */
const schema = <T>(read: (value: unknown, field: string) => T): Schema<T> => ({ read, write: () => undefined });

/** Includes NaN, for a condition without samples. */
const number = schema((value, field): number => {
  check(typeof value === 'number', field, 'a number');
  return value;
});
const numbers = schema((value, field): Record<string, number> => {
  check(isRecord(value), field, 'an object');
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, number.read(one, `${field}.${name}`)]));
});
const matrix = schema((value, field): Matrix<Float64Array> => {
  const of = record({ data: schema((data) => data), rows: whole, cols: whole }).read(value, field);
  check(
    of.data instanceof Float64Array && of.data.length === of.rows * of.cols,
    field,
    'a matrix of its rows and cols',
  );
  return of as Matrix<Float64Array>;
});
const evaluation = record({
  step: whole,
  trainLoss: maybe(number),
  meanTrainLoss: maybe(number),
  splits: list(
    record({
      split: text,
      loss: number,
      accuracy: maybe(number),
      accuracyByCondition: numbers,
      lossByPosition: maybe(list(number)),
      accuracyByPosition: maybe(list(number)),
    }),
  ),
  blocks: list(numbers),
  tangent: maybe(numbers),
  weightsHash: text,
}) as unknown as Schema<Evaluation>;
const blocks = list(record({ table: maybe(matrix), attention: matrix })) as Schema<Frame['blocks']>;
const frame = record({ run: text, step: whole, evaluation, blocks });

/** Checks only the displayed fields; the library validates the experiment in the checkpoint. */
const experiment = schema((value, field): Experiment => {
  check(isRecord(value) && isRecord(value['task']), field, 'an experiment');
  text.read(value['task']['id'], `${field}.task.id`);
  const { positions = [] } = value;
  check(Array.isArray(positions) && positions.every(isRecord), `${field}.positions`, 'a list of encodings');
  return value as unknown as Experiment;
});
const kept = record({ id: text, at: number, step: whole, steps: whole, experiment });

export const readKept = (value: unknown): Kept => kept.read(value, 'the run');
export const readFrames = (values: readonly unknown[]): Frame[] =>
  values.map((value, i) => {
    const { run: _, ...read } = frame.read(value, `its record ${i + 1}`);
    return read;
  });
