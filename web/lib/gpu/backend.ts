/**
 * A backend that takes to the GPU what it can do there, and hands everything else on. What fails on the GPU is done
 * again by the backend inside, silently: `backend` in the result says what ran.
 */
import { allocate } from '../arrays.js';
import type {
  Backend,
  BlocksRequest,
  Calls,
  Computed,
  Control,
  Method,
  OnGpu,
  OnGpuRequest,
  OnPositions,
  TableRequest,
} from '../calls.js';
import { PosencError } from '../errors.js';
import { throwIfAborted } from '../options.js';
import type { DeviceChoice, TableBlock } from '../posenc.js';
import type { Device } from './device.js';
import { blockRowsOf } from '../wasm/work.js';
import { GpuFailure } from './failure.js';
import { TableJob, rowsOf } from './fill.js';
import { type Lanes, lanesOf } from './lanes.js';
import { type OnDevice, tableOnDevice } from './on-gpu.js';
import { Session } from './session.js';
import { Worth } from './worth.js';

const progressMs = 16;

export class GpuBackend implements Backend {
  readonly #session: Session;
  readonly #worth = new Worth();

  constructor(
    readonly inner: Backend,
    readonly choice: DeviceChoice,
    gpuDevice: GPUDevice | undefined,
  ) {
    this.#session = new Session(inner, gpuDevice);
  }

  async run<M extends Method>(method: M, request: Calls[M]['request'], control: Control): Promise<Calls[M]['result']> {
    if (method === 'table') {
      const made = await this.#table(request as TableRequest, control);
      if (made) return made as Calls[M]['result'];
    }
    return this.inner.run(method, request, control);
  }

  async *blocks(request: BlocksRequest, control: Control): AsyncGenerator<Computed<TableBlock>, void, undefined> {
    const lanes = await this.#lanes(request);
    if (!lanes) {
      yield* this.inner.blocks(request, control);
      return;
    }
    const { width, rows: total } = lanes;
    const { rows: blockRows, purpose } = blockRowsOf(request, width);
    const job = new TableJob(this.#session, request, lanes);
    const progress = paced(control, total);
    try {
      for (let firstRow = 0; firstRow < total; firstRow += blockRows) {
        throwIfAborted(control.signal);
        const rows = Math.min(blockRows, total - firstRow);
        const data = allocate(Float32Array, rows * width, purpose);
        if (await filled(job, data, firstRow, control, progress)) {
          yield { data, rows, cols: width, firstRow, backend: 'webgpu' };
        } else {
          const made = await rowsOf(this.inner, request, firstRow, rows);
          progress(firstRow + rows);
          yield { data: made, rows, cols: width, firstRow, backend: 'wasm' };
        }
      }
    } finally {
      job.dispose();
    }
  }

  async onGpu(request: OnGpuRequest, control: Control): Promise<OnGpu> {
    const { spec, positions, device, usage } = request;
    const { width } = await this.inner.run('shape', { spec }, {});
    const lanes = await lanesOf(this.inner, spec, positions);
    if (!lanes) await rowsOf(this.inner, request, 0, 0); // what is wrong with the arguments, the module says
    const work = (on: Device, proven = true): Promise<OnDevice> =>
      tableOnDevice(on, this.inner, request, width, proven ? lanes : undefined, usage, control);
    try {
      const given = device && (await this.#session.foreign(device as unknown as GPUDevice));
      const made = await (given ? work(given.device, given.proven) : this.#session.on(work));
      return { ...made, rows: positions.count, cols: width };
    } catch (thrown) {
      throw thrown instanceof GpuFailure ? refusal(thrown, device !== undefined) : thrown;
    }
  }

  dispose(): void {
    this.#session.dispose();
    this.inner.dispose();
  }

  async #table(request: TableRequest, control: Control): Promise<Calls['table']['result'] | undefined> {
    const lanes = await this.#lanes(request);
    if (!lanes) return undefined;
    const { rows, width } = lanes;
    const length = rows * width;
    if (control.into && (control.into.length !== length || request.intoLength !== length)) return undefined;
    const what = { field: 'positions', what: 'the table', advice: 'use tableBlocks' };
    const data = control.into ?? allocate(Float32Array, length, what);
    const job = new TableJob(this.#session, request, lanes);
    try {
      const done = await filled(job, data, 0, control, paced(control, rows));
      return done ? { data, rows, cols: width, backend: 'webgpu' } : undefined;
    } finally {
      job.dispose();
    }
  }

  /** undefined where this table is not for the GPU. */
  async #lanes(request: OnPositions & { readonly dtype: string }): Promise<Lanes | undefined> {
    if (this.choice === 'wasm' || request.dtype !== 'f32') return undefined;
    const lanes = await lanesOf(this.inner, request.spec, request.positions);
    if (!lanes || this.choice === 'webgpu') return lanes;
    return (await this.#worth.it(this.#session, request, lanes)) ? lanes : undefined;
  }
}

/** Where only a GPU will do. */
function refusal(failure: GpuFailure, given: boolean): PosencError {
  const code = failure.kind === 'memory' ? 'out_of_memory' : 'bad_argument';
  const advice = given ? '' : '; give a device';
  return new PosencError(code, 'options.device', `there is no usable GPU: ${failure.message}${advice}`, {
    cause: failure,
  });
}

/** false when the GPU could not do it, or the caller's array went away. */
async function filled(
  job: TableJob,
  data: Float32Array | Float64Array,
  firstRow: number,
  control: Control,
  progress: (row: number) => void,
): Promise<boolean> {
  const { length } = data;
  try {
    await job.fill(data, firstRow, control, progress);
    return data.length === length;
  } catch (thrown) {
    if (thrown instanceof GpuFailure || data.length !== length) return false;
    throw thrown;
  }
}

/** Reports rows as a fraction, at most about 60 times a second. */
function paced({ onProgress }: Control, total: number): (row: number) => void {
  let last = performance.now();
  return (row) => {
    const now = performance.now();
    if (!onProgress || (row < total && now - last < progressMs)) return;
    last = now;
    onProgress(row / total);
  };
}
