/**
 * A backend that takes to the GPU what it can do there, and hands everything else on. What fails on the GPU is done
 * again by the backend inside, silently: `backend` in the result says what ran.
 */
import { allocate, type Floats } from '../checks/arrays.js';
import type {
  Backend,
  BlocksRequest,
  Calls,
  Computed,
  Into,
  Method,
  OnGpu,
  OnGpuCalls,
  OnGpuMethod,
  OnGpuTarget,
  OnPositions,
} from '../requests/calls.js';
import type { Control } from '../checks/control.js';
import { PosencError } from '../checks/errors.js';
import { throwIfAborted } from '../checks/options.js';
import type { DeviceChoice, Matrix, TableBlock } from '../types/posenc.js';
import { blockRowsOf } from '../requests/shapes.js';
import type { Device } from './device.js';
import { GpuFailure } from './failure.js';
import { RowsJob } from './fill.js';
import { keptOnDevice, type OnDevice } from './on-gpu.js';
import { keepers, planners } from './plans/index.js';
import type { Keeper, Plan, Planner } from './plans/plan.js';
import { tableRows } from './plans/table.js';
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

  get borrows(): boolean {
    return this.choice === 'wasm' && this.inner.borrows === true;
  }

  run<M extends Method>(method: M, request: Calls[M]['request'], control: Control): Promise<Calls[M]['result']> {
    return this.choice === 'wasm' ? this.inner.run(method, request, control) : this.#run(method, request, control);
  }

  /** A GPU is not waited for: the module's bits. */
  get now(): Backend['now'] {
    return this.inner.now?.bind(this.inner);
  }

  release(prepared: number): void {
    this.inner.release(prepared);
  }

  async #run<M extends Method>(method: M, request: Calls[M]['request'], control: Control): Promise<Calls[M]['result']> {
    const plan = await this.#plan(method, request);
    const made = plan && (await this.#make(plan, (request as Into).intoLength, control));
    return (made as Calls[M]['result'] | undefined) ?? this.inner.run(method, request, control);
  }

  async *blocks(request: BlocksRequest, control: Control): AsyncGenerator<Computed<TableBlock>, void, undefined> {
    const plan = await this.#plan('table', request);
    if (!plan) {
      yield* this.inner.blocks(request, control);
      return;
    }
    const { cols, rows: total } = plan;
    const { rows: blockRows, purpose } = blockRowsOf(request, cols);
    const job = new RowsJob(this.#session, plan);
    const progress = paced(control, total);
    try {
      for (let firstRow = 0; firstRow < total; firstRow += blockRows) {
        throwIfAborted(control.signal);
        const rows = Math.min(blockRows, total - firstRow);
        const data = allocate(Float32Array, rows * cols, purpose);
        if (await filled(job, data, firstRow, control, progress)) {
          yield { data, rows, cols, firstRow, backend: 'webgpu' };
        } else {
          const made = await tableRows(this.inner, request, firstRow, rows);
          progress(firstRow + rows);
          yield { data: made, rows, cols, firstRow };
        }
      }
    } finally {
      job.dispose();
    }
  }

  async onGpu<M extends OnGpuMethod>(
    method: M,
    request: OnGpuCalls[M],
    target: OnGpuTarget,
    control: Control,
  ): Promise<OnGpu> {
    const kept = await (keepers[method] as Keeper<M>)(this.inner, request);
    const { device } = target;
    const work = (on: Device, proven = true): Promise<OnDevice> => keptOnDevice(on, kept, proven, target, control);
    try {
      const given = device && (await this.#session.foreign(device as unknown as GPUDevice));
      const made = await (given ? work(given.device, given.proven) : this.#session.on(work));
      return { ...made, rows: kept.rows, cols: kept.cols };
    } catch (thrown) {
      throw thrown instanceof GpuFailure ? refusal(thrown, device !== undefined) : thrown;
    }
  }

  dispose(): void {
    this.#session.dispose();
    this.inner.dispose();
  }

  /** undefined where the GPU could not do it, or the caller's array does not fit: the module says so. */
  async #make(plan: Plan, intoLength: number | undefined, control: Control): Promise<Computed<Matrix> | undefined> {
    const { rows, cols, purpose } = plan;
    const length = rows * cols;
    if (control.into && (control.into.length !== length || intoLength !== length)) return undefined;
    const data = control.into ?? allocate(Float32Array, length, purpose);
    const job = new RowsJob(this.#session, plan);
    try {
      const done = await filled(job, data, 0, control, paced(control, plan.kernel.rows));
      return done ? { data, rows, cols, backend: 'webgpu' } : undefined;
    } finally {
      job.dispose();
    }
  }

  /** undefined where this call is not for the GPU. 'auto' weighs tables alone. */
  async #plan<M extends Method>(method: M, request: Calls[M]['request']): Promise<Plan | undefined> {
    const planner = planners[method] as Planner<M> | undefined;
    const { choice, inner } = this;
    if (!planner || choice === 'wasm' || (choice === 'auto' && method !== 'table')) return undefined;
    const plan = await planner(inner, request);
    if (!plan || choice === 'webgpu') return plan;
    return (await this.#worth.it(this.#session, request as OnPositions, plan)) ? plan : undefined;
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
  job: RowsJob,
  data: Floats,
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
