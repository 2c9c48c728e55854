/**
 * A matrix that stays on the device, for a pipeline of the caller's. Where the GPU cannot make it, the module does and
 * it is uploaded: only the buffer has to be there.
 */
import type { Control } from '../calls.js';
import { PosencError } from '../errors.js';
import { throwIfAborted } from '../options.js';
import type { ComputedBy } from '../posenc.js';
import { type Device, rethrown } from './device.js';
import { GpuFailure } from './failure.js';
import { mapForReading, usage } from './flags.js';
import type { Kept, Plan } from './plans/plan.js';
import { RowsOnDevice } from './rows-on-device.js';

/** Rows are uploaded in pieces of about this size. */
const uploadBytes = 8 * 2 ** 20;

export interface OnDevice {
  readonly buffer: GPUBuffer;
  readonly device: GPUDevice;
  readonly backend: ComputedBy;
}

/** @param proven whether the shaders of this device are right */
export async function keptOnDevice(
  device: Device,
  kept: Kept,
  proven: boolean,
  flags: number,
  control: Control,
): Promise<OnDevice> {
  const bytes = 4 * kept.rows * kept.cols;
  checkSize(device, bytes, kept);
  const { storage, copySource, copyTarget } = usage;
  const buffer = await device.buffer(Math.max(bytes, 4), storage | copySource | copyTarget | flags);
  try {
    const backend = proven && (await made(device, kept.plan, buffer, control)) ? 'webgpu' : 'wasm';
    if (backend === 'wasm') await upload(device, kept, buffer, control);
    return { buffer, device: device.gpu, backend };
  } catch (thrown) {
    buffer.destroy();
    throw thrown;
  }
}

function checkSize(device: Device, bytes: number, { what, field = 'positions' }: Kept): void {
  const { maxBufferSize } = device.gpu.limits;
  if (bytes <= maxBufferSize) return;
  throw new PosencError(
    'too_large',
    field,
    `${what} needs ${bytes} bytes, but a buffer of this device may have ${maxBufferSize}; give a device with more, or ask for less`,
  );
}

/** false where the shaders cannot do it, or did it wrong. */
async function made(device: Device, plan: Plan | undefined, buffer: GPUBuffer, control: Control): Promise<boolean> {
  if (!plan) return false;
  const { kernel, sampled = 1 } = plan;
  const { rows, width } = kernel;
  const table = new RowsOnDevice(device, kernel);
  try {
    await table.fill(buffer, async (row, part) => {
      throwIfAborted(control.signal);
      const some = Array.from({ length: Math.min(part, sampled) }, () => row + Math.floor(Math.random() * part));
      const got = await readRows(device, { buffer, width }, some);
      await Promise.all(some.map((one, i) => plan.verify(one, got.subarray(i * width, (i + 1) * width))));
      control.onProgress?.((row + part) / rows);
    });
    return true;
  } catch (thrown) {
    if (thrown instanceof GpuFailure && (thrown.kind === 'wrong' || thrown.kind === 'invalid')) return false;
    throw thrown;
  } finally {
    table.dispose();
  }
}

async function upload(
  device: Device,
  { rows: count, cols, part }: Kept,
  buffer: GPUBuffer,
  control: Control,
): Promise<void> {
  const piece = Math.max(1, Math.floor(uploadBytes / (4 * Math.max(cols, 1))));
  for (let row = 0; row < count; row += piece) {
    throwIfAborted(control.signal);
    const rows = Math.min(piece, count - row);
    const data = (await part(row, rows)) as Float32Array<ArrayBuffer>;
    await device.checked(() => device.gpu.queue.writeBuffer(buffer, 4 * row * cols, data));
    control.onProgress?.((row + rows) / count);
  }
  await device.race(device.gpu.queue.onSubmittedWorkDone(), control.signal).catch(rethrown);
}

/** Some rows of a matrix, one behind the other. */
async function readRows(
  device: Device,
  { buffer, width }: { readonly buffer: GPUBuffer; readonly width: number },
  rows: readonly number[],
): Promise<Float32Array> {
  const bytes = 4 * width;
  const staging = await device.buffer(bytes * rows.length, usage.mapRead | usage.copyTarget);
  try {
    await device.checked(() => {
      const encoder = device.gpu.createCommandEncoder();
      rows.forEach((row, i) => encoder.copyBufferToBuffer(buffer, bytes * row, staging, bytes * i, bytes));
      device.gpu.queue.submit([encoder.finish()]);
    });
    await device.race(staging.mapAsync(mapForReading)).catch(rethrown);
    return new Float32Array(staging.getMappedRange().slice(0));
  } finally {
    staging.destroy();
  }
}
