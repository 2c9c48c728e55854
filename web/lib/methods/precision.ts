/**
 * The precision lab. Callers name methods by id; requests use indices.
 */
import { booleanOption, controlOf, readOptions } from '../checks/options.js';
import { errorAbout, mustBe } from '../checks/errors.js';
import { precisionMethods } from '../generated/encodings.js';
import { onPositions, type OnPositions } from '../requests/requests.js';
import type { Precision } from '../types/posenc.js';
import { type Entries, guarded } from '../checks/record.js';
import { oneOf, shown, suggestion } from '../checks/show.js';
import type { ReturningMethod } from './method.js';
import { positionPart, wave } from './split.js';

export interface PrecisionRequest extends OnPositions {
  /** Indices into precisionMethods. */
  readonly methods: readonly number[];
  readonly scores: boolean;
}
export interface RawPrecision {
  readonly positions: Float64Array;
  /** One entry per requested method. */
  readonly methods: readonly {
    readonly errors: Float64Array;
    readonly held: Float64Array;
    readonly scoreErrors?: Float64Array;
  }[];
}

export const precision: ReturningMethod<PrecisionRequest, RawPrecision, Precision> = {
  takes: ['positions'],
  matrix: false,
  read(spec, positions, options) {
    const entries = readOptions(options, ['methods', 'scores']);
    const methods = methodsOf(entries);
    const request = {
      ...onPositions('precision', spec, positions),
      methods,
      scores: booleanOption(entries, 'scores') ?? true,
    };
    return { request, control: controlOf(entries) };
  },
  returned: assemblePrecision,
  split: {
    rows: ({ positions }) => positions.count,
    cost: ({ methods, scores }, { pairs }) => ({
      bytes: 8,
      nanoseconds: methods.length * pairs * wave * (scores ? 130 : 2),
    }),
    part: positionPart,
    /** In the order in which `whole` reads them. */
    arrays: ({ positions, methods }) => [
      positions,
      ...methods.flatMap(({ errors, held, scoreErrors }) => [errors, held, ...(scoreErrors ? [scoreErrors] : [])]),
    ],
    whole: ([positions, ...rest], any) => {
      const next = (): Float64Array => rest.shift() as Float64Array;
      return {
        positions: positions as Float64Array,
        methods: any.methods.map(({ scoreErrors }) => ({
          errors: next(),
          held: next(),
          ...(scoreErrors && { scoreErrors: next() }),
        })),
      };
    },
  },
};

const ids: readonly string[] = precisionMethods.map(({ id }) => id);

/** Indices of `options.methods`; defaults to all. */
function methodsOf(entries: Entries): number[] {
  const field = 'options.methods';
  const given = entries.get('methods');
  if (given === undefined) return ids.map((_, index) => index);
  return guarded({ code: 'bad_argument', field, what: 'a list of ids' }, () => {
    if (!Array.isArray(given) || given.length > ids.length)
      throw mustBe('bad_argument', field, `a list of at most ${ids.length} ids of methods`, given);
    return Array.from(given as unknown[], (id, i) => {
      const index = ids.findIndex((known) => known === id);
      if (index >= 0) return index;
      throw errorAbout(
        'bad_argument',
        `${field}[${i}]`,
        `must be one of ${oneOf(ids)}, but ${shown(id)} was given${suggestion(id, ids)}`,
      );
    });
  });
}

function assemblePrecision(raw: RawPrecision, { methods }: PrecisionRequest): Precision {
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
