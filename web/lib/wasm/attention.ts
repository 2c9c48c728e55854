/**
 * The work of the methods that concern attention, a piece at a time as in work.ts: rotation, relative map, logits.
 */
import { allocate, copyInto, type Floats } from '../arrays.js';
import type { Control, OnPairs, RotateRequest, ScoresRequest } from '../calls.js';
import { PosencError } from '../errors.js';
import type { AttentionScores, Matrix } from '../posenc.js';
import { type PositionPlan, fillPositions } from '../positions.js';
import { cachedBytes, checkLengths, headsOf } from './bias.js';
import { arrayType, checkAxes, detached, inputOf, isRawError, type Job, outputFor, pacerFor, view } from './work.js';

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

/** Numbers of all keys and their positions: the module holds them up to three times, sorted or rotated. */
const mostKeyNumbers = 2 ** 25;

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
  const rowNumbers = nKey * (axes + dim);
  if (rowNumbers > mostKeyNumbers) {
    const text = `k must have at most 2^25 numbers with the keys' positions, but ${rowNumbers} were given`;
    throw new PosencError('too_large', 'k', text);
  }
  const total = nQuery * nKey;
  // a row at least, but where keys are apart: a logit may cost milliseconds there
  const work = job.plan.keysApart ? { cost: 1, firstRows: 64 } : { cost: Math.max(dim, 1), fewestRows: nKey };
  const pacer = pacerFor(job, control, 8 * names.length, work);
  if (total === 0) job.call((core) => core.attentionScores(job.handle, head, allQueries, nKey, 0, dim, 0));
  for (let done = 0; done < total;) {
    const [row, key] = [Math.floor(done / nKey), done % nKey];
    const logits = pacer.next(total - done);
    const rows = key === 0 ? Math.max(Math.floor(logits / nKey), 1) : 1;
    const keys = key === 0 && logits >= nKey ? nKey : Math.min(logits, nKey - key);
    job.call((core) => {
      const input = inputOf(core, (rows + keys) * (axes + dim));
      const [q0, p0] = [rows * axes, rows * (axes + dim)];
      fillPositions(queriesAt, row, input.subarray(0, q0));
      input.set(q.data.subarray(row * dim, (row + rows) * dim), q0);
      fillPositions(keysAt, key, input.subarray(p0, p0 + keys * axes));
      input.set(k.data.subarray(key * dim, (key + keys) * dim), p0 + keys * axes);
      const block = core.attentionScores(job.handle, head, allQueries, nKey, keys, dim, rows);
      if (isRawError(block)) return block;
      const scores = view(core, block.dataPtr, rows * names.length * keys, Float64Array);
      for (let i = 0; i < rows; i++) {
        terms.forEach((term, t) => {
          const from = (i * names.length + t) * keys;
          const to = done + i * nKey;
          for (let j = 0; j < keys; j++) {
            const value = scores[from + j]!;
            term.data[to + j] = value;
            data[to + j]! += value;
          }
        });
      }
    });
    done += rows * keys;
    await pacer.done(done / total);
  }
  return { data, rows: nQuery, cols: nKey, terms };
}
