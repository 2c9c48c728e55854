/** The link of a comparison: `#v=1&pair=yarn`, or the two specs under `a` and `b`. */
import type { EncodingInfo } from '../../lib/types/registry.js';
import type { Coding, Store } from '../history.js';
import { isPosition, isWhole, linked, number, oneOf, rule, spec, unset } from '../kit/state.js';
import type { DraftSpec } from '../state.js';
import type { Pair } from './pairs.js';

/** The specs, and where they are compared. */
export interface Specs {
  readonly a: DraftSpec;
  readonly b: DraftSpec;
  readonly start: number;
  readonly count: number;
  readonly step: number;
  readonly tolerance: number;
}
export interface VariantsState extends Specs {
  /** The open question; undefined once the reader changed a spec. */
  readonly pair: string | undefined;
}
export type VariantsStore = Store<VariantsState>;

export const mostPositions = 2048;
export const fits = {
  start: isPosition,
  step: isPosition,
  count: isWhole(1, mostPositions),
  tolerance: rule('must be at least 0', (x) => x >= 0 && x < Infinity),
};

export function ofPair(pair: Pair): VariantsState {
  return { pair: pair.id, a: pair.a, b: pair.b, start: 0, count: pair.count, step: 1, tolerance: 1e-12 };
}

/** Missing or invalid fields are those of the first of `known`. */
export function variantsLink(known: readonly [Pair, ...Pair[]], encodings: readonly EncodingInfo[]) {
  const first = ofPair(known[0]);
  const ids = known.map(({ id }) => id);
  const link = linked({
    pair: unset(oneOf('pair', '', ids)),
    a: spec(encodings, first.a, 'a', 'as'),
    b: spec(encodings, first.b, 'b', 'bs'),
    start: number('start', first.start, fits.start),
    // The default depends on the question, so it is always written.
    count: number('n', Number.NaN, fits.count),
    step: number('step', first.step, fits.step),
    tolerance: number('tolerance', first.tolerance, fits.tolerance),
  });
  return {
    initial: first,
    /** Specs of a question are not written; if the reader changed one, both are. */
    encode(state) {
      const { a, b } = state.pair === undefined ? { a: { ...state.a }, b: { ...state.b } } : first;
      return link.encode({ ...state, a, b });
    },
    decode(hash) {
      const given = link.decode(hash);
      if (given === undefined) return undefined;
      const own = given.pair === undefined && given.a !== first.a && given.b !== first.b;
      const asked = ofPair(known.find(({ id }) => id === given.pair) ?? known[0]);
      const { a, b, pair } = own ? given : asked;
      return { ...given, a, b, pair, count: Number.isNaN(given.count) ? asked.count : given.count };
    },
  } satisfies Coding<VariantsState>;
}
