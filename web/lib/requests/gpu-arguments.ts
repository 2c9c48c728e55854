/**
 * Reads the caller's GPU buffers and devices. They are duck-typed, because their classes are globals only if the
 * platform has built-in WebGPU. The device of a buffer is checked on use (gpu/on-gpu.ts).
 */
import { errorAbout, mustBe, PosencError } from '../checks/errors.js';
import { gpuDeviceOption, isGpuDevice, wholeOption } from '../checks/options.js';
import { type Entries, guarded, readRecord } from '../checks/record.js';
import { shown } from '../checks/show.js';
import type { GpuDevice } from '../types/on-gpu.js';

/** A (rows, cols) float32 matrix in a GPUBuffer of the caller. */
export interface OnGpuInput {
  readonly buffer: unknown;
  readonly rows: number;
  readonly cols: number;
  readonly device: GpuDevice | undefined;
}
/** Destination of a result that stays on a GPU. */
export interface OnGpuTarget {
  readonly device: GpuDevice | undefined;
  /** Extra usage flags of the buffer. */
  readonly usage: number;
  /** The caller's GPUBuffer to write to, instead of a new one. */
  readonly into: unknown;
}

/** GPUBufferUsage bits, which are fixed by the specification. */
const flags = { COPY_SRC: 0x4, COPY_DST: 0x8, STORAGE: 0x80 } as const;
type Flag = keyof typeof flags;

interface BufferLike {
  readonly size: number;
  readonly usage: number;
}

function isBuffer(value: unknown): value is BufferLike {
  const { size, usage, mapAsync } = (value ?? {}) as Record<string, unknown>;
  return typeof size === 'number' && typeof usage === 'number' && typeof mapAsync === 'function';
}

/** Checks that `value` is a GPUBuffer with these flags. */
function bufferOf(value: unknown, field: string, needed: readonly Flag[]): BufferLike {
  return guarded({ code: 'bad_argument', field, what: 'a GPUBuffer' }, () => {
    const refuse = (what: string): never => {
      throw errorAbout('bad_argument', field, `must be a GPUBuffer${what}`);
    };
    if (!isBuffer(value)) return refuse(`, but ${shown(value)} was given`);
    const missing = needed.filter((flag) => (value.usage & flags[flag]) === 0);
    return missing.length
      ? refuse(` with the usage flags ${needed.join(', ')}, but it lacks ${missing.join(', ')}`)
      : value;
  });
}

/** Reads a matrix { buffer, rows, cols } on a device. */
export function readGpuMatrix(x: unknown, field: string): OnGpuInput {
  const entries = readRecord(x, { code: 'bad_argument', field, what: 'a matrix on a GPU, { buffer, rows, cols }' });
  const size = (name: string): number => {
    const value = entries.get(name);
    if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
    throw mustBe('bad_shape', `${field}.${name}`, 'a whole number', value);
  };
  const [rows, cols] = [size('rows'), size('cols')];
  const name = `${field}.buffer`;
  const buffer = bufferOf(entries.get('buffer'), name, ['STORAGE', 'COPY_SRC']);
  const bytes = 4 * rows * cols;
  if (buffer.size < bytes) {
    const text = `${name} must have 4 * rows * cols = ${bytes} bytes, but it has ${buffer.size}`;
    throw new PosencError('bad_shape', name, text);
  }
  const device = entries.get('device');
  if (device === undefined || isGpuDevice(device)) return { buffer, rows, cols, device };
  throw mustBe('bad_argument', `${field}.device`, 'a GPUDevice', device);
}

/** Destination of a result that has no input on a GPU. */
export const targetOf = (entries: Entries): OnGpuTarget => ({
  device: gpuDeviceOption(entries),
  usage: wholeOption(entries, 'usage', 0) ?? 0,
  into: undefined,
});

/** Destination of a result computed from `x`: on its device, in the caller's buffer if given. */
export function targetBeside(entries: Entries, x: OnGpuInput): OnGpuTarget {
  const refuse = (name: string, what: string): never => {
    throw errorAbout('bad_argument', `options.${name}`, `must be ${what}`);
  };
  const { device = x.device, usage } = targetOf(entries);
  if (!device) return refuse('device', 'given, as x does not say on which device it is');
  if (x.device && device !== x.device) return refuse('device', 'the device of x');
  if (!entries.has('into')) return { device, usage, into: undefined };
  if (entries.has('usage')) return refuse('usage', 'left out where options.into is given, which has its own');
  const into = bufferOf(entries.get('into'), 'options.into', ['STORAGE', 'COPY_SRC', 'COPY_DST']);
  // a failed result is recomputed from x
  if (into === x.buffer) return refuse('into', 'another buffer than that of x');
  return { device, usage, into };
}
