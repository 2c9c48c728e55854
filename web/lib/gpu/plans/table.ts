/**
 * Float32 tables of waves.
 */
import type { Backend, OnPositions } from '../../requests/calls.js';
import type { Floats } from '../../checks/arrays.js';
import { partOf } from '../../checks/positions.js';
import { compare } from '../compare.js';
import { tableKernel } from '../kernels/table.js';
import { lanesOf } from '../lanes.js';
import type { Kept, Plan } from './plan.js';

export async function tablePlan(
  inner: Backend,
  request: OnPositions & { readonly dtype: string },
): Promise<Plan | undefined> {
  const lanes = request.dtype === 'f32' ? await lanesOf(inner, request.spec, request.positions) : undefined;
  if (!lanes) return undefined;
  const { rows, width, tolerance } = lanes;
  return {
    kernel: tableKernel(lanes),
    rows,
    cols: width,
    purpose: { field: 'positions', what: 'the table', advice: 'use tableBlocks' },
    verify: async (row, got) => compare(got, await tableRows(inner, request, row, 1), () => tolerance),
  };
}

export async function keptTable(inner: Backend, request: OnPositions): Promise<Kept> {
  const { width: cols } = await inner.run('shape', { spec: request.spec }, {});
  const plan = await tablePlan(inner, { ...request, dtype: 'f32' });
  const part = (first: number, count: number) => tableRows(inner, request, first, count);
  if (!plan) await part(0, 0); // what is wrong with the arguments, the module says
  return { rows: request.positions.count, cols, what: 'the table', plan, part };
}

/** The module's float32 rows first, first + 1, … of a table. */
export async function tableRows(
  inner: Backend,
  { spec, positions }: OnPositions,
  first: number,
  count: number,
): Promise<Floats> {
  return (await inner.run('table', { spec, positions: partOf(positions, first, count), dtype: 'f32' }, {})).data;
}
