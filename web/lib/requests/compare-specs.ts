/**
 * The arguments of `compare`: two specs, the stage that both have, and what it is computed on.
 */
import type { Control } from '../checks/control.js';
import { allocate } from '../checks/arrays.js';
import { defaultTolerance, tableWords, type Words } from '../compare/words.js';
import { PosencError } from '../checks/errors.js';
import { encodings } from '../generated/encodings.js';
import { controlOf, readOptions, sizeOption } from '../checks/options.js';
import { checkPositions, fillPositions, type PositionPlan } from '../checks/positions.js';
import { checkSpec } from './spec.js';
import type { Matrix } from '../types/posenc.js';
import type { RawSpec } from '../types/core.js';

/** Stages whose results can be subtracted, the preferred one first. */
const stages = ['table', 'attentionBias', 'relativeMap'] as const;
export interface ComparisonPlan {
  readonly stage: (typeof stages)[number];
  readonly specs: readonly [RawSpec, RawSpec];
  readonly positions: PositionPlan;
  readonly tolerance: number;
  readonly control: Control;
}

export function readComparison(specA: unknown, specB: unknown, positions: unknown, options: unknown): ComparisonPlan {
  const entries = readOptions(options, ['tolerance']);
  const control = controlOf(entries);
  const tolerance = sizeOption(entries, 'tolerance') ?? defaultTolerance;
  const a = about('specA', () => checkSpec(specA, null));
  const b = about('specB', () => checkSpec(specB, null));
  const stage = stages.find((name) => [a, b].every(({ encoding }) => stagesOf(encoding).includes(name)));
  if (!stage) {
    const have = ({ encoding }: RawSpec): string => `'${encoding}' has ${stagesOf(encoding).join(', ')}`;
    const what = `both need a table, an attentionBias or a relativeMap, but ${have(a)}, and ${have(b)}`;
    throw new PosencError('not_defined', 'specB.encoding', `these encodings cannot be compared: ${what}`);
  }
  const plan = checkPositions(positions);
  if (stage !== 'table' && !('start' in plan && plan.start === 0 && plan.step === 1)) {
    const message =
      'positions must be a number n where biases or maps are compared: they are those of n queries and n keys';
    throw new PosencError('bad_positions', 'positions', message);
  }
  return { stage, specs: [a, b], positions: plan, tolerance, control };
}

const stagesOf = (encoding: string): readonly string[] => encodings.find((row) => row.id === encoding)?.stages ?? [];

function about<T>(name: 'specA' | 'specB', read: () => T): T {
  try {
    return read();
  } catch (thrown) {
    throw namedError(name, thrown);
  }
}

/** An error about one of the specs, or about positions that one of them does not have, says which. */
export function namedError(name: 'specA' | 'specB', thrown: unknown): unknown {
  if (!(thrown instanceof PosencError) || /^$|^options\b/.test(thrown.field)) return thrown;
  const shared = /^(positions|nQuery|nKey)\b/.test(thrown.field);
  const field = shared ? thrown.field : thrown.field === 'spec' ? name : `${name}.${thrown.field}`;
  return new PosencError(thrown.code, field, `${name}: ${thrown.message}`, { cause: thrown });
}

/** The biases of n queries and n keys as rows of pairs, raster order, and columns of heads. */
export function pairsByHeads({ data, rows, cols: n }: Matrix<Float32Array>): Matrix<Float32Array> {
  const [heads, pairs] = [n === 0 ? 0 : rows / n, n * n];
  const result = allocate(Float32Array, data.length, { field: 'positions', what: 'the biases' });
  for (let head = 0; head < heads; head++)
    for (let pair = 0; pair < pairs; pair++) result[pair * heads + head] = data[head * pairs + pair]!;
  return { data: result, rows: pairs, cols: heads };
}

/** What rows and columns of the compared matrices are called. */
export const wordsOf: Readonly<Record<ComparisonPlan['stage'], Words>> = {
  table: tableWords,
  attentionBias: { row: 'pair', column: 'head' },
  relativeMap: { row: 'pair', column: 'map' },
};

/** What the rows of the compared matrices are: positions, as a number or coordinates, or [query, key]. */
export function rowsOf({ stage, positions }: ComparisonPlan): (row: number) => number | number[] {
  if (stage !== 'table') return (row) => [Math.floor(row / positions.count), row % positions.count];
  return (row) => {
    const coordinates = new Float64Array(positions.axes);
    fillPositions(positions, row, coordinates);
    return positions.axes === 1 ? coordinates[0]! : [...coordinates];
  };
}
