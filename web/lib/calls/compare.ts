/**
 * compare: two specs, a stage that both have, its positions, and the differences of the results.
 */
import { allocate } from '../checks/arrays.js';
import type { Control } from '../checks/control.js';
import { PosencError } from '../checks/errors.js';
import { controlOf, readOptions, sizeOption } from '../checks/options.js';
import { checkPositions, fillPositions, type RawPositions } from '../checks/positions.js';
import { defaultTolerance, tableWords, type Words } from '../compare/words.js';
import { encodings } from '../generated/encodings.js';
import type { Calls } from '../methods/calls.js';
import { checkSpec } from '../requests/spec.js';
import type { RawSpec } from '../types/core.js';
import type { Matrix } from '../types/posenc.js';
import type { Caller } from './caller.js';
import type { Composed } from './composed.js';

export const compare: Composed<'compare'> = {
  takes: ['specA', 'specB', 'positions'],
  make: (calls) => async (specA, specB, positions, options) => {
    const read = calls.read(() => readComparison(specA, specB, positions, options));
    const [a, b] = [await matrixOf(calls, read, 0), await matrixOf(calls, read, 1)];
    const { compareTables } = await import('../compare/compare.js');
    return compareTables(a, b, rowsOf(read), read.tolerance, wordsOf[read.stage]);
  },
};

async function matrixOf(calls: Caller, { stage, specs, positions, control }: Comparison, i: 0 | 1): Promise<Matrix> {
  const half = { ...control, onProgress: (done: number) => control.onProgress?.((i + done) / 2) };
  const ask = <M extends typeof stage>(method: M, request: Calls[M]['request']) =>
    calls.ask(method, () => ({ request, control: half }));
  const { count } = positions;
  const [spec, pairs] = [specs[i], { nQuery: count, nKey: count }];
  try {
    switch (stage) {
      case 'table':
        return await ask('table', { spec, positions, dtype: 'f64' });
      case 'attentionBias':
        return pairsByHeads(await ask('attentionBias', { spec, ...pairs, head: undefined }));
      case 'relativeMap':
        return { data: (await ask('relativeMap', { spec, ...pairs })).data, rows: count * count, cols: 1 };
    }
  } catch (thrown) {
    throw namedError(i === 0 ? 'specA' : 'specB', thrown);
  }
}

/** Stages whose results can be subtracted, the preferred one first. */
const stages = ['table', 'attentionBias', 'relativeMap'] as const;
interface Comparison {
  readonly stage: (typeof stages)[number];
  readonly specs: readonly [RawSpec, RawSpec];
  readonly positions: RawPositions;
  readonly tolerance: number;
  readonly control: Control;
}

function readComparison(specA: unknown, specB: unknown, positions: unknown, options: unknown): Comparison {
  const entries = readOptions(options, ['tolerance']);
  const control = controlOf(entries);
  const tolerance = sizeOption(entries, 'tolerance') ?? defaultTolerance;
  const a = about('specA', () => checkSpec(specA));
  const b = about('specB', () => checkSpec(specB));
  const stage = stages.find((name) => [a, b].every(({ encoding }) => stagesOf(encoding).includes(name)));
  if (!stage) {
    const have = ({ encoding }: RawSpec): string => `'${encoding}' has ${stagesOf(encoding).join(', ')}`;
    const what = `both need a table, an attentionBias or a relativeMap, but ${have(a)}, and ${have(b)}`;
    throw new PosencError('not_defined', 'specB.encoding', `these encodings cannot be compared: ${what}`);
  }
  const at = checkPositions(positions);
  if (stage !== 'table' && !('start' in at && at.start === 0 && at.step === 1)) {
    const message =
      'positions must be a number n where biases or maps are compared: they are those of n queries and n keys';
    throw new PosencError('bad_positions', 'positions', message);
  }
  return { stage, specs: [a, b], positions: at, tolerance, control };
}

const stagesOf = (encoding: string): readonly string[] => encodings.find((row) => row.id === encoding)?.stages ?? [];

function about<T>(name: 'specA' | 'specB', read: () => T): T {
  try {
    return read();
  } catch (thrown) {
    throw namedError(name, thrown);
  }
}

/** Names the spec in errors about one of the specs, or about positions that one of them does not support. */
function namedError(name: 'specA' | 'specB', thrown: unknown): unknown {
  if (!(thrown instanceof PosencError) || /^$|^options\b/.test(thrown.field)) return thrown;
  const shared = /^(positions|nQuery|nKey)\b/.test(thrown.field);
  const field = shared ? thrown.field : thrown.field === 'spec' ? name : `${name}.${thrown.field}`;
  return new PosencError(thrown.code, field, `${name}: ${thrown.message}`, { cause: thrown });
}

/** Rearranges the biases of n queries and n keys: one row per pair in raster order, one column per head. */
function pairsByHeads({ data, rows, cols: n }: Matrix<Float32Array>): Matrix<Float32Array> {
  const [heads, pairs] = [n === 0 ? 0 : rows / n, n * n];
  const result = allocate(Float32Array, data.length, { field: 'positions', what: 'the biases' });
  for (let head = 0; head < heads; head++)
    for (let pair = 0; pair < pairs; pair++) result[pair * heads + head] = data[head * pairs + pair]!;
  return { data: result, rows: pairs, cols: heads };
}

/** Names of the rows and columns of the compared matrices. */
const wordsOf: Readonly<Record<Comparison['stage'], Words>> = {
  table: tableWords,
  attentionBias: { row: 'pair', column: 'head' },
  relativeMap: { row: 'pair', column: 'map' },
};

/** Returns the label of a row: its position, as a number or coordinates, or [query, key]. */
function rowsOf({ stage, positions }: Comparison): (row: number) => number | number[] {
  if (stage !== 'table') return (row) => [Math.floor(row / positions.count), row % positions.count];
  return (row) => {
    const coordinates = new Float64Array(positions.axes);
    fillPositions(positions, row, coordinates);
    return positions.axes === 1 ? coordinates[0]! : [...coordinates];
  };
}
