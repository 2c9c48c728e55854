/** The data of the linked charts for one encoding at some positions. */
import { copied, stepped } from '../calls.js';
import type { Matrix } from '../../lib/types/posenc.js';
import type { Posenc } from '../library.js';
import type { AnalysisResults } from 'posenc';
import type { Places } from '../places.js';
import { placesOf, positionsOf } from '../places.js';
import { refusal } from '../kit/errors.js';
import { lowered, short } from '../widgets/format.js';
import type { Offsets } from './offsets.js';
import { lineOffsets } from './offsets.js';
import type { Accepted } from '../kit/accepted.js';
import type { KernelsState } from './state.js';

/** Available from the core module alone. */
export interface KernelMatrix extends Accepted {
  readonly places: Places;
  readonly offsets: Offsets;
  /** Rows of the grid of positions; 1 for a line. */
  readonly gridRows: number;
  readonly normalised: boolean;
  /** For a bias B the kernel is exp(B), and there is no table. */
  readonly table: Matrix<Float64Array> | undefined;
  readonly bias: Matrix<Float64Array> | undefined;
  readonly matrix: Matrix<Float64Array>;
  /** Profile by distance, in the order of `offsets`; undefined on a grid before the analysis. */
  readonly profile: Float64Array | undefined;
  /** (pairs) for rotations and wavelengths; (pairs, axes) row-major. */
  readonly frequencies: Float64Array | undefined;
}
export interface Kernel extends KernelMatrix {
  readonly profile: Float64Array;
  readonly spread: Float64Array;
  readonly stationarity: AnalysisResults['stationarity'];
  readonly spectrum: AnalysisResults['spectrum'];
  /** For a stationary kernel on a line. */
  readonly circulants: { readonly strang: Float64Array; readonly chan: Float64Array } | undefined;
  /** The limit of the profile as the number of pairs grows, for one geometric sequence of frequencies. */
  readonly limit: Float64Array | undefined;
}

/** Maximum number of eigenvectors kept for display. */
export const mostVectors = 256;

export type KernelSettings = Pick<KernelsState, 'start' | 'count' | 'step' | 'head' | 'normalised'>;

export async function matrixOf(
  pe: Posenc,
  { spec, shape }: Accepted,
  state: KernelSettings,
  signal: AbortSignal,
): Promise<KernelMatrix> {
  const stages = pe.encodings.find((info) => info.id === spec.encoding)?.stages ?? [];
  const control = { signal };
  const fromTable = stages.includes('gram');
  const count = !fromTable && shape.cells > 0 ? shape.cells : state.count;
  const places = fromTable
    ? positionsOf(shape, state)
    : placesOf({ axes: 1, extent: [] }, { start: 0, step: 1, count });
  const gridRows = fromTable && shape.axes === 2 ? places.sides[0]! : 1;
  const step = !fromTable || shape.extent.length > 0 ? 1 : state.step;
  const offsets =
    gridRows > 1
      ? (await import('./grid-offsets.js')).gridOffsets(gridRows, places.count / gridRows, step)
      : lineOffsets(places.count, step);
  let table: Matrix<Float64Array> | undefined;
  let matrix: Matrix<Float64Array>;
  let bias: Matrix<Float64Array> | undefined;
  if (fromTable) {
    table = await pe.table(spec, places.positions, { ...control, dtype: 'f64' });
    if (state.normalised) table = stepped('unitRows', table) as Matrix<Float64Array>;
    matrix = state.normalised
      ? (await pe.analyse({ analysis: 'induced-kernel' }, { table }, control)).normalised
      : await pe.gram(spec, places.positions, control);
  } else {
    const { data } = await pe.attentionBias(spec, count, count, { ...control, head: state.head });
    bias = { data: copied(Float64Array.from(data), data), rows: count, cols: count };
    if (!isSymmetric(bias)) {
      const message = `The bias of head ${state.head} is not symmetric, as a causal mask is not: it is no kernel. Choose a direction that sees both sides, where the encoding has one, or another head.`;
      throw refusal('not_defined', '', message);
    }
    matrix = { ...bias, data: stepped('exp', bias.data) };
  }
  const frequencies = stages.includes('frequencies') ? await pe.frequencies(spec, control) : undefined;
  return {
    ...{ spec, shape, places, offsets, gridRows, table, bias, matrix },
    normalised: fromTable && state.normalised,
    profile: offsets.grid ? undefined : meanByOffset(matrix),
    frequencies: frequencies !== undefined && frequencies.length > 0 ? frequencies : undefined,
  };
}

function meanByOffset({ data, rows }: Matrix<Float64Array>): Float64Array {
  return Float64Array.from({ length: rows }, (_, offset) => {
    let sum = 0;
    for (let i = offset; i < rows; i++) sum += data[i * rows + i - offset]!;
    return sum / (rows - offset);
  });
}

/** Within the float32 rounding of biases. */
function isSymmetric({ data, rows }: Matrix<Float64Array>): boolean {
  for (let i = 0; i < rows; i++)
    for (let j = 0; j < i; j++) {
      const [a, b] = [data[i * rows + j]!, data[j * rows + i]!];
      if (!(Math.abs(a - b) <= 1e-6 * Math.abs(a))) return false;
    }
  return true;
}

/** Wavelength of a pair; its frequencies are in radians per unit of distance along each axis. */
export function wavelengthOf(kernel: KernelMatrix, pair: number): number {
  return (2 * Math.PI) / Math.hypot(...frequencyOf(kernel, pair));
}
export function frequencyOf({ frequencies, shape }: KernelMatrix, pair: number): readonly number[] {
  const axes = Math.max(1, shape.axes);
  return Array.from(frequencies?.subarray(pair * axes, (pair + 1) * axes) ?? []);
}
export function pairsOf({ frequencies, shape }: KernelMatrix): number {
  return (frequencies?.length ?? 0) / Math.max(1, shape.axes);
}
/** cos(ω·Δ) at every offset for one pair, scaled to the range of the profile. */
export function waveOf(kernel: KernelMatrix, pair: number): Float64Array {
  const { offsets, frequencies, shape } = kernel;
  const omega = frequencyOf(kernel, pair);
  const { profile = new Float64Array() } = kernel;
  const lo = profile.reduce((a, b) => Math.min(a, b), Infinity);
  const hi = profile.reduce((a, b) => Math.max(a, b), -Infinity);
  // Positions with more than two axes vary along the last one.
  const last = (pair + 1) * Math.max(1, shape.axes) - 1;
  if (!offsets.grid) return stepped('wave', frequencies!, last, offsets.distances, lo, hi);
  return Float64Array.from({ length: offsets.count }, (_, k) => {
    const phase = offsets.vector(k).reduce((sum, x, a) => sum + x * omega[a]!, 0);
    return lo + ((hi - lo) * (1 + Math.cos(phase))) / 2;
  });
}

export function eigenvalueText({ spectrum: of }: Kernel, m: number): string {
  const value = of.eigenvalues[m]!;
  if (!(value > 0)) return `λ${lowered(m + 1)} ≤ precision (${short(of.floor)})`;
  return `λ${lowered(m + 1)} = ${short(value)}, ${short(Number(((100 * value) / of.trace).toPrecision(3)))} % of the trace`;
}
export function wavelengthText(found: KernelMatrix, p: number): string {
  const wavelength = wavelengthOf(found, p);
  if (!Number.isFinite(wavelength)) return `pair ${p} does not turn`;
  const share = reach(found) / wavelength;
  return `pair ${p}: ${short(Number(wavelength.toPrecision(5)))} positions a turn, ${short(Number(share.toPrecision(3)))} turns here`;
}

/** Length of the longest axis, in units of a position. */
export function reach({ offsets, places, gridRows }: KernelMatrix): number {
  const unit = (offsets.distances[1] ?? 1) || 1;
  return Math.max(gridRows, places.count / gridRows) * unit;
}
