/**
 * The work of each method, a piece at a time: ask the module for some rows, copy them out, yield where the event loop
 * is due its turn.
 */
import { allocate, copyInto, type Floats, type FloatsConstructor } from '../checks/arrays.js';
import type {
  DerivativeRequest,
  GramRequest,
  Into,
  LanesRequest,
  LanesResult,
  TableRequest,
} from '../requests/calls.js';
import type { Control } from '../checks/control.js';
import type { Purpose } from '../checks/limits.js';
import { PosencError } from '../checks/errors.js';
import { arrayType, checkAxes, gramRows, mirror } from '../requests/shapes.js';
import { Pacer, type Pieces, type Work } from './pacer.js';
import type { Fact, Matrix, Shape } from '../types/posenc.js';
import { type PositionPlan, type RangePlan, fillPositions, isExactRange } from '../checks/positions.js';
import type { CoreModule, RawBlock, RawError, RawKind, RawPlan, RawReport } from '../types/core.js';

export const kinds = { f32: 0, f64: 1, derivative: 2 } as const satisfies Record<string, RawKind>;
const useBlocks = 'use tableBlocks, which makes the same table a part at a time';

/** What is copied out at once: it stays in the processor's own cache on its way … */
export const cachedBytes = 2 ** 19;
/** … and of a table, where smaller pieces begin more often. */
const tableBytes = 2 ** 20;

/** One planned spec in one instance of the module. */
export interface Job {
  readonly plan: RawPlan;
  readonly handle: number;
  readonly scratchBytes: number;
  call<T extends object | number | void>(body: (core: CoreModule) => T | RawError): T;
  /** Whether its instance is still there. */
  alive(): boolean;
  release(): void;
}

export const isRawError = (result: unknown): result is RawError =>
  typeof result === 'object' && result !== null && 'error' in result;
/** A view of the module's memory; only for copying out of, at once. */
export function view(core: CoreModule, pointer: number, length: number, type: FloatsConstructor): Floats {
  return new type(core.HEAPU8.buffer as ArrayBuffer, pointer, length);
}

/** Scratch input of the module for `length` doubles; it stays valid until the next call. */
export function inputOf(core: CoreModule, length: number): Float64Array {
  const pointer = core.input(length);
  if (pointer === 0) {
    const text = `the WebAssembly module has no ${length * 8} bytes of memory left for the arguments`;
    throw new PosencError('out_of_memory', '', text);
  }
  return new Float64Array(core.HEAPU8.buffer as ArrayBuffer, pointer, length);
}

/**
 * @param rowBytes what one row takes of the module's scratch memory
 * @param most what a piece should take of it
 */
export function pacerFor(
  job: Job,
  control: Control,
  rowBytes: number,
  work: Omit<Work, 'mostRows'>,
  most = job.scratchBytes,
): Pacer {
  const least = (work.fewestRows ?? 1) * rowBytes;
  const bytes = Math.min(Math.max(most, least), job.scratchBytes);
  return new Pacer({ ...work, mostRows: Math.floor(bytes / Math.max(rowBytes, 8)) }, control);
}

export function tablePacer(job: Job, kind: RawKind, control: Control): Pacer {
  const { width } = job.plan;
  const single = kind === kinds.f32;
  // The fast way of float32 tables, by angle addition, begins at 48 rows (src/posenc.cpp), and goes on at multiples of 32.
  const work = single ? { cost: width, fewestRows: 64, multiple: 64 } : { cost: width };
  return pacerFor(job, control, width * (single ? 4 : 8), work, tableBytes);
}

/** Rows firstRow, … of the whole table into `data`, until it is full. */
export function* fillRows(
  job: Job,
  kind: RawKind,
  positions: PositionPlan,
  firstRow: number,
  data: Floats,
  pacer: Pacer,
  total: number,
  axis = 0,
): Pieces<void> {
  checkAxes(job, positions);
  const { width } = job.plan;
  const length = data.length;
  const rows = width === 0 ? 0 : length / width;
  const type: FloatsConstructor = kind === kinds.f32 ? Float32Array : Float64Array;
  for (let row = 0; row < rows;) {
    const piece = pacer.next(rows - row);
    job.call((core) => {
      const block = tableRows(core, job.handle, kind, positions, firstRow + row, piece, axis);
      if (isRawError(block)) return block;
      if (data.length === length) copyInto(data, view(core, block, piece * width, type), row * width);
    });
    if (data.length !== length) throw detached();
    row += piece;
    if (pacer.due((firstRow + row) / total)) yield;
  }
}

/** The caller's array, which must be of the right length, or a new one. */
export function outputFor<A extends Floats>(
  { intoLength }: Into,
  { into }: Control,
  type: FloatsConstructor<A>,
  rows: number,
  cols: number,
  purpose: Purpose,
): A {
  const length = rows * cols;
  if (intoLength !== undefined && intoLength !== length) {
    throw new PosencError(
      'bad_shape',
      'options.into',
      `options.into must have ${rows} x ${cols} = ${length} items, but it has ${intoLength}`,
    );
  }
  if (into && into.length !== length) throw detached();
  return (into as A | undefined) ?? allocate(type, length, purpose);
}

export const detached = (): PosencError =>
  new PosencError('bad_argument', 'options.into', 'options.into was detached or resized during the call');

function tableRows(
  core: CoreModule,
  handle: number,
  kind: RawKind,
  positions: PositionPlan,
  first: number,
  count: number,
  axis: number,
): RawBlock | RawError {
  if (isExactRange(positions)) {
    return core.tableRange(handle, kind, positions.start + first * positions.step, positions.step, count);
  }
  fillPositions(positions, first, inputOf(core, count * positions.axes));
  return core.tableList(handle, kind, count, axis);
}

export function* table(job: Job, request: TableRequest, control: Control): Pieces<Matrix> {
  const { width } = job.plan;
  const rows = request.positions.count;
  const purpose = { field: 'positions', what: 'the table', advice: useBlocks };
  const data = outputFor(request, control, arrayType(request.dtype), rows, width, purpose);
  yield* fillRows(
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

export function* derivative(
  job: Job,
  { positions, axis }: DerivativeRequest,
  control: Control,
): Pieces<Matrix<Float64Array>> {
  const { width, axes } = job.plan;
  if (axis >= axes) {
    throw new PosencError(
      'bad_argument',
      'options.axis',
      `options.axis must be below ${axes}, the coordinates of a position, but ${axis} was given`,
    );
  }
  const { count } = positions;
  const data = allocate(Float64Array, count * width, { field: 'positions', what: 'the derivative' });
  yield* fillRows(job, kinds.derivative, positions, 0, data, tablePacer(job, kinds.derivative, control), count, axis);
  return { data, rows: count, cols: width };
}

/** A function of the offset alone: n offsets in, n values out. */
export function* profile(
  job: Job,
  method: 'kernelProfile' | 'decayBound',
  offsets: PositionPlan,
  control: Control,
): Pieces<Float64Array> {
  checkAxes(job, offsets, 'offsets');
  const values = allocate(Float64Array, offsets.count, { field: 'offsets', what: 'the result' });
  const pacer = pacerFor(job, control, 8, { cost: job.plan.pairs });
  if (offsets.count === 0) job.call((core) => core[method](job.handle, 0));
  for (let first = 0; first < offsets.count;) {
    const piece = pacer.next(offsets.count - first);
    job.call((core) => {
      fillPositions(offsets, first, inputOf(core, piece * offsets.axes));
      const block = core[method](job.handle, piece);
      if (isRawError(block)) return block;
      values.set(view(core, block, piece, Float64Array), first);
    });
    first += piece;
    if (pacer.due(first / offsets.count)) yield;
  }
  return values;
}

const theGram: Purpose = { field: 'positions', what: 'the Gram matrix' };

/** Numbers of the table behind a Gram matrix that are made at a time: some milliseconds. */
const gramNumbers = 2 ** 18;

/** Writes the positions, and gives the first row of their Gram matrix where that is Toeplitz, else no numbers. */
export function* gramProfile(job: Job, positions: PositionPlan, control: Control): Pieces<Float64Array> {
  checkAxes(job, positions);
  const { count } = positions;
  const profile = allocate(Float64Array, count, theGram);
  const pacer = pacerFor(job, { signal: control.signal }, 8, { cost: 1 });
  for (let made = 0; made < 1;) {
    pacer.next(1);
    made = job.call((core) => {
      fillPositions(positions, 0, inputOf(core, count * positions.axes));
      return core.prepareGram(job.handle, count, gramNumbers);
    }).done;
    if (pacer.due(made)) yield;
  }
  const { rows } = job.call((core) => {
    fillPositions(positions, 0, inputOf(core, count * positions.axes));
    const block = core.gramProfile(job.handle, count);
    if (!isRawError(block)) profile.set(view(core, block.dataPtr, block.rows, Float64Array));
    return block;
  });
  return profile.subarray(0, rows);
}

export function* gram(job: Job, request: GramRequest, control: Control): Pieces<Matrix> {
  const { positions, dtype, part } = request;
  checkAxes(job, positions);
  const n = positions.count;
  const { first, rows: height } = part ?? { first: 0, rows: n };
  const cols = n - first;
  const data = allocate(arrayType(dtype), height * cols, theGram); // float64 rows set into float32 are rounded once
  // Written anew for each piece: another call may have used the input since.
  const fill = (core: CoreModule) => fillPositions(positions, 0, inputOf(core, n * positions.axes));
  const profile = yield* gramProfile(job, positions, control);
  if (profile.length > 0) {
    yield* fillToeplitz(data, profile, height, cols, pacerFor(job, control, 8, { cost: n }));
    return { data, rows: height, cols };
  }
  // One triangle in squares, and its mirror. A part has the squares that the whole has there.
  const side = gramRows(job.plan.width);
  const pacer = pacerFor(job, control, 8 * side * side, { cost: side * side, constant: true });
  for (let row = 0; row < height; row += side) {
    const rows = Math.min(side, height - row);
    for (let col = row; col < cols; col += side) {
      const wide = Math.min(side, cols - col);
      pacer.next(1);
      job.call((core) => {
        fill(core);
        const block = core.gram(job.handle, n, first + row, rows, first + col, wide);
        if (isRawError(block)) return block;
        const square = view(core, block, rows * wide, Float64Array);
        for (let r = 0; r < rows; r++) data.set(square.subarray(r * wide, (r + 1) * wide), (row + r) * cols + col);
        if (!part) mirror(square, rows, wide, data, n, row, col);
      });
      const left = (height - row) / height;
      if (pacer.due(col + wide < cols || row + rows < height ? 1 - left * left : 1)) yield;
    }
  }
  return { data, rows: height, cols };
}

/** K[i][j] = profile[|i - j|]: every row is a part of one list. */
function* fillToeplitz(data: Floats, profile: Float64Array, rows: number, cols: number, pacer: Pacer): Pieces<void> {
  const n = profile.length;
  const both = new (data.constructor as FloatsConstructor)(2 * n - 1);
  both.set(profile.slice().reverse());
  both.set(profile, n - 1);
  for (let row = 0; row < rows;) {
    const end = row + pacer.next(rows - row);
    for (; row < end; row++) data.set(both.subarray(n - 1 - row, n - 1 - row + cols), row * cols);
    if (pacer.due(row / rows)) yield;
  }
}

export function* channelGram(job: Job, range: RangePlan, control: Control): Pieces<Matrix<Float64Array>> {
  const { width } = job.plan;
  const data = allocate(Float64Array, width * width, { field: 'spec', what: 'the matrix of inner products' });
  const pacer = pacerFor(job, control, 8 * width, { cost: 4 * width });
  // at least one call, so that a row without a closed form says so
  for (let row = 0; row === 0 || row < width;) {
    const piece = pacer.next(Math.max(width - row, 1));
    job.call((core) => {
      const block = core.channelGram(job.handle, range.start, range.step, range.count, row, Math.min(piece, width));
      if (isRawError(block)) return block;
      data.set(view(core, block, Math.min(piece, width) * width, Float64Array), row * width);
    });
    row += piece;
    if (pacer.due(Math.min(row / width, 1))) yield;
  }
  return { data, rows: width, cols: width };
}

export const frequencies = (job: Job): Float64Array => job.call((core) => core.frequencies(job.handle)).values.slice();

export function waveLanes(job: Job, { start, step }: LanesRequest): LanesResult {
  const { words, rotary } = job.call((core) => core.waveLanes(job.handle, start, step));
  const { values } = job.call((core) => core.frequencies(job.handle));
  const fastest = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const { width, headDim } = job.plan;
  return { words, rotary, width, headDim, fastest };
}

/** The part of a plan that callers see. */
export function shapeOf(plan: RawPlan): Shape {
  const { width, pairs, axes, heads, headDim, rotatedWidth, scoreDim, terms, cells } = plan;
  return {
    ...{ width, pairs, axes, heads, headDim, rotatedWidth, scoreDim, cells },
    terms: [...terms],
    extent: [...plan.extent],
  };
}

export function facts(job: Job): Fact[] {
  return job
    .call((core) => core.facts(job.handle))
    .facts.map(({ name, doc, values, cols }) => ({ name, doc, values: values.slice(), cols }));
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
