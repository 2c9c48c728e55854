/**
 * Positions: a number n (0 … n-1), a list, a typed array or { start, count, step }.
 * Lists are copied at the call, so a caller may change them afterwards.
 */
import { allocate, isNumbers } from './arrays.js';
import { PosencError } from './errors.js';
import { maxPosition } from './limits.js';
import { guarded, readRecord, refuseUnknown } from './record.js';
import { shown } from './show.js';

export interface RangePlan {
  readonly start: number;
  readonly step: number;
  readonly count: number;
}
export interface ListPlan {
  readonly values: Float64Array;
  readonly count: number;
}
/** Plain data: it can be posted to a worker. */
export type PositionPlan = RangePlan | ListPlan;

/** Throws `bad_positions`, with `field` naming the argument or the bad item of it. */
export function checkPositions(positions: unknown, field = 'positions'): PositionPlan {
  return guarded({ code: 'bad_positions', field, what: 'positions' }, () => {
    if (typeof positions === 'number') {
      return { start: 0, step: 1, count: checkCount(positions, field, `${field} as a number`) };
    }
    if (Array.isArray(positions) || isNumbers(positions)) return checkList(positions, field);
    return checkRange(positions, field);
  });
}

function checkCount(count: unknown, field: string, name: string): number {
  if (typeof count === 'number' && Number.isSafeInteger(count) && count >= 0) return count;
  throw new PosencError(
    'bad_positions',
    field,
    `${name} must be a whole number of rows, 0 … 2^53-1, but ${shown(count)} was given`,
  );
}

function checkList(list: ArrayLike<unknown>, field: string): ListPlan {
  const count = checkCount(list.length, field, `the length of ${field}`);
  const values = allocate(Float64Array, count, {
    field,
    what: field,
    advice: 'give { start, count, step } where they are evenly spaced',
  });
  for (let i = 0; i < count; i++) {
    const value = list[i];
    if (!isPosition(value)) throw badPosition(value, `${field}[${i}]`);
    values[i] = value;
  }
  return { values, count };
}

function checkRange(range: unknown, field: string): RangePlan {
  const entries = readRecord(range, {
    code: 'bad_positions',
    field,
    what: 'a number n, a list of numbers, a Float64Array, Float32Array, Int32Array or Uint32Array, or { start, count, step }',
  });
  refuseUnknown(entries, ['start', 'count', 'step'], 'bad_positions', `${field}.`, field);
  const start = entries.has('start') ? entries.get('start') : 0;
  const step = entries.has('step') ? entries.get('step') : 1;
  if (!isPosition(start)) throw badPosition(start, `${field}.start`);
  if (typeof step !== 'number' || !Number.isFinite(step)) {
    throw new PosencError(
      'bad_positions',
      `${field}.step`,
      `${field}.step must be a finite number, but ${shown(step)} was given`,
    );
  }
  if (!entries.has('count')) throw new PosencError('bad_positions', `${field}.count`, `${field}.count is missing`);
  const count = checkCount(entries.get('count'), `${field}.count`, `${field}.count`);
  const plan = { start, step, count };
  if (count > 0 && !endsInside(plan)) {
    throw new PosencError(
      'bad_positions',
      field,
      `${field} must stay within ±2^53, but start ${start}, step ${step}, count ${count} leave it`,
    );
  }
  return plan;
}

const isPosition = (value: unknown): value is number => typeof value === 'number' && Math.abs(value) <= maxPosition;

const badPosition = (value: unknown, field: string): PosencError =>
  new PosencError('bad_positions', field, `${field} must be a number within ±2^53, but ${shown(value)} was given`);

function endsInside({ start, step, count }: RangePlan): boolean {
  if (!Number.isInteger(start) || !Number.isInteger(step)) return isPosition(start + (count - 1) * step);
  const last = BigInt(start) + BigInt(count - 1) * BigInt(step);
  return last <= BigInt(maxPosition) && last >= -BigInt(maxPosition);
}

/**
 * Whether `start + k * step` is exact in float64 for every k: then any part of the range can be
 * asked for by its own start, and gives the same positions as the whole.
 */
export function isExactRange(plan: PositionPlan): plan is RangePlan {
  if ('values' in plan) return false;
  const { start, step, count } = plan;
  return Number.isInteger(start) && Number.isInteger(step) && Math.abs(step) * Math.max(count - 1, 0) <= maxPosition;
}

/** Writes positions first, first + 1, … of the plan into `out`. Fractional ranges: fl(start + fl(k step)). */
export function fillPositions(plan: PositionPlan, first: number, out: Float64Array): void {
  if ('values' in plan) {
    out.set(plan.values.subarray(first, first + out.length));
    return;
  }
  const { start, step } = plan;
  const whole = Number.isInteger(start) && Number.isInteger(step) && !isExactRange(plan);
  for (let i = 0; i < out.length; i++) {
    const k = first + i;
    out[i] = whole ? Number(BigInt(start) + BigInt(k) * BigInt(step)) : start + k * step;
  }
}
