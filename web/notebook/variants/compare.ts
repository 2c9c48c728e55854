/** Everything that is shown of two specs: their matrices, the difference, and the library's comparison. */
import { alike, derived } from '../../lib/charts/core/origin.js';
import type { Comparison, EncodingSpec, Matrix, Posenc, Shape } from '../../lib/types/posenc.js';
import type { Places } from '../places.js';
import { placesOf } from '../places.js';
import type { VariantsState } from './state.js';

/** Stages that `compare` takes, in its order. */
export const stages = ['table', 'attentionBias', 'relativeMap'] as const;
export type ComparedStage = (typeof stages)[number];

export interface Compared {
  readonly stage: ComparedStage;
  readonly comparison: Comparison;
  readonly a: Matrix<Float64Array>;
  readonly b: Matrix<Float64Array>;
  /** A − B; 0 where both are masked, NaN where one is; undefined where the sizes differ. */
  readonly difference: Matrix<Float64Array> | undefined;
  /** Positions of the rows. */
  readonly places: Places;
  /** The head that the matrices show, of biases. */
  readonly head: number | undefined;
  /** The pair of channels whose frequencies are furthest apart, where both have as many. */
  readonly apart: { readonly pair: number; readonly ratio: number } | undefined;
}

export async function compareSpecs(
  pe: Posenc,
  specs: readonly [EncodingSpec, EncodingSpec],
  shapes: readonly [Shape, Shape],
  state: Pick<VariantsState, 'start' | 'count' | 'step' | 'tolerance'>,
  signal: AbortSignal,
): Promise<Compared> {
  const [a, b] = specs;
  const has = specs.map((spec) => pe.encodings.find((info) => info.id === spec.encoding)?.stages ?? []);
  const stage = stages.find((one) => has.every((list) => list.includes(one)));
  const table = stage === 'table' || stage === undefined;
  const count = !table && shapes[0].cells > 0 ? shapes[0].cells : state.count;
  // Both are asked at the same positions: no more than either of two finite tables has.
  const extent = shapes[0].extent.map((side, axis) => Math.min(side, shapes[1].extent[axis] ?? side));
  const shape = { axes: shapes[0].axes, extent: extent.length > 0 ? extent : shapes[1].extent };
  const places = table ? placesOf(shape, state) : placesOf({ axes: 1, extent: [] }, { start: 0, count, step: 1 });
  const { tolerance } = state;
  const comparison = await pe.compare(a, b, places.positions, { tolerance, signal });
  if (stage === undefined) throw new Error('compare accepted what has no common stage');
  const head = stage === 'attentionBias' ? (comparison.at?.channel ?? 0) : undefined;
  const read = async (spec: EncodingSpec): Promise<Matrix<Float64Array>> => {
    if (stage === 'table') return pe.table(spec, places.positions, { dtype: 'f64', signal });
    if (stage === 'relativeMap') return pe.relativeMap(spec, count, count, { signal });
    const bias = await pe.attentionBias(spec, count, count, { head: head ?? 0, signal });
    return { data: alike(Float64Array.from(bias.data), bias.data), rows: count, cols: count };
  };
  const [ofA, ofB] = await Promise.all([read(a), read(b)]);
  const waves = has.every((list) => list.includes('frequencies'));
  const apart = waves ? await furthest(pe, a, b, signal) : undefined;
  return { stage, comparison, a: ofA, b: ofB, difference: subtract(ofA, ofB), places, head, apart };
}

function subtract(a: Matrix<Float64Array>, b: Matrix<Float64Array>): Matrix<Float64Array> | undefined {
  if (a.rows !== b.rows || a.cols !== b.cols) return undefined;
  const data = derived('minus', a.data, b.data);
  return { data, rows: a.rows, cols: a.cols };
}

async function furthest(pe: Posenc, a: EncodingSpec, b: EncodingSpec, signal: AbortSignal): Promise<Compared['apart']> {
  const [ofA, ofB] = await Promise.all([pe.frequencies(a, { signal }), pe.frequencies(b, { signal })]);
  if (ofA.length !== ofB.length) return undefined;
  let most: Compared['apart'] = undefined;
  ofA.forEach((x, pair) => {
    const y = ofB[pair]!;
    const ratio = Math.max(x / y, y / x);
    if (ratio > (most?.ratio ?? 1)) most = { pair, ratio };
  });
  return most;
}
