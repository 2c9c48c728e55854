/**
 * The precision lab's arguments and results: methods by their id outside, by their index inside.
 */
import type { RawPrecision } from './calls.js';
import { PosencError } from '../checks/errors.js';
import { precisionMethods } from '../generated/encodings.js';
import type { Precision } from '../types/posenc.js';
import { type Entries, guarded } from '../checks/record.js';
import { oneOf, shown, suggestion } from '../checks/show.js';

const ids: readonly string[] = precisionMethods.map(({ id }) => id);

/** Indices of `options.methods`, or all. */
export function methodsOf(entries: Entries): number[] {
  const field = 'options.methods';
  const given = entries.get('methods');
  if (given === undefined) return ids.map((_, index) => index);
  return guarded({ code: 'bad_argument', field, what: 'a list of ids' }, () => {
    if (!Array.isArray(given) || given.length > ids.length) {
      const most = `a list of at most ${ids.length} ids of methods`;
      throw new PosencError('bad_argument', field, `${field} must be ${most}, but ${shown(given)} was given`);
    }
    return Array.from(given as unknown[], (id, i) => {
      const index = ids.findIndex((known) => known === id);
      if (index >= 0) return index;
      const hint = typeof id === 'string' ? suggestion(id, ids) : '';
      throw new PosencError(
        'bad_argument',
        `${field}[${i}]`,
        `${field}[${i}] must be one of ${oneOf(ids)}, but ${shown(id)} was given${hint}`,
      );
    });
  });
}

export function assemblePrecision(raw: RawPrecision, methods: readonly number[]): Precision {
  return {
    positions: raw.positions,
    methods: raw.methods.map((result, i) => {
      const { id, title, source } = precisionMethods[methods[i]!]!;
      return { id, title, source, ...result, distinctPositions: distinct(result.held) };
    }),
  };
}

function distinct(values: Float64Array): number {
  let count = 0;
  let last = NaN;
  for (const value of values.slice().sort()) {
    if (Number.isFinite(value) && value !== last) count++;
    last = value;
  }
  return count;
}
