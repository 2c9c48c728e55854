/**
 * Positions: a number n (0 … n-1), a list, a typed array or { start, count, step }. With several coordinates: a list of
 * rows, { data, rows, cols } or { grid: [H, W] }. Lists are copied at the call, so callers may change them afterwards.
 */
import { allocate, isFloats, isNumbers } from './arrays.js';
import { errorAbout, mustBe, PosencError } from './errors.js';
import { maxPosition } from './limits.js';
import { type Entries, guarded, readRecord, refuseUnknown } from './record.js';
import { shown } from './show.js';

export interface RawRange {
  readonly start: number;
  readonly step: number;
  readonly count: number;
  readonly axes: 1;
  /** For a part: positions before it, if start + first * step would not give the same bits. */
  readonly first?: number;
}
export interface RawList {
  /** (count, axes), row-major. */
  readonly values: Float64Array;
  readonly count: number;
  readonly axes: number;
}
/** Plain data that can be posted to a worker. */
export type RawPositions = RawRange | RawList;

/** Throws `bad_positions`; `field` names the argument or its bad item. */
export function checkPositions(positions: unknown, field = 'positions'): RawPositions {
  return guarded({ code: 'bad_positions', field, what: 'positions' }, () => {
    if (typeof positions === 'number')
      return { start: 0, step: 1, count: checkCount(positions, field, `${field} as a number`), axes: 1 };
    if (Array.isArray(positions) && positions.length > 0 && isRow(positions[0])) return checkRows(positions, field);
    if (Array.isArray(positions) || isNumbers(positions)) return checkList(positions, field);
    return checkRecord(positions, field);
  });
}

/** Accepts evenly spaced positions only. */
export function checkRange(positions: unknown, field = 'positions'): RawRange {
  const raw = checkPositions(positions, field);
  if (!('values' in raw)) return raw;
  throw mustBe('bad_positions', field, 'evenly spaced, a number n or { start, count, step }', positions);
}

function checkCount(count: unknown, field: string, name: string): number {
  if (typeof count === 'number' && Number.isSafeInteger(count) && count >= 0) return count;
  throw new PosencError(
    'bad_positions',
    field,
    `${name} must be a whole number of rows, 0 … 2^53-1, but ${shown(count)} was given`,
  );
}

function checkList(list: ArrayLike<unknown>, field: string): RawList {
  const count = checkCount(list.length, field, `the length of ${field}`);
  const values = allocate(Float64Array, count, {
    field,
    what: field,
    advice: 'give { start, count, step } where they are evenly spaced',
  });
  if (isNumbers(list) && !isFloats(list)) {
    values.set(list); // any 32-bit integer is a position
    return { values, count, axes: 1 };
  }
  for (let i = 0; i < count; i++) {
    const value = list[i];
    if (!isPosition(value)) throw badPosition(value, `${field}[${i}]`);
    values[i] = value;
  }
  return { values, count, axes: 1 };
}

const isRow = (value: unknown): value is ArrayLike<unknown> => Array.isArray(value) || isNumbers(value);

/** Rows with equal numbers of coordinates. */
function checkRows(rows: readonly unknown[], field: string): RawList {
  const first = rows[0] as ArrayLike<unknown>;
  const axes = first.length;
  const values = allocate(Float64Array, rows.length * axes, { field, what: field });
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i];
    const name = `${field}[${i}]`;
    if (!isRow(row) || row.length !== axes)
      throw errorAbout('bad_positions', name, `must be a list of ${axes} numbers, as ${field}[0] is`);
    for (let a = 0; a < axes; a++) {
      const value = row[a];
      if (!isPosition(value)) throw badPosition(value, `${name}[${a}]`);
      values[i * axes + a] = value;
    }
  }
  return { values, count: rows.length, axes };
}

function checkRecord(positions: unknown, field: string): RawPositions {
  const entries = readRecord(positions, {
    code: 'bad_positions',
    field,
    what:
      'a number n, a list of numbers, a Float64Array, Float32Array, Int32Array or Uint32Array, ' +
      '{ start, count, step }, a list of rows, { data, rows, cols } or { grid: [H, W] }',
  });
  if (entries.has('grid')) return checkGrid(entries, field);
  if (entries.has('data')) return checkMatrix(entries, field);
  return checkSpaced(entries, field);
}

/** Cells of a grid in raster order, the slowest axis first. */
function checkGrid(entries: Entries, field: string): RawList {
  refuseUnknown(entries, ['grid'], 'bad_positions', `${field}.`, field);
  const name = `${field}.grid`;
  const grid = entries.get('grid');
  if (!isRow(grid) || grid.length === 0 || grid.length > 8)
    throw errorAbout('bad_positions', name, `must be a list of 1 to 8 sizes, but ${shown(grid)} was given`);
  const sizes = Array.from(grid, (size, a) => checkCount(size, `${name}[${a}]`, `${name}[${a}]`));
  const axes = sizes.length;
  const count = sizes.reduce((product, size) => product * size, 1);
  const values = allocate(Float64Array, count * axes, { field, what: field });
  for (let i = 0; i < count; i++) {
    let rest = i;
    for (let a = axes - 1; a >= 0; a--) {
      const size = sizes[a]!;
      values[i * axes + a] = rest % size;
      rest = Math.floor(rest / size);
    }
  }
  return { values, count, axes };
}

function checkMatrix(entries: Entries, field: string): RawList {
  refuseUnknown(entries, ['data', 'rows', 'cols'], 'bad_positions', `${field}.`, field);
  const data = entries.get('data');
  const count = checkCount(entries.get('rows'), `${field}.rows`, `${field}.rows`);
  const axes = checkCount(entries.get('cols'), `${field}.cols`, `${field}.cols`);
  if (!isFloats(data) || data.length !== count * axes)
    throw mustBe(
      'bad_positions',
      `${field}.data`,
      `a Float64Array or Float32Array of rows * cols = ${count * axes} numbers`,
      data,
    );
  return { ...checkList(data, `${field}.data`), count, axes };
}

function checkSpaced(entries: Entries, field: string): RawRange {
  refuseUnknown(entries, ['start', 'count', 'step'], 'bad_positions', `${field}.`, field);
  const start = entries.has('start') ? entries.get('start') : 0;
  const step = entries.has('step') ? entries.get('step') : 1;
  if (!isPosition(start)) throw badPosition(start, `${field}.start`);
  if (typeof step !== 'number' || !Number.isFinite(step))
    throw mustBe('bad_positions', `${field}.step`, 'a finite number', step);
  if (!entries.has('count')) throw errorAbout('bad_positions', `${field}.count`, 'is missing');
  const count = checkCount(entries.get('count'), `${field}.count`, `${field}.count`);
  const raw: RawRange = { start, step, count, axes: 1 };
  if (count > 0 && !endsInside(raw))
    throw errorAbout(
      'bad_positions',
      field,
      `must stay within ±2^53, but start ${start}, step ${step}, count ${count} leave it`,
    );
  return raw;
}

const isPosition = (value: unknown): value is number => typeof value === 'number' && Math.abs(value) <= maxPosition;

const badPosition = (value: unknown, field: string): PosencError =>
  mustBe('bad_positions', field, 'a number within ±2^53', value);

function endsInside({ start, step, count }: RawRange): boolean {
  if (!Number.isInteger(start) || !Number.isInteger(step)) return isPosition(start + (count - 1) * step);
  const last = BigInt(start) + BigInt(count - 1) * BigInt(step);
  return last <= BigInt(maxPosition) && last >= -BigInt(maxPosition);
}

/**
 * True if `start + k * step` is exact in float64 for every k. Then a part of the range with its own start has the same
 * positions as in the whole.
 */
export function isExactRange(raw: RawPositions): raw is RawRange {
  if ('values' in raw || raw.first !== undefined) return false;
  const { start, step, count } = raw;
  return Number.isInteger(start) && Number.isInteger(step) && Math.abs(step) * Math.max(count - 1, 0) <= maxPosition;
}

/** Copies `count` positions from index `first`, with the bits they have in the whole. */
export function partOf(raw: RawPositions, first: number, count: number): RawPositions {
  const { axes } = raw;
  if ('values' in raw) return { values: raw.values.slice(first * axes, (first + count) * axes), count, axes };
  const { start, step, first: before = 0 } = raw;
  const exact = isExactRange(raw);
  return exact
    ? { start: start + first * step, step, count, axes: 1 }
    : { start, step, count, axes: 1, first: before + first };
}

/** Writes positions first, first + 1, … into `out`, all coordinates. Fractional ranges: fl(start + fl(k step)). */
export function fillPositions(raw: RawPositions, first: number, out: Float64Array): void {
  if ('values' in raw) {
    out.set(raw.values.subarray(first * raw.axes, first * raw.axes + out.length));
    return;
  }
  const { start, step, first: before = 0 } = raw;
  const whole = Number.isInteger(start) && Number.isInteger(step) && !isExactRange(raw);
  for (let i = 0; i < out.length; i++) {
    const k = before + first + i;
    out[i] = whole ? Number(BigInt(start) + BigInt(k) * BigInt(step)) : start + k * step;
  }
}

/** Each position as often as there are heads, one after another. */
export function repeated(positions: RawPositions, heads: number): RawList {
  const { count, axes } = positions;
  const one = allocate(Float64Array, count * axes, { field: 'positions', what: 'positions' });
  fillPositions(positions, 0, one);
  const values = allocate(Float64Array, heads * count * axes, { field: 'positions', what: 'positions' });
  for (let i = 0; i < count; i++)
    for (let head = 0; head < heads; head++)
      values.set(one.subarray(i * axes, (i + 1) * axes), (i * heads + head) * axes);
  return { values, count: heads * count, axes };
}
