/**
 * The work of each method, a piece at a time: ask the module for some rows, copy them out, let the
 * pacer give the event loop its turn.
 */
import { allocate, copyInto, type Floats, type FloatsConstructor } from '../arrays.js';
import type { BiasRequest, Control, RotateRequest, TableRequest } from '../calls.js';
import { PosencError } from '../errors.js';
import { Pacer, type Work } from '../pacer.js';
import type { DType, Matrix } from '../posenc.js';
import { type PositionPlan, fillPositions, isExactRange } from '../positions.js';
import type { CoreModule, RawBlock, RawError, RawKind, RawPlan, RawReport } from './core.js';

export const kinds = { f32: 0, f64: 1, derivative: 2 } as const satisfies Record<string, RawKind>;
/** Multiply-adds of a matrix product in the time of one table entry, roughly. */
const multiplyGain = 64;
const useBlocks = 'use tableBlocks, which makes the same table a part at a time';

/** One planned spec in one instance of the module. */
export interface Job {
  readonly plan: RawPlan;
  readonly handle: number;
  readonly scratchBytes: number;
  call<T extends object | number | void>(body: (core: CoreModule) => T | RawError): T;
  release(): void;
}

export const isRawError = (result: unknown): result is RawError =>
  typeof result === 'object' && result !== null && 'error' in result;
export const arrayType = (dtype: DType): FloatsConstructor => (dtype === 'f32' ? Float32Array : Float64Array);

/** A view of the module's memory; only for copying out of, at once. */
function view(core: CoreModule, pointer: number, length: number, type: FloatsConstructor): Floats {
  return new type(core.HEAPU8.buffer as ArrayBuffer, pointer, length);
}

/** Scratch input of the module for `length` doubles; it stays valid until the next call. */
function inputOf(core: CoreModule, length: number): Float64Array {
  const pointer = core.input(length);
  return new Float64Array(core.HEAPU8.buffer as ArrayBuffer, pointer, length);
}

/** `rowBytes`: what one row takes of the module's scratch memory. */
function pacerFor(job: Job, control: Control, rowBytes: number, work: Omit<Work, 'mostRows'>): Pacer {
  return new Pacer({ ...work, mostRows: Math.floor(job.scratchBytes / Math.max(rowBytes, 8)) }, control);
}

export function tablePacer(job: Job, kind: RawKind, control: Control): Pacer {
  const { width } = job.plan;
  const single = kind === kinds.f32;
  // The fast way of float32 tables, by angle addition, begins at 48 rows (src/posenc.cpp).
  return pacerFor(job, control, width * (single ? 4 : 8), { cost: width, fewestRows: single ? 64 : 1 });
}

/** Rows firstRow, … of the whole table into `data`, until it is full. */
export async function fillRows(
  job: Job,
  kind: RawKind,
  positions: PositionPlan,
  firstRow: number,
  data: Floats,
  pacer: Pacer,
  total: number,
): Promise<void> {
  const { width } = job.plan;
  const length = data.length;
  const rows = width === 0 ? 0 : length / width;
  const type: FloatsConstructor = kind === kinds.f32 ? Float32Array : Float64Array;
  for (let row = 0; row < rows;) {
    const piece = pacer.next(rows - row);
    job.call((core) => {
      const block = tableRows(core, job.handle, kind, positions, firstRow + row, piece);
      if (isRawError(block)) return block;
      if (data.length === length) copyInto(data, view(core, block.dataPtr, piece * width, type), row * width);
    });
    if (data.length !== length) throw detached();
    row += piece;
    await pacer.done((firstRow + row) / total);
  }
}

const detached = (): PosencError =>
  new PosencError('bad_argument', 'options.into', 'options.into was detached or resized during the call');

function tableRows(
  core: CoreModule,
  handle: number,
  kind: RawKind,
  positions: PositionPlan,
  first: number,
  count: number,
): RawBlock | RawError {
  if (isExactRange(positions)) {
    return core.tableRange(handle, kind, positions.start + first * positions.step, positions.step, count);
  }
  fillPositions(positions, first, inputOf(core, count));
  return core.tableList(handle, kind, count);
}

export async function table(job: Job, request: TableRequest, control: Control): Promise<Matrix> {
  const { width } = job.plan;
  const rows = request.positions.count;
  const type = arrayType(request.dtype);
  const length = rows * width;
  if (request.intoLength !== undefined && request.intoLength !== length) {
    throw new PosencError(
      'bad_shape',
      'options.into',
      `options.into must have ${rows} x ${width} = ${length} items, but it has ${request.intoLength}`,
    );
  }
  if (control.into && control.into.length !== length) throw detached();
  const data = control.into ?? allocate(type, length, { field: 'positions', what: 'the table', advice: useBlocks });
  await fillRows(
    job,
    kinds[request.dtype],
    request.positions,
    0,
    data,
    tablePacer(job, kinds[request.dtype], control),
    rows,
  );
  return { data, rows, cols: width };
}

export async function derivative(job: Job, positions: PositionPlan, control: Control): Promise<Matrix<Float64Array>> {
  const { width } = job.plan;
  const data = allocate(Float64Array, positions.count * width, { field: 'positions', what: 'the derivative' });
  await fillRows(
    job,
    kinds.derivative,
    positions,
    0,
    data,
    tablePacer(job, kinds.derivative, control),
    positions.count,
  );
  return { data, rows: positions.count, cols: width };
}

/** A function of the offset alone: n offsets in, n values out. */
export async function profile(
  job: Job,
  method: 'kernelProfile' | 'decayBound',
  offsets: PositionPlan,
  control: Control,
): Promise<Float64Array> {
  const values = allocate(Float64Array, offsets.count, { field: 'offsets', what: 'the result' });
  const pacer = pacerFor(job, control, 8, { cost: job.plan.pairs });
  if (offsets.count === 0) job.call((core) => core[method](job.handle, 0));
  for (let first = 0; first < offsets.count;) {
    const piece = pacer.next(offsets.count - first);
    job.call((core) => {
      fillPositions(offsets, first, inputOf(core, piece));
      const block = core[method](job.handle, piece);
      if (isRawError(block)) return block;
      values.set(view(core, block.dataPtr, piece, Float64Array), first);
    });
    first += piece;
    await pacer.done(first / offsets.count);
  }
  return values;
}

export async function gram(job: Job, positions: PositionPlan, control: Control): Promise<Matrix<Float64Array>> {
  const n = positions.count;
  const data = allocate(Float64Array, n * n, { field: 'positions', what: 'the Gram matrix' });
  // A matrix product sums in another order at another block size: the cut must not depend on the clock.
  const cost = (n * job.plan.width) / multiplyGain;
  const pacer = pacerFor(job, control, 8 * n, { cost, constant: true });
  for (let row = 0; row < n;) {
    const piece = pacer.next(n - row);
    job.call((core) => {
      // Written anew for each piece: another call may have used the input since.
      fillPositions(positions, 0, inputOf(core, n));
      const block = core.gram(job.handle, n, row, piece);
      if (isRawError(block)) return block;
      data.set(view(core, block.dataPtr, piece * n, Float64Array), row * n);
    });
    row += piece;
    await pacer.done(row / n);
  }
  return { data, rows: n, cols: n };
}

export async function rotate(
  job: Job,
  { positions, x, headDim }: RotateRequest,
  control: Control,
): Promise<Matrix<Float64Array>> {
  const n = positions.count;
  const data = allocate(Float64Array, n * headDim, { field: 'positions', what: 'the result' });
  const pacer = pacerFor(job, control, 8 * headDim, { cost: headDim });
  for (let row = 0; row < n;) {
    const piece = pacer.next(n - row);
    job.call((core) => {
      const input = inputOf(core, piece * (1 + headDim));
      fillPositions(positions, row, input.subarray(0, piece));
      input.set(x.subarray(row * headDim, (row + piece) * headDim), piece);
      const block = core.rotate(job.handle, piece, headDim);
      if (isRawError(block)) return block;
      data.set(view(core, block.dataPtr, piece * headDim, Float64Array), row * headDim);
    });
    row += piece;
    await pacer.done(row / n);
  }
  return { data, rows: n, cols: headDim };
}

export async function attentionBias(
  job: Job,
  { nQuery, nKey, firstHead, heads }: BiasRequest,
  control: Control,
): Promise<Matrix<Float32Array>> {
  const cols = nQuery * nKey;
  const data = allocate(Float32Array, heads * cols, { field: 'nQuery', what: 'the bias' });
  if (nKey * 4 > job.scratchBytes) {
    throw new PosencError('too_large', 'nKey', `nKey must be at most ${job.scratchBytes / 4}, but ${nKey} was given`);
  }
  if (data.length === 0) return { data, rows: heads, cols };
  const total = heads * nQuery;
  const pacer = pacerFor(job, control, 4 * nKey, { cost: nKey });
  for (let head = 0; head < heads; head++) {
    for (let row = 0; row < nQuery;) {
      const piece = pacer.next(nQuery - row);
      job.call((core) => {
        const block = core.attentionBias(job.handle, firstHead + head, nQuery, nKey, row, piece);
        if (isRawError(block)) return block;
        data.set(view(core, block.dataPtr, piece * nKey, Float32Array), head * cols + row * nKey);
      });
      row += piece;
      await pacer.done((head * nQuery + row) / total);
    }
  }
  return { data, rows: heads, cols };
}

/** Every array by copy, so that none refers to the module's memory. */
export function copyReport(raw: RawReport): RawReport {
  return {
    ...raw,
    frequency: raw.frequency.slice(),
    unscaledFrequency: raw.unscaledFrequency.slice(),
    wavelength: raw.wavelength.slice(),
    turnsTrained: raw.turnsTrained.slice(),
    turnsContext: raw.turnsContext.slice(),
    band: raw.band.slice(),
    unseen: raw.unseen.slice(),
  };
}
