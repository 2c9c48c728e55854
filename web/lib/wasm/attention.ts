/**
 * The work of the methods that concern attention, a piece at a time as in work.ts: rotation, bias, relative
 * map, logits.
 */
import { allocate, copyInto, type Floats } from '../arrays.js';
import type { BiasRequest, Control, OnPairs, RotateRequest, ScoresRequest } from '../calls.js';
import { PosencError } from '../errors.js';
import type { AttentionScores, Matrix } from '../posenc.js';
import { type PositionPlan, fillPositions } from '../positions.js';
import { arrayType, checkAxes, detached, inputOf, isRawError, type Job, outputFor, pacerFor, view } from './work.js';

/** Of work that mostly copies: pieces that stay in the processor's own cache take a fifth less time. */
const cachedBytes = 2 ** 19;

export async function rotate(job: Job, request: RotateRequest, control: Control): Promise<Matrix> {
  const { positions, x, side, dtype } = request;
  checkAxes(job, positions);
  const n = positions.count;
  const { axes, rotatedWidth } = job.plan;
  const headDim = x.cols;
  const purpose = { field: 'positions', what: 'the result' };
  const data: Floats = outputFor(request, control, arrayType(dtype), n, rotatedWidth, purpose);
  const { length } = data;
  // where both sides are float32 the module's are, too; else it works in float64, and a copy rounds
  const single = dtype === 'f32' && x.data instanceof Float32Array;
  const type = arrayType(single ? 'f32' : 'f64');
  const rowBytes = type.BYTES_PER_ELEMENT * Math.max(headDim, rotatedWidth);
  const pacer = pacerFor(job, control, rowBytes, { cost: rotatedWidth }, cachedBytes);
  for (let row = 0; row < n;) {
    const piece = pacer.next(n - row);
    job.call((core) => {
      const numbers = piece * headDim;
      const input = inputOf(core, piece * axes + Math.ceil((numbers * type.BYTES_PER_ELEMENT) / 8));
      const vectors = input.subarray(piece * axes);
      fillPositions(positions, row, input.subarray(0, piece * axes));
      copyInto(
        view(core, vectors.byteOffset, numbers, type),
        x.data.subarray(row * headDim, row * headDim + numbers),
        0,
      );
      const block = core.rotate(job.handle, piece, headDim, side, single ? 1 : 0);
      if (isRawError(block)) return block;
      if (data.length === length)
        copyInto(data, view(core, block.dataPtr, piece * rotatedWidth, type), row * rotatedWidth);
    });
    if (data.length !== length) throw detached();
    row += piece;
    await pacer.done(row / n);
  }
  return { data, rows: n, cols: rotatedWidth };
}

function headsOf(job: Job, head: number | undefined): { first: number; count: number } {
  const { heads } = job.plan;
  if (head === undefined) return { first: 0, count: heads };
  if (head < heads) return { first: head, count: 1 };
  throw new PosencError(
    'bad_argument',
    'options.head',
    `options.head must be below heads = ${heads}, but ${head} was given`,
  );
}

/** The module counts in 32 bits, and a row must fit its scratch memory. */
function checkLengths(job: Job, nQuery: number, nKey: number, bytes: number): void {
  if (nQuery > 2 ** 31) {
    throw new PosencError('too_large', 'nQuery', `nQuery must be at most 2^31, but ${nQuery} was given`);
  }
  const most = Math.floor(job.scratchBytes / bytes);
  if (nKey > most) {
    throw new PosencError('too_large', 'nKey', `nKey must be at most ${most}, but ${nKey} was given`);
  }
}

export async function attentionBias(job: Job, request: BiasRequest, control: Control): Promise<Matrix<Float32Array>> {
  const { nQuery, nKey, part } = request;
  const { first, count } = headsOf(job, request.head);
  const shape = { rows: part ? part.rows : count * nQuery, cols: nKey };
  const purpose = { field: 'nQuery', what: 'the bias' };
  const data = outputFor(request, control, Float32Array, shape.rows, shape.cols, purpose);
  const { length } = data;
  checkLengths(job, nQuery, nKey, 4);
  if (length === 0) job.call((core) => core.attentionBias(job.handle, first, nQuery, nKey, 0, 0));
  const total = length === 0 ? 0 : length / nKey;
  const pacer = pacerFor(job, control, 4 * nKey, { cost: nKey }, cachedBytes);
  for (let done = 0; done < total;) {
    const at = (part?.first ?? 0) + done; // of the rows of all heads, one head below the other
    const [head, row] = [first + Math.floor(at / nQuery), at % nQuery];
    const piece = pacer.next(Math.min(nQuery - row, total - done));
    job.call((core) => {
      const block = core.attentionBias(job.handle, head, nQuery, nKey, row, piece);
      if (isRawError(block)) return block;
      if (data.length === length) copyInto(data, view(core, block.dataPtr, piece * nKey, Float32Array), done * nKey);
    });
    if (data.length !== length) throw detached();
    done += piece;
    await pacer.done(done / total);
  }
  return { data, ...shape };
}

export function biasVector(job: Job, { nQuery, nKey, head }: BiasRequest): Matrix<Float32Array> {
  const { first, count } = headsOf(job, head);
  const cols = Math.max(nQuery + nKey - 1, 0);
  checkLengths(job, nQuery, cols, 4);
  const data = allocate(Float32Array, count * cols, { field: 'nQuery', what: 'the vectors' });
  for (let h = 0; h < count; h++) {
    job.call((core) => {
      const block = core.biasVector(job.handle, first + h, nQuery, nKey);
      if (isRawError(block)) return block;
      data.set(view(core, block.dataPtr, cols, Float32Array), h * cols);
    });
  }
  return { data, rows: count, cols };
}

export async function relativeMap(
  job: Job,
  { nQuery, nKey, part }: OnPairs,
  control: Control,
): Promise<Matrix<Float64Array>> {
  const { first, rows } = part ?? { first: 0, rows: nQuery };
  const data = allocate(Float64Array, rows * nKey, { field: 'nQuery', what: 'the map' });
  checkLengths(job, nQuery, nKey, 8);
  if (data.length === 0) job.call((core) => core.relativeMap(job.handle, nQuery, nKey, 0, 0));
  const pacer = pacerFor(job, control, 8 * nKey, { cost: nKey });
  for (let row = 0; nKey > 0 && row < rows;) {
    const piece = pacer.next(rows - row);
    job.call((core) => {
      const block = core.relativeMap(job.handle, nQuery, nKey, first + row, piece);
      if (isRawError(block)) return block;
      data.set(view(core, block.dataPtr, piece * nKey, Float64Array), row * nKey);
    });
    row += piece;
    await pacer.done(row / rows);
  }
  return { data, rows, cols: nKey };
}

/** The given positions, or 0 … count - 1 moved by `start` where there are none. */
function positionsOr(job: Job, given: PositionPlan | undefined, start: number, count: number, field: string) {
  const plan = given ?? { start, step: 1, count, axes: 1 as const };
  checkAxes(job, plan, field);
  return plan;
}

export async function attentionScores(job: Job, request: ScoresRequest, control: Control): Promise<AttentionScores> {
  const { q, k, head = 0 } = request;
  const [nQuery, nKey, dim] = [q.rows, k.rows, q.cols];
  const { first, of: allQueries } = request.part ?? { first: 0, of: nQuery };
  const { axes, heads } = job.plan;
  const keysAt = positionsOr(job, request.keyPositions, 0, nKey, 'options.keyPositions');
  const queriesAt = positionsOr(
    job,
    request.queryPositions,
    nKey - allQueries + first,
    nQuery,
    'options.queryPositions',
  );
  if (heads > 0) headsOf(job, head);
  else if (request.head !== undefined) {
    const text = 'options.head is about a bias, and this encoding adds none';
    throw new PosencError('bad_argument', 'options.head', text);
  }
  const names = job.plan.terms;
  checkLengths(job, nQuery, nKey, 8 * names.length);
  const purpose = { field: 'q', what: 'the scores' };
  const terms = names.map((name) => ({ name, data: allocate(Float64Array, nQuery * nKey, purpose) }));
  const data = allocate(Float64Array, nQuery * nKey, purpose);
  const pacer = pacerFor(job, control, 8 * nKey * names.length, { cost: nKey * Math.max(dim, 1) });
  for (let row = 0; row < nQuery;) {
    const piece = pacer.next(nQuery - row);
    job.call((core) => {
      const input = inputOf(core, (piece + nKey) * (axes + dim));
      const [q0, p0] = [piece * axes, piece * (axes + dim)];
      fillPositions(queriesAt, row, input.subarray(0, q0));
      input.set(q.data.subarray(row * dim, (row + piece) * dim), q0);
      fillPositions(keysAt, 0, input.subarray(p0, p0 + nKey * axes));
      input.set(k.data, p0 + nKey * axes);
      const block = core.attentionScores(job.handle, head, allQueries, nKey, dim, piece);
      if (isRawError(block)) return block;
      const scores = view(core, block.dataPtr, piece * names.length * nKey, Float64Array);
      for (let i = 0; i < piece; i++) {
        terms.forEach((term, t) => {
          const from = (i * names.length + t) * nKey;
          const to = (row + i) * nKey;
          for (let j = 0; j < nKey; j++) {
            const value = scores[from + j]!;
            term.data[to + j] = value;
            data[to + j]! += value;
          }
        });
      }
    });
    row += piece;
    await pacer.done(row / nQuery);
  }
  return { data, rows: nQuery, cols: nKey, terms };
}
