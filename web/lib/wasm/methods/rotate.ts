/**
 * Rotation of queries or keys in chunks, read from the caller's array and written to the result.
 *
 * Vectors of several heads follow head by head, each at the same positions. Some positions are rotated in all heads
 * before the next ones, so that cosines and sines stay in the cache. The values do not depend on this order.
 */
import type { Floats } from '../../checks/arrays.js';
import type { RotateRequest } from '../../methods/rotate.js';
import type { Control } from '../../checks/control.js';
import { errorAbout } from '../../checks/errors.js';
import type { Pieces } from '../pacer.js';
import type { RawBlock, RawError } from '../../types/core.js';
import type { Matrix } from '../../types/posenc.js';
import { fillPositions, type RawPositions } from '../../checks/positions.js';
import { checkFinite } from '../../checks/rows.js';
import { isRotation, ownVectors } from '../../methods/own-vectors.js';
import { cachedBytes, inputOf, isRawError, type Plan, pacerFor, view } from '../plan.js';
import { detached, outputFor } from '../output.js';
import { arrayType, checkAxes } from '../../requests/shapes.js';

/** Cosines and sines of the positions rotated in all heads, in bytes; with the vectors they fit in the cache. */
const waveBytes = 2 ** 18;

/** Yielding copies the rest of x; a rotation of a typical size finishes before. */
const firstTurnMs = 30;

/** Progress of a rotation, which can continue in another module instance; rows of `x` may be replaced by then. */
export interface Rotating {
  readonly data: Floats;
  readonly walk: Walk;
}

/** Rows `row`, … `row + count - 1`, and the same in the next heads, each `period` rows further. */
interface Piece {
  readonly row: number;
  readonly count: number;
  readonly heads: number;
}

class Walk {
  #position = 0;
  #head = 0;

  /** @param chunk positions that are rotated in all heads before the next ones */
  constructor(
    readonly period: number,
    readonly heads: number,
    readonly chunk: number,
  ) {}

  get done(): number {
    return this.#position * this.heads + this.#head * this.#count;
  }
  get ended(): boolean {
    return this.#position >= this.period;
  }
  get #count(): number {
    return Math.min(this.chunk, this.period - this.#position);
  }

  next(rows: number): Piece {
    const row = this.#head * this.period + this.#position;
    if (this.heads === 1) return { row, count: Math.min(rows, this.period - this.#position), heads: 1 };
    const count = this.#count;
    return { row, count, heads: Math.min(Math.max(1, Math.floor(rows / count)), this.heads - this.#head) };
  }
  pass({ count, heads }: Piece): void {
    this.#head += heads;
    if (this.#head < this.heads) return;
    this.#head = 0;
    this.#position += count;
  }

  /** The remaining rows, head by head. */
  *rest(): Generator<{ row: number; count: number }, void, void> {
    for (let head = 0; head < this.heads; head++) {
      const position = this.#position + (head < this.#head ? this.#count : 0);
      yield { row: head * this.period + position, count: this.period - position };
    }
  }
}

export function* rotate(plan: Plan, request: RotateRequest, control: Control): Pieces<Matrix> {
  const { positions, side, dtype } = request;
  checkAxes(plan.sizes, positions);
  const n = positions.count;
  const { axes, pairs, rotatedWidth } = plan.sizes;
  const headDim = request.x.cols;
  // if both are float32, so are the module's values; else it works in float64, and a copy rounds
  const single = dtype === 'f32' && request.x.data instanceof Float32Array;
  const type = arrayType(single ? 'f32' : 'f64');
  const rowBytes = type.BYTES_PER_ELEMENT * Math.max(headDim, rotatedWidth);
  const { into } = control;
  if (into && request.state === undefined && overlaps(request, into, rotatedWidth === headDim)) ownRows(request);
  const state: Rotating = (request.state as Rotating | undefined) ?? {
    data: outputFor(request, control, arrayType(dtype), n, rotatedWidth, { field: 'positions', what: 'the result' }),
    walk: walkOf(positions, Math.min(waveBytes / (16 * Math.max(pairs, 1)), cachedBytes / rowBytes)),
  };
  request.state = state;
  const { data, walk } = state;
  const length = n * rotatedWidth;
  const pacer = pacerFor(plan, control, rowBytes, { cost: rotatedWidth, firstTurnMs }, cachedBytes);
  while (!walk.ended) {
    const piece = walk.next(pacer.next(n - walk.done));
    const { row, count, heads } = piece;
    const [numbers, places] = [count * headDim, count * axes];
    const rowOf = (head: number): number => row + head * walk.period;
    plan.call((core) => {
      const run = (check: 0 | 1): RawBlock | RawError => {
        const input = inputOf(core, heads * places + Math.ceil((heads * numbers * type.BYTES_PER_ELEMENT) / 8));
        fillPositions(positions, row, input.subarray(0, places));
        for (let head = 1; head < heads; head++) input.copyWithin(head * places, 0, places);
        const vectors = view(core, input.byteOffset + 8 * heads * places, heads * numbers, type);
        for (let head = 0; head < heads; head++) vectors.set(rowsOf(request, rowOf(head), count), head * numbers);
        return core.rotate(plan.handle, heads * count, headDim, side, single ? 1 : 0, check);
      };
      let block = run(request.check ? 1 : 0);
      if (isRawError(block) && block.error.field === 'x.data') {
        for (let head = 0; head < heads; head++)
          checkFinite(rowsOf(request, rowOf(head), count), 'x.data', rowOf(head) * headDim);
        block = run(0); // all are finite, but too large for the module to tell
      }
      if (isRawError(block)) return block;
      if (data.length !== length) return;
      const made = view(core, block, heads * count * rotatedWidth, type);
      for (let head = 0; head < heads; head++) {
        const some = made.subarray(head * count * rotatedWidth, (head + 1) * count * rotatedWidth);
        data.set(some, rowOf(head) * rotatedWidth);
      }
    });
    if (data.length !== length) throw detached();
    walk.pass(piece);
    if (pacer.due(walk.done / n)) yield;
  }
  return { data, rows: n, cols: rotatedWidth };
}

/** Rows of x, which may be the caller's memory; throws if it was detached. */
function rowsOf({ x }: RotateRequest, row: number, count: number): Floats {
  const rows = x.data.subarray(row * x.cols, (row + count) * x.cols);
  if (rows.length === count * x.cols) return rows;
  throw errorAbout('bad_argument', 'x.data', 'was detached or resized during the call');
}

function walkOf(positions: RawPositions, chunk: number): Walk {
  const period = periodOf(positions);
  const heads = period === 0 ? 1 : positions.count / period;
  return new Walk(period, heads, heads === 1 ? period : Math.max(1, Math.floor(chunk)));
}

/** The number of leading positions that all others repeat in order; all of them if there is no repetition. */
function periodOf(positions: RawPositions): number {
  const { count, axes } = positions;
  if (!('values' in positions)) return count;
  const { values } = positions;
  const { length } = values;
  let period = axes;
  while (period < length && values[period] !== values[0]) period += axes;
  if (period >= length || length % period !== 0) return count;
  for (let i = period; i < length; i++) if (!Object.is(values[i], values[i - period])) return count;
  return period / axes;
}

/**
 * Called before the first yield of a rotation: copies the remaining vectors to the result's memory, if they fit there.
 * Also called if results would overwrite vectors that are not yet read.
 */
export function ownRows(request: object): void {
  if (!isRotation(request) || request.own === true) return;
  const { x } = request;
  const state = request.state as Rotating | undefined;
  if (state === undefined || x.data.constructor !== state.data.constructor || x.data.length !== state.data.length) {
    ownVectors(request);
    return;
  }
  request.own = true;
  if (sameMemory(x.data, state.data)) return;
  for (const { row, count } of state.walk.rest()) state.data.set(rowsOf(request, row, count), row * x.cols);
  request.x = { ...x, data: state.data };
}

const sameMemory = (a: Floats, b: Floats): boolean =>
  a.buffer === b.buffer && a.byteOffset === b.byteOffset && a.byteLength === b.byteLength;

/** true if writing the result row by row would change rows that are not yet read. */
function overlaps({ x }: RotateRequest, into: Floats, widthKept: boolean): boolean {
  const { data } = x;
  if (data.buffer !== into.buffer || (widthKept && sameMemory(data, into))) return false;
  return data.byteOffset < into.byteOffset + into.byteLength && into.byteOffset < data.byteOffset + data.byteLength;
}
