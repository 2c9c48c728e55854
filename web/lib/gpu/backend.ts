/**
 * A backend that runs supported calls on the GPU and delegates all others. After a GPU failure the inner backend
 * repeats the call silently; `backend` in the result says which one computed it.
 */
import { allocate, type Floats } from '../checks/arrays.js';
import type { Backend, Calls, MethodName, OnGpu, OnGpuCalls, OnGpuName } from '../methods/calls.js';
import type { Computed } from '../methods/method.js';
import { blockRowsOf, type BlocksRequest } from '../methods/table-blocks.js';
import type { OnGpuTarget } from '../requests/gpu-arguments.js';
import type { Into, OnPositions } from '../requests/requests.js';
import type { Control } from '../checks/control.js';
import { PosencError } from '../checks/errors.js';
import { throwIfAborted } from '../checks/options.js';
import { Throttle } from '../checks/throttle.js';
import type { DeviceChoice, Matrix, TableBlock } from '../types/posenc.js';
import type { Device } from './device.js';
import { GpuFailure } from './failure.js';
import { VerifiedRows } from './verified-rows.js';
import { deviceMatrixOn, type OnDevice } from './on-gpu.js';
import { gpuMethods } from './methods/index.js';
import type { GpuMethod, VerifiedProgram } from './method.js';
import { tableRows } from './methods/table.js';
import { DeviceHost } from './device-host.js';
import { BreakEven } from './break-even.js';

type Verified<M extends MethodName> = (
  inner: Backend,
  request: Calls[M]['request'],
) => Promise<VerifiedProgram | undefined>;

export class GpuBackend implements Backend {
  readonly #host: DeviceHost;
  readonly #breakEven = new BreakEven();

  constructor(
    readonly inner: Backend,
    readonly choice: DeviceChoice,
    gpuDevice: GPUDevice | undefined,
  ) {
    this.#host = new DeviceHost(inner, gpuDevice);
  }

  get borrows(): boolean {
    return this.choice === 'wasm' && this.inner.borrows === true;
  }

  run<M extends MethodName>(method: M, request: Calls[M]['request'], control: Control): Promise<Calls[M]['result']> {
    return this.choice === 'wasm' ? this.inner.run(method, request, control) : this.#run(method, request, control);
  }

  /** Synchronous calls do not wait for a GPU: the module computes them. */
  get now(): Backend['now'] {
    return this.inner.now?.bind(this.inner);
  }

  release(prepared: number): void {
    this.inner.release(prepared);
  }

  async #run<M extends MethodName>(
    method: M,
    request: Calls[M]['request'],
    control: Control,
  ): Promise<Calls[M]['result']> {
    const verified = await this.#verified(method, request);
    const made = verified && (await this.#make(verified, (request as Into).intoLength, control));
    return (made as Calls[M]['result'] | undefined) ?? this.inner.run(method, request, control);
  }

  async *blocks(request: BlocksRequest, control: Control): AsyncGenerator<Computed<TableBlock>, void, undefined> {
    const verified = await this.#verified('table', request);
    if (!verified) {
      yield* this.inner.blocks(request, control);
      return;
    }
    const { cols, rows: total } = verified;
    const { rows: blockRows, purpose } = blockRowsOf(request, cols);
    const making = new VerifiedRows(this.#host, verified);
    const progress = paced(control, total);
    try {
      for (let firstRow = 0; firstRow < total; firstRow += blockRows) {
        throwIfAborted(control.signal);
        const rows = Math.min(blockRows, total - firstRow);
        const data = allocate(Float32Array, rows * cols, purpose);
        if (await filled(making, data, firstRow, control, progress)) {
          yield { data, rows, cols, firstRow, backend: 'webgpu' };
        } else {
          const made = await tableRows(this.inner, request, firstRow, rows);
          progress(firstRow + rows);
          yield { data: made, rows, cols, firstRow };
        }
      }
    } finally {
      making.dispose();
    }
  }

  async onGpu<M extends OnGpuName>(
    method: M,
    request: OnGpuCalls[M],
    target: OnGpuTarget,
    control: Control,
  ): Promise<OnGpu> {
    const matrix = await (gpuMethods[method] as GpuMethod<M>).deviceMatrix(this.inner, request);
    const { device } = target;
    const work = (on: Device, proven = true): Promise<OnDevice> => deviceMatrixOn(on, matrix, proven, target, control);
    try {
      const given = device && (await this.#host.foreign(device as unknown as GPUDevice));
      const made = await (given ? work(given.device, given.proven) : this.#host.onFreshDevice(work));
      return { ...made, rows: matrix.rows, cols: matrix.cols };
    } catch (thrown) {
      throw thrown instanceof GpuFailure ? refusal(thrown, device !== undefined) : thrown;
    }
  }

  dispose(): void {
    this.#host.dispose();
    this.inner.dispose();
  }

  /** Returns undefined if the GPU failed, or if the caller's array does not fit; the module then reports the error. */
  async #make(
    verified: VerifiedProgram,
    intoLength: number | undefined,
    control: Control,
  ): Promise<Computed<Matrix> | undefined> {
    const { rows, cols, purpose } = verified;
    const length = rows * cols;
    if (control.into && (control.into.length !== length || intoLength !== length)) return undefined;
    const data = control.into ?? allocate(Float32Array, length, purpose);
    const making = new VerifiedRows(this.#host, verified);
    try {
      const done = await filled(making, data, 0, control, paced(control, verified.program.rows));
      return done ? { data, rows, cols, backend: 'webgpu' } : undefined;
    } finally {
      making.dispose();
    }
  }

  /** Returns undefined if this call is not for the GPU. 'auto' considers tables only. */
  async #verified<M extends MethodName>(method: M, request: Calls[M]['request']): Promise<VerifiedProgram | undefined> {
    const { choice, inner } = this;
    const { verified } = (gpuMethods as Partial<Record<MethodName, GpuMethod<never>>>)[method] ?? {};
    if (!verified || choice === 'wasm' || (choice === 'auto' && method !== 'table')) return undefined;
    const made = await (verified as Verified<M>)(inner, request);
    if (!made || choice === 'webgpu') return made;
    return (await this.#breakEven.passed(this.#host, request as OnPositions, made)) ? made : undefined;
  }
}

/** The error for calls that require a GPU. */
function refusal(failure: GpuFailure, given: boolean): PosencError {
  const code = failure.kind === 'memory' ? 'out_of_memory' : 'bad_argument';
  const advice = given ? '' : '; give a device';
  return new PosencError(code, 'options.device', `there is no usable GPU: ${failure.message}${advice}`, {
    cause: failure,
  });
}

/** Returns false if the GPU failed, or if the caller's array was detached. */
async function filled(
  making: VerifiedRows,
  data: Floats,
  firstRow: number,
  control: Control,
  progress: (row: number) => void,
): Promise<boolean> {
  const { length } = data;
  try {
    await making.fill(data, firstRow, control, progress);
    return data.length === length;
  } catch (thrown) {
    if (thrown instanceof GpuFailure || data.length !== length) return false;
    throw thrown;
  }
}

/** Reports rows as a fraction. */
function paced({ onProgress }: Control, total: number): (row: number) => void {
  const throttle = new Throttle();
  return (row) => {
    if (onProgress && throttle.due(row / total)) onProgress(row / total);
  };
}
