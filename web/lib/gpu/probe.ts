/**
 * Cases that a device must reproduce before it is used: entries that GPUs and their compilers have computed wrongly.
 */
import type { Backend } from '../methods/calls.js';
import type { RawPositions } from '../checks/positions.js';
import type { RawSpec } from '../types/core.js';
import { compare } from './compare.js';
import type { Device } from './device.js';
import { GpuFailure } from './failure.js';
import { waveLanesOf } from './wave-lanes.js';
import { tableProgram } from './programs/table.js';
import { RowsOnDevice } from './rows-on-device.js';

const sinusoidal = (numbers: Record<string, number>): RawSpec => ({ encoding: 'sinusoidal', numbers, arrays: {} });

/** Numerators of convergents of π/2 (OEIS A096456 and neighbours): their sine or cosine is almost 0. */
const nearQuarterTurns = [
  1, 2, 3, 11, 22, 33, 44, 344, 355, 699, 710, 51819, 52174, 103993, 104348, 208341, 260515, 312689, 521030, 573204,
  833719, 1146408, 2292816, 4272943, 5419351, 10838702, 42781604, 48200955, 80143857, 122925461, 165707065, 245850922,
  411557987, 657408909, 1068966896, 2549491779,
];

/** Integers around every power of two, up to the last position. */
function integers(): Float64Array {
  const found = new Set(nearQuarterTurns);
  for (let bits = 0; bits <= 32; bits++)
    for (const off of [-2, -1, 0, 1]) if (2 ** bits + off >= 0 && 2 ** bits + off < 2 ** 32) found.add(2 ** bits + off);
  return Float64Array.from([...found].sort((a, b) => a - b));
}

const range = (start: number, step: number, count: number): RawPositions => ({ start, step, count, axes: 1 });
const values = integers();
const list: RawPositions = { values, count: values.length, axes: 1 };

const cases: readonly { spec: RawSpec; positions: RawPositions }[] = [
  // 1 … 1e-4 rad per position, the usual range
  { spec: sinusoidal({ dim: 64 }), positions: list },
  { spec: sinusoidal({ dim: 64 }), positions: range(2 ** 32 - 64, 1, 64) },
  // up to 1000 turns per position, and almost constant
  { spec: sinusoidal({ dim: 16, base: 1e12, scale: 6283.185307179586 }), positions: list },
  // eighths of a turn and their neighbours
  { spec: sinusoidal({ dim: 2, scale: Math.PI / 4 }), positions: range(2 ** 31 - 64, 1, 128) },
  { spec: sinusoidal({ dim: 10 }), positions: range(-1000.5, 0.25, 64) },
];

export const probeEntries = cases.reduce(
  (sum, { spec, positions }) => sum + positions.count * (spec.numbers['dim'] ?? 0),
  0,
);

/** Throws GpuFailure unless every entry is correct. */
export async function probe(device: Device, inner: Backend): Promise<void> {
  await device.measureLatency();
  for (const { spec, positions } of cases) {
    const lanes = await waveLanesOf(inner, spec, positions);
    if (!lanes) throw new GpuFailure('unavailable', 'the module gave nothing to compare with');
    const { data: expected } = await inner.run('table', { spec, positions, dtype: 'f32' }, {});
    const table = new RowsOnDevice(device, tableProgram(lanes));
    try {
      const got = new Float32Array(expected.length);
      await table.read(0, got);
      compare(got, expected, () => lanes.tolerance);
    } finally {
      table.dispose();
    }
  }
}
