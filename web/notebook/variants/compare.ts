/** The data of a comparison of two specs: their matrices, the difference, and the library's comparison. */
import { copied, stepped } from '../calls.js';
import type { Comparison, EncodingSpec, Matrix, Shape } from '../../lib/types/posenc.js';
import type { Posenc } from '../library.js';
import type { Stage } from '../../lib/types/registry.js';
import { type Places, placesOf } from '../places.js';
import { countOf, logitsOf, widthOf } from './logits.js';
import type { VariantsState } from './state.js';

/** Stages that `compare` supports, in its order; logits are the common ground of all encodings. */
const stages = ['table', 'attentionBias', 'relativeMap'] as const;
export type ComparedStage = (typeof stages)[number] | 'logits';

/** The names of rows, columns and cells of a matrix. */
const ofTable = { row: 'position', column: 'channel', place: 'position' } as const;
const ofPairs = { row: 'query', column: 'key', place: 'query and key' } as const;

export interface Compared {
  readonly stage: ComparedStage;
  readonly words: typeof ofTable | typeof ofPairs;
  /** undefined for logits, which the library does not compare. */
  readonly comparison: Comparison | undefined;
  readonly sentence: string;
  readonly a: Matrix<Float64Array>;
  readonly b: Matrix<Float64Array>;
  /** A − B; 0 if both are masked, NaN if one is; undefined if the dimensions differ. */
  readonly difference: Matrix<Float64Array> | undefined;
  /** The largest difference; undefined if the dimensions differ. */
  readonly most: number | undefined;
  /** The first place whose difference is above the tolerance. */
  readonly firstBeyond: string | undefined;
  /** null if none was found, undefined if none was searched for. */
  readonly mapping: Comparison['mapping'] | undefined;
  readonly afterMapping: number | undefined;
  /** Positions of the rows. */
  readonly places: Places;
  /** True if rows and columns are positions on one axis, so that distance is a number. */
  readonly byDistance: boolean;
  /** For biases: the head of the matrices. */
  readonly head: number | undefined;
  /** The pair of channels whose frequencies differ most, if both have equally many. */
  readonly apart: { readonly pair: number; readonly ratio: number } | undefined;
}
type Two<T> = readonly [T, T];
export type Sampling = Pick<VariantsState, 'start' | 'count' | 'step' | 'tolerance'>;

export async function compareSpecs(
  pe: Posenc,
  specs: Two<EncodingSpec>,
  shapes: Two<Shape>,
  sampling: Sampling,
  signal: AbortSignal,
): Promise<Compared> {
  const has = specs.map((spec) => pe.encodings.find((info) => info.id === spec.encoding)?.stages ?? []);
  const stage = stages.find((one) => has.every((list) => list.includes(one)));
  if (stage === undefined) return compareLogits(pe, specs, shapes, has, sampling, signal);
  const [a, b] = specs;
  const table = stage === 'table';
  const count = !table && shapes[0].cells > 0 ? shapes[0].cells : sampling.count;
  // Both use the same positions, within the extent of finite tables.
  const extent = shapes[0].extent.map((side, axis) => Math.min(side, shapes[1].extent[axis] ?? side));
  const shape = { axes: shapes[0].axes, extent: extent.length > 0 ? extent : shapes[1].extent };
  const places = table ? placesOf(shape, sampling) : fromZero(count);
  const comparison = await pe.compare(a, b, places.positions, { tolerance: sampling.tolerance, signal });
  const head = stage === 'attentionBias' ? (comparison.at?.channel ?? 0) : undefined;
  const read = async (spec: EncodingSpec): Promise<Matrix<Float64Array>> => {
    if (table) return pe.table(spec, places.positions, { dtype: 'f64', signal });
    if (stage === 'relativeMap') return pe.relativeMap(spec, count, count, { signal });
    const bias = await pe.attentionBias(spec, count, count, { head: head ?? 0, signal });
    return { data: copied(Float64Array.from(bias.data), bias.data), rows: count, cols: count };
  };
  const [ofA, ofB] = await Promise.all([read(a), read(b)]);
  const waves = has.every((list) => list.includes('frequencies'));
  const { maxDifference, firstBeyond, mapping, maxDifferenceAfterMapping, sentence } = comparison;
  return {
    ...{ stage, words: table ? ofTable : ofPairs, comparison, sentence, places, head, mapping },
    ...{ a: ofA, b: ofB, difference: subtract(ofA, ofB) },
    byDistance: !table && shapes.every(({ axes, cells }) => axes <= 1 && cells === 0),
    most: maxDifference ?? undefined,
    afterMapping: maxDifferenceAfterMapping ?? undefined,
    firstBeyond: firstBeyond ? placeName(firstBeyond.position) : undefined,
    apart: waves ? await furthest(pe, a, b, signal) : undefined,
  };
}

/** Compares encodings that act at different places of attention by their logits. */
async function compareLogits(
  pe: Posenc,
  [a, b]: Two<EncodingSpec>,
  shapes: Two<Shape>,
  has: readonly (readonly Stage[])[],
  { count: wanted, tolerance }: Sampling,
  signal: AbortSignal,
): Promise<Compared> {
  const width = widthOf(shapes);
  const count = countOf(wanted, width);
  const [{ matrix: ofA, of: first }, { matrix: ofB, of: second }] = await Promise.all([
    logitsOf(pe, a, shapes[0], count, width, signal),
    logitsOf(pe, b, shapes[1], count, width, signal),
  ]);
  // A key that either one masks is ignored in both.
  ofA.data.forEach((x, i) => {
    if (Math.min(x, ofB.data[i]!) === -Infinity) ofA.data[i] = ofB.data[i] = Number.NaN;
  });
  const difference = subtract(ofA, ofB);
  const sizes = Array.from(difference?.data ?? [], (x) => (Number.isNaN(x) ? 0 : Math.abs(x)));
  const beyond = sizes.findIndex((x) => x > tolerance);
  const [one, other] = has.map(doing);
  return {
    ...{ stage: 'logits', words: ofPairs, places: fromZero(count), a: ofA, b: ofB, difference, comparison: undefined },
    sentence: `A ${one}, B ${other}. Both change the logits of attention, which are compared here. Those of A: ${first}. Those of B: ${second}.`,
    byDistance: true,
    most: sizes.reduce((x, y) => Math.max(x, y), 0),
    firstBeyond: beyond < 0 ? undefined : placeName([Math.floor(beyond / count), beyond % count]),
    ...{ mapping: undefined, afterMapping: undefined, head: undefined, apart: undefined },
  };
}

/** The effect of an encoding on attention. */
function doing(has: readonly Stage[]): string {
  if (has.includes('rotate')) return 'turns queries and keys';
  if (has.includes('attentionBias')) return 'adds a bias to each logit';
  if (has.includes('relativeMap')) return 'puts another distance, or a vector of its own, between query and key';
  return has.includes('table') ? 'adds a vector to each token' : 'computes the logits in a way of its own';
}

const fromZero = (count: number): Places => placesOf({ axes: 1, extent: [] }, { start: 0, count, step: 1 });
const placeName = (position: number | readonly number[]): string =>
  typeof position === 'number' ? String(position) : `(${position.join(', ')})`;

function subtract(a: Matrix<Float64Array>, b: Matrix<Float64Array>): Matrix<Float64Array> | undefined {
  if (a.rows !== b.rows || a.cols !== b.cols) return undefined;
  return { data: stepped('minus', a.data, b.data), rows: a.rows, cols: a.cols };
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
