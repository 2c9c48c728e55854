/** What a link to a comparison remembers: `#v=1&pair=yarn`, or the two specs under `a` and `b`. */
import type { EncodingInfo } from '../../lib/types/registry.js';
import type { DraftSpec } from '../state.js';
import { longestHash, version, hashOf, readNumber, readSpec, writeSpec } from '../state.js';
import type { Pair } from './pairs.js';

export interface VariantsState {
  /** The question that is answered; undefined once the reader changed a spec. */
  readonly pair: string | undefined;
  readonly a: DraftSpec;
  readonly b: DraftSpec;
  readonly start: number;
  readonly count: number;
  readonly step: number;
  readonly tolerance: number;
}

export const mostPositions = 2048;
export const usualTolerance = 1e-12;

export function ofPair(pair: Pair): VariantsState {
  return { pair: pair.id, a: pair.a, b: pair.b, start: 0, count: pair.count, step: 1, tolerance: usualTolerance };
}

export function encode(state: VariantsState): string {
  const out = new URLSearchParams({ v: version });
  if (state.pair !== undefined) out.set('pair', state.pair);
  else {
    writeSpec(out, state.a, 'a', 'as');
    writeSpec(out, state.b, 'b', 'bs');
  }
  out.set('n', String(state.count));
  if (state.start !== 0) out.set('start', String(state.start));
  if (state.step !== 1) out.set('step', String(state.step));
  if (state.tolerance !== usualTolerance) out.set('tolerance', String(state.tolerance));
  return hashOf(out);
}

/** The state of a hash; what it does not say or says wrongly is as in the first of `known`. */
export function decode(
  hash: string,
  known: readonly Pair[],
  encodings: readonly EncodingInfo[],
): VariantsState | undefined {
  const first = known[0];
  if (first === undefined || hash.length < 2 || hash.length > longestHash) return undefined;
  const given = new URLSearchParams(hash.slice(1));
  if (given.get('v') !== version) return undefined;
  const pair = known.find((one) => one.id === given.get('pair'));
  const base = ofPair(pair ?? first);
  const a = pair ? undefined : readSpec(given, encodings, 'a', 'as');
  const b = pair ? undefined : readSpec(given, encodings, 'b', 'bs');
  const number = (key: string, fallback: number, fits: (x: number) => boolean): number => {
    const value = readNumber(given.get(key));
    return value !== undefined && fits(value) ? value : fallback;
  };
  return {
    ...base,
    ...(a && b ? { pair: undefined, a, b } : {}),
    start: number('start', 0, (x) => Math.abs(x) <= 2 ** 53),
    step: number('step', 1, (x) => Math.abs(x) <= 2 ** 53),
    count: number('n', base.count, (x) => Number.isInteger(x) && x >= 1 && x <= mostPositions),
    tolerance: number('tolerance', usualTolerance, (x) => x >= 0),
  };
}
