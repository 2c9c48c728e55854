/**
 * A matrix that stays on the device, for the caller's own pipeline. If the GPU fails, the module computes it and it is
 * uploaded; only the buffer is required.
 */
import type { OnGpuTarget } from '../requests/gpu-arguments.js';
import type { Control } from '../checks/control.js';
import { errorAbout, PosencError } from '../checks/errors.js';
import { throwIfAborted } from '../checks/options.js';
import type { ComputedBy } from '../types/posenc.js';
import type { Device } from './device.js';
import { GpuFailure } from './failure.js';
import { mapForReading, usage } from './flags.js';
import type { DeviceMatrix, Source } from './method.js';
import { RowsOnDevice } from './rows-on-device.js';
import { rowsBy, verifiedRows } from './sample.js';
import { newNonce } from './shaders/check.js';

/** Upload size per piece, approximately. */
const uploadBytes = 8 * 2 ** 20;

export interface OnDevice {
  readonly buffer: GPUBuffer;
  readonly device: GPUDevice;
  readonly backend: ComputedBy;
}

/** @param proven true if the shaders of this device passed the probe */
export async function deviceMatrixOn(
  device: Device,
  matrix: DeviceMatrix,
  proven: boolean,
  { usage: flags, into }: OnGpuTarget,
  control: Control,
): Promise<OnDevice> {
  const bytes = 4 * matrix.rows * matrix.cols;
  const given = into as GPUBuffer | undefined;
  if (bytes > 0 && matrix.source) await checkUsable(device, matrix.source.buffer, matrix.source.field);
  if (bytes > 0 && given) await checkUsable(device, given, 'options.into');
  checkSize(device, bytes, matrix, given);
  const { storage, copySource, copyTarget } = usage;
  const buffer = given ?? (await device.buffer(Math.max(bytes, 4), storage | copySource | copyTarget | flags));
  try {
    const backend = proven && (await made(device, matrix, buffer, control)) ? 'webgpu' : 'wasm';
    if (backend === 'wasm') await upload(device, matrix, buffer, control);
    return { buffer, device: device.gpu, backend };
  } catch (thrown) {
    if (!given) buffer.destroy();
    throw thrown;
  }
}

function checkSize(device: Device, bytes: number, { what, field = 'positions' }: DeviceMatrix, into?: GPUBuffer): void {
  if (into) {
    if (into.size >= bytes) return;
    throw errorAbout('bad_shape', 'options.into', `must have ${bytes} bytes for ${what}, but it has ${into.size}`);
  }
  const { maxBufferSize } = device.gpu.limits;
  if (bytes <= maxBufferSize) return;
  throw new PosencError(
    'too_large',
    field,
    `${what} needs ${bytes} bytes, but a buffer of this device may have ${maxBufferSize}; give a device with more, or ask for less`,
  );
}

/** Rejects the caller's buffer if WebGPU does: from another device, destroyed, or mapped. */
async function checkUsable(device: Device, buffer: GPUBuffer, field: string): Promise<void> {
  try {
    await read(device, [{ buffer, offset: 0, size: 4 }]);
  } catch (thrown) {
    if (!(thrown instanceof GpuFailure) || thrown.kind !== 'invalid') throw thrown;
    const text = `${field} must be a buffer of this device, neither destroyed nor mapped: ${thrown.message}`;
    throw new PosencError('bad_argument', field, text, { cause: thrown });
  }
}

/** Returns false if the shaders cannot compute it, or computed it wrongly. */
async function made(
  device: Device,
  { verified, source }: DeviceMatrix,
  buffer: GPUBuffer,
  control: Control,
): Promise<boolean> {
  if (!verified) return false;
  const { program, sampled = verifiedRows } = verified;
  const { rows, width } = program;
  const table = new RowsOnDevice(device, program);
  try {
    await table.fill(
      buffer,
      async (row, part) => {
        const some = rowsBy(newNonce(), part, sampled).map((one) => row + one); // chosen after all rows are written
        const matrices = [{ buffer, width }, ...(source ? [source] : [])];
        const read = await Promise.all(matrices.map((matrix) => rowsOf(device, matrix, some)));
        const [got, given] = read as [Float32Array[], Float32Array[]?];
        await Promise.all(some.map((one, i) => verified.verify(one, got[i]!, given?.[i])));
        throwIfAborted(control.signal);
        control.onProgress?.((row + part) / rows);
      },
      control.signal,
    );
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
  { rows: count, cols, part, source }: DeviceMatrix,
  buffer: GPUBuffer,
  control: Control,
): Promise<void> {
  const piece = Math.max(1, Math.floor(uploadBytes / (4 * Math.max(cols, source?.width ?? 0, 1))));
  for (let row = 0; row < count; row += piece) {
    throwIfAborted(control.signal);
    const rows = Math.min(piece, count - row);
    const given = source && (await read(device, [rowsAt(source, row, rows)]));
    const data = (await part(row, rows, given)) as Float32Array<ArrayBuffer>;
    await device.checked(() => device.gpu.queue.writeBuffer(buffer, 4 * row * cols, data));
    control.onProgress?.((row + rows) / count);
  }
  await device.race(device.gpu.queue.onSubmittedWorkDone(), control.signal);
}

type OnBuffer = Pick<Source, 'buffer' | 'width'>;
interface Bytes {
  readonly buffer: GPUBuffer;
  readonly offset: number;
  readonly size: number;
}
const rowsAt = ({ buffer, width }: OnBuffer, first: number, rows: number): Bytes => ({
  buffer,
  offset: 4 * first * width,
  size: 4 * rows * width,
});

/** Reads some rows of a matrix. */
async function rowsOf(device: Device, matrix: OnBuffer, rows: readonly number[]): Promise<Float32Array[]> {
  const { width } = matrix;
  const all = await read(
    device,
    rows.map((row) => rowsAt(matrix, row, 1)),
  );
  return rows.map((_, i) => all.subarray(i * width, (i + 1) * width));
}

/** Reads parts of buffers into one array. */
async function read(device: Device, parts: readonly Bytes[]): Promise<Float32Array> {
  const staging = await device.buffer(
    parts.reduce((sum, { size }) => sum + size, 0),
    usage.mapRead | usage.copyTarget,
  );
  try {
    await device.checked(() => {
      const encoder = device.gpu.createCommandEncoder();
      let at = 0;
      for (const { buffer, offset, size } of parts) {
        encoder.copyBufferToBuffer(buffer, offset, staging, at, size);
        at += size;
      }
      device.gpu.queue.submit([encoder.finish()]);
    });
    await device.race(staging.mapAsync(mapForReading));
    return new Float32Array(staging.getMappedRange().slice(0));
  } finally {
    staging.destroy();
  }
}
