/**
 * Float32 tables of waves.
 */
import type { Backend } from '../../methods/calls.js';
import type { OnPositions } from '../../requests/requests.js';
import type { Floats } from '../../checks/arrays.js';
import { partOf } from '../../checks/positions.js';
import { compare } from '../compare.js';
import { tableProgram } from '../programs/table.js';
import { waveLanesOf } from '../wave-lanes.js';
import type { GpuMethod, DeviceMatrix, VerifiedProgram } from '../method.js';

async function verified(
  inner: Backend,
  request: OnPositions & { readonly dtype: string },
): Promise<VerifiedProgram | undefined> {
  const lanes = request.dtype === 'f32' ? await waveLanesOf(inner, request.spec, request.positions) : undefined;
  if (!lanes) return undefined;
  const { rows, width, tolerance } = lanes;
  return {
    program: tableProgram(lanes),
    rows,
    cols: width,
    purpose: { field: 'positions', what: 'the table', advice: 'use tableBlocks' },
    verify: async (row, got) => compare(got, await tableRows(inner, request, row, 1), () => tolerance),
  };
}

async function deviceMatrix(inner: Backend, request: OnPositions): Promise<DeviceMatrix> {
  const { width: cols } = await inner.run('shape', { spec: request.spec }, {});
  const made = await verified(inner, { ...request, dtype: 'f32' });
  const part = (first: number, count: number) => tableRows(inner, request, first, count);
  if (!made) await part(0, 0); // the module reports invalid arguments
  return { rows: request.positions.count, cols, what: 'the table', verified: made, part };
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

export const table: GpuMethod<'table'> = { verified, deviceMatrix };
