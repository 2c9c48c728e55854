/**
 * What a shader needs to make a table, where a GPU can make it: waves of one coordinate at positions whose phases are
 * integers times one phase.
 */
import type { Backend } from '../methods/calls.js';
import type { RawPositions } from '../checks/positions.js';
import type { RawSpec } from '../types/core.js';
import { answered } from './method.js';

/** Largest |GPU - WebAssembly| of an entry, times the amplitude's next power of two where that is above 1. */
export const tolerance = 1.3e-7;
/** Rows are counted in 32 bits. */
const mostRows = 2 ** 32;
/** Of `tolerance`, for positions that float64 rounds: the module rounds start + k·step, a phase does not. */
const forPositions = 2e-8;

export interface WaveLanes {
  /** VerifiedProgram::WaveLane, eight words each. */
  readonly words: Uint32Array;
  readonly count: number;
  readonly width: number;
  readonly rows: number;
  /** Row k is at number k of this list, or at k. */
  readonly list?: Uint32Array;
  readonly tolerance: number;
  /** Numbers of a vector that `rotate` turns by the lanes, channels (cosine, sine) of each; 0 where it does not. */
  readonly rotated: number;
}

/** undefined where the GPU cannot make this table, or nobody can: the module then says why. */
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

/** How far float64 may move start + k·step: not at all where both are multiples of a power of two that is large enough. */
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

/** Ranges as they are; lists of integers as distances from the least of them. */
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
