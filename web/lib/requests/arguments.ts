/**
 * Reads the arguments of the methods on one spec, for the public interface, whatever it is called through: a spec given
 * with the call, or one that was prepared.
 */
import type { Calls, Method } from './calls.js';
import type { Control } from '../checks/control.js';
import { isFloats } from '../checks/arrays.js';
import {
  booleanOption,
  controlOf,
  dtypeOf,
  type GivenArray,
  intoOf,
  readOptions,
  sideOf,
  wholeOption,
} from '../checks/options.js';
import { checkPositions, checkRange, type PositionPlan } from '../checks/positions.js';
import { methodsOf } from './precision.js';
import type { DType } from '../types/posenc.js';
import type { Entries } from '../checks/record.js';
import { biasRequest, onPairs, onPositions, type SpecOf } from './requests.js';
import { borrowRows, readRows } from '../checks/rows.js';
import { typedArrayName } from '../checks/typed-array-name.js';

/** A checked call, ready for the backend. */
export interface Ready<M extends Method> {
  readonly request: Calls[M]['request'];
  readonly control: Control;
  /** Where the result goes. */
  readonly into?: GivenArray | undefined;
}

const plain = <M extends Method>(request: Calls[M]['request'], options: unknown): Ready<M> => ({
  request,
  control: controlOf(readOptions(options, [])),
});

/** What was asked for, else what the caller's array has, else this. */
function dtypeFor(entries: Entries, otherwise: DType): DType {
  const into = entries.get('into');
  const given = isFloats(into) ? dtypeOfArray(into) : otherwise;
  return dtypeOf(entries, given);
}
const dtypeOfArray = (array: unknown): DType => (typedArrayName(array) === 'Float32Array' ? 'f32' : 'f64');

export const readers = {
  frequencies: (spec: SpecOf, options?: unknown): Ready<'frequencies'> => plain({ spec: spec('frequencies') }, options),

  table(spec: SpecOf, positions: unknown, options?: unknown): Ready<'table'> {
    const entries = readOptions(options, ['dtype', 'into', 'transfer']);
    const dtype = dtypeFor(entries, 'f32');
    const request = { ...onPositions('table', spec, positions), dtype };
    return { request, control: controlOf(entries), into: intoOf(entries, dtype) };
  },

  derivative(spec: SpecOf, positions: unknown, options?: unknown): Ready<'derivative'> {
    const entries = readOptions(options, ['axis']);
    const axis = wholeOption(entries, 'axis', 0) ?? 0;
    return { request: { ...onPositions('derivative', spec, positions), axis }, control: controlOf(entries) };
  },

  kernelProfile: (spec: SpecOf, offsets: unknown, options?: unknown): Ready<'kernelProfile'> =>
    plain(onPositions('kernelProfile', spec, offsets, 'offsets'), options),

  decayBound: (spec: SpecOf, offsets: unknown, options?: unknown): Ready<'decayBound'> =>
    plain(onPositions('decayBound', spec, offsets, 'offsets'), options),

  gram(spec: SpecOf, positions: unknown, options?: unknown): Ready<'gram'> {
    const entries = readOptions(options, ['dtype']);
    const dtype = dtypeOf(entries, 'f64');
    return { request: { ...onPositions('gram', spec, positions), dtype }, control: controlOf(entries) };
  },

  channelGram: (spec: SpecOf, positions: unknown, options?: unknown): Ready<'channelGram'> =>
    plain({ spec: spec('gram'), positions: checkRange(positions) }, options),

  rotate(spec: SpecOf, x: unknown, positions: unknown, options?: unknown): Ready<'rotate'> {
    const entries = readOptions(options, ['side', 'dtype', 'into', 'transfer']);
    const raw = spec('rotate');
    const plan = checkPositions(positions);
    const rows = { count: plan.count, of: 'positions' };
    const vectors = borrowRows(x, { field: 'x', rows, cols: raw.numbers['dim'] });
    const dtype = dtypeFor(entries, dtypeOfArray(vectors.data));
    const request = { spec: raw, positions: plan, x: vectors, check: true, side: sideOf(entries), dtype };
    return { request, control: controlOf(entries), into: intoOf(entries, dtype) };
  },

  attentionBias(spec: SpecOf, nQuery: unknown, nKey: unknown, options?: unknown): Ready<'attentionBias'> {
    const entries = readOptions(options, ['head', 'into', 'transfer']);
    const request = biasRequest('attentionBias', spec, nQuery, nKey, entries);
    return { request, control: controlOf(entries), into: intoOf(entries, 'f32') };
  },

  biasVector(spec: SpecOf, nQuery: unknown, nKey: unknown, options?: unknown): Ready<'biasVector'> {
    const entries = readOptions(options, ['head']);
    return { request: biasRequest('biasVector', spec, nQuery, nKey, entries), control: controlOf(entries) };
  },

  relativeMap: (spec: SpecOf, nQuery: unknown, nKey: unknown, options?: unknown): Ready<'relativeMap'> =>
    plain(onPairs('relativeMap', spec, nQuery, nKey), options),

  attentionScores(spec: SpecOf, q: unknown, k: unknown, options?: unknown): Ready<'attentionScores'> {
    const entries = readOptions(options, ['queryPositions', 'keyPositions', 'head']);
    const raw = spec('attentionScores');
    const positionsOf = (name: string): PositionPlan | undefined =>
      entries.has(name) ? checkPositions(entries.get(name), `options.${name}`) : undefined;
    const [queryPositions, keyPositions] = [positionsOf('queryPositions'), positionsOf('keyPositions')];
    const rows = (plan: PositionPlan | undefined, name: string) => plan && { count: plan.count, of: name };
    const queries = readRows(q, { field: 'q', rows: rows(queryPositions, 'queryPositions') });
    const keys = readRows(k, { field: 'k', rows: rows(keyPositions, 'keyPositions'), cols: queries.cols });
    const head = wholeOption(entries, 'head', 0);
    return {
      request: { spec: raw, q: queries, k: keys, queryPositions, keyPositions, head },
      control: controlOf(entries),
    };
  },

  facts: (spec: SpecOf, options?: unknown): Ready<'facts'> => plain({ spec: spec('facts') }, options),

  shape: (spec: SpecOf, options?: unknown): Ready<'shape'> => plain({ spec: spec(null) }, options),

  precision(spec: SpecOf, positions: unknown, options?: unknown): Ready<'precision'> {
    const entries = readOptions(options, ['methods', 'scores']);
    const methods = methodsOf(entries);
    const request = {
      spec: spec('precision'),
      positions: checkPositions(positions),
      methods,
      scores: booleanOption(entries, 'scores') ?? true,
    };
    return { request, control: controlOf(entries) };
  },
};

export type ReadMethod = keyof typeof readers;

/** Of tableBlocks. */
export function readBlocks(spec: SpecOf, positions: unknown, options: unknown) {
  const entries = readOptions(options, ['dtype', 'blockRows']);
  const blockRows = wholeOption(entries, 'blockRows');
  const request = { ...onPositions('table', spec, positions), dtype: dtypeOf(entries) };
  return {
    request: blockRows === undefined ? request : { ...request, blockRows },
    control: controlOf(entries),
  };
}
