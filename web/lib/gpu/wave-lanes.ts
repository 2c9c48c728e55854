/**
 * Input of shaders that compute a table: waves of one coordinate, at positions whose phases are integer multiples of
 * one phase.
 */
import type { Backend } from '../methods/calls.js';
import type { RawPositions } from '../checks/positions.js';
import type { RawSpec } from '../types/core.js';
import { answered } from './method.js';

/** Largest |GPU - WebAssembly| of an entry, times the amplitude's next power of two if that is above 1. */
export const tolerance = 1.3e-7;
/** Row indices have 32 bits. */
const mostRows = 2 ** 32;
/** Part of `tolerance` for positions rounded by float64: the module rounds start + k·step, a phase does not. */
const forPositions = 2e-8;

export interface WaveLanes {
  /** WaveLane, eight words each. */
  readonly words: Uint32Array;
  readonly count: number;
  readonly width: number;
  readonly rows: number;
  /** Row k has the index at entry k of this list, else k. */
  readonly list?: Uint32Array;
  readonly tolerance: number;
  /** Length of the vectors that `rotate` accepts, with channels (cosine, sine) of each lane; 0 if not rotary. */
  readonly rotated: number;
}

/** undefined if the GPU cannot compute this table, or if the call is invalid; the module then reports why. */
export async function waveLanesOf(
  inner: Backend,
  spec: RawSpec,
  positions: RawPositions,
): Promise<WaveLanes | undefined> {
  const affine = affineOf(positions);
  if (!affine || positions.count === 0) return undefined;
  const { start, step, list } = affine;
  const made = await answered(inner.run('waveLanes', { spec, start, step }, {}));
  if (!made || made.width === 0) return undefined;
  if (!list && rounding(start, step, positions.count) * made.fastest > forPositions) return undefined;
  const amplitudes = new Float32Array(made.words.buffer, made.words.byteOffset, made.words.length);
  let largest = 1;
  for (let i = 4; i < amplitudes.length; i += 8) largest = Math.max(largest, Math.abs(amplitudes[i]!));
  return {
    words: made.words,
    count: made.words.length / 8,
    width: made.width,
    rows: positions.count,
    ...(list && { list }),
    rotated: made.rotary ? made.headDim : 0,
    tolerance: tolerance * 2 ** Math.ceil(Math.log2(largest)),
  };
}

/** Maximum float64 rounding of start + k·step. It is 0 if both are multiples of a large enough power of two. */
function rounding(start: number, step: number, count: number): number {
  const largest = Math.max(Math.abs(start), Math.abs(start + (count - 1) * step));
  let unit = 1;
  while (unit > 2 ** -64 && (start % unit !== 0 || step % unit !== 0)) unit /= 2;
  return largest <= unit * 2 ** 53 && start % unit === 0 && step % unit === 0 ? 0 : largest * 2 ** -52;
}

interface Affine {
  readonly start: number;
  readonly step: number;
  readonly list?: Uint32Array;
}

/** Ranges unchanged; lists of integers as distances from their minimum. */
function affineOf(positions: RawPositions): Affine | undefined {
  if (positions.axes !== 1 || positions.count > mostRows) return undefined;
  if (!('values' in positions)) return positions.first ? undefined : { start: positions.start, step: positions.step };
  const { values } = positions;
  let least = Infinity;
  let most = -Infinity;
  for (const value of values) {
    if (!Number.isInteger(value)) return undefined;
    if (value < least) least = value;
    if (value > most) most = value;
  }
  if (most - least >= mostRows) return undefined;
  return { start: least, step: 1, list: Uint32Array.from(values, (value) => value - least) };
}
