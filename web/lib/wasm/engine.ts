/**
 * Runs requests in this thread, as calls of the raw modules in chunks.
 *
 * Three rules hold everywhere. Results in the module's scratch memory are copied before anything else runs. A plan is
 * released in `finally`. Any exception from the module (a trap) ends that instance: the call fails with `internal` or
 * `out_of_memory`, the next call starts a fresh instance, and other calls in progress are repeated there.
 */
import { allocate } from '../checks/arrays.js';
import type { Control } from '../checks/control.js';
import { PosencError } from '../checks/errors.js';
import { throwIfAborted } from '../checks/options.js';
import type { Backend, Calls, MethodName, PlannedName } from '../methods/calls.js';
import { isOfRun, type RunCallName } from '../methods/run-calls.js';
import { blockRowsOf, type BlocksRequest } from '../methods/table-blocks.js';
import { arrayType, checkAxes } from '../requests/shapes.js';
import type { AnalysisModule } from '../types/analysis-module.js';
import type { ConfigModule } from '../types/config-module.js';
import type { CoreModule, RawReport, RawSpec } from '../types/core.js';
import type { TableBlock } from '../types/posenc.js';
import type { TrainModule } from '../types/train-module.js';
import { type Instance, Interrupted, ModuleHost } from './host.js';
import { analyse } from './methods/analyse.js';
import { onConfig } from './methods/on-config.js';
import { leavesMuch, onPlan } from './methods/index.js';
import { report } from './methods/report.js';
import { ownRows } from './methods/rotate.js';
import { fillRows, kinds, tablePacer } from './methods/table.js';
import type { ModuleId, Modules } from './modules.js';
import { atOnce, inTurns, type Pieces } from './pacer.js';
import { type PlanLease, Plans } from './plans.js';
import { Runs } from './runs.js';

type Request<M extends MethodName> = Calls[M]['request'];
type Result<M extends MethodName> = Calls[M]['result'];

export class Engine implements Backend {
  readonly #core: ModuleHost<CoreModule>;
  readonly #analysis: ModuleHost<AnalysisModule>;
  readonly #train: ModuleHost<TrainModule>;
  readonly #config: ModuleHost<ConfigModule>;
  readonly #runs: Runs;
  readonly #plans = new Plans();
  readonly borrows = true;

  constructor({ core, analysis, train, config }: Modules) {
    this.#core = new ModuleHost(core);
    this.#analysis = new ModuleHost(analysis);
    this.#train = new ModuleHost(train);
    this.#config = new ModuleHost(config);
    this.#runs = new Runs(this.#train);
  }

  /** Loads these modules, so that their errors are reported before the first call; others are loaded on demand. */
  async start(ids: readonly ModuleId[], signal?: AbortSignal): Promise<void> {
    const hosts = { core: this.#core, analysis: this.#analysis, train: this.#train, config: this.#config };
    await Promise.all(ids.map((id): Promise<unknown> => hosts[id].ready(signal)));
  }

  async run<M extends MethodName>(method: M, request: Request<M>, control: Control): Promise<Result<M>> {
    const { signal } = control;
    if (method === 'analyse') {
      const asked = request as Request<'analyse'>;
      const acquire = (spec: RawSpec): Promise<PlanLease> => this.#acquire(spec);
      return this.#onFreshInstance(control, () => analyse(asked, control, this.#analysis, acquire)) as Promise<
        Result<M>
      >;
    }
    if (method === 'identify' || method === 'multimodalIds') {
      const asked = request as Request<keyof typeof onConfig>;
      return this.#onFreshInstance(control, async () => {
        const { call } = await this.#config.ready(signal);
        return call((module) => onConfig[method as keyof typeof onConfig](module, asked as never));
      }) as Promise<Result<M>>;
    }
    if (isOfRun(request)) return this.#runs.run(method as RunCallName, request as never, control) as Promise<Result<M>>;
    const resolved = this.#plans.resolved(request);
    return this.#onFreshInstance(control, async () => {
      // No await if the instance exists: until the first yield, the arguments are the caller's own.
      const instance = this.#core.now() ?? (ownRows(resolved), await this.#core.ready(signal));
      return inTurns(this.#pieces(instance, method, resolved, control), signal, () => ownRows(resolved));
    });
  }

  now<M extends PlannedName>(method: M, request: Request<M>, control: Control): Result<M> {
    const instance = this.#core.now();
    if (instance) {
      const resolved = this.#plans.resolved(request);
      const pieces = (): Result<M> => atOnce(this.#pieces(instance, method, resolved, control));
      try {
        return pieces();
      } catch (error) {
        if (this.#relieved(error)) return pieces();
        throw error;
      }
    }
    this.#core.ready().catch(() => undefined); // for the next call
    const text = 'the WebAssembly module stopped in an earlier call and is started again; wait for any promise of it';
    throw new PosencError('internal', '', text);
  }

  /** Prepares a spec, so that calls may refer to it by id. */
  prepare(spec: RawSpec): void {
    this.#plans.prepare(spec);
  }

  release(prepared: number): void {
    this.#plans.release(prepared);
  }

  async *blocks(request: BlocksRequest, control: Control): AsyncGenerator<TableBlock, void, undefined> {
    const { spec } = this.#plans.resolved(request);
    let lease = await this.#acquire(spec);
    try {
      const { width } = lease.plan.sizes;
      checkAxes(lease.plan.sizes, request.positions);
      const type = arrayType(request.dtype);
      const { count } = request.positions;
      const { rows: blockRows, purpose } = blockRowsOf(request, width);
      const pacer = tablePacer(lease.plan, kinds[request.dtype], request.positions, control);
      for (let firstRow = 0; firstRow === 0 || firstRow < count; firstRow += blockRows) {
        throwIfAborted(control.signal);
        const rows = Math.min(blockRows, count - firstRow);
        const data = allocate(type, rows * width, purpose);
        await this.#onFreshInstance(control, async () => {
          if (!lease.plan.alive()) lease = await this.#acquire(spec);
          const pieces = fillRows(lease.plan, kinds[request.dtype], request.positions, firstRow, data, pacer, count);
          await inTurns(pieces, control.signal);
        });
        yield { data, rows, cols: width, firstRow };
      }
    } finally {
      lease.release(true);
    }
  }

  dispose(): void {
    this.#core.dispose();
    this.#analysis.dispose();
    this.#train.dispose();
    this.#config.dispose();
  }

  /** Repeats work if its instance was ended by another call, or if memory was short because of kept plans. */
  async #onFreshInstance<T>({ signal }: Control, work: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof Interrupted) && !this.#relieved(error)) throw error;
        throwIfAborted(signal);
      }
    }
  }

  #relieved(error: unknown): boolean {
    return error instanceof PosencError && error.code === 'out_of_memory' && this.#plans.relieve();
  }

  async #acquire(spec: RawSpec): Promise<PlanLease> {
    return this.#plans.acquire(await this.#core.ready(), spec);
  }

  #pieces<M extends MethodName>(
    instance: Instance<CoreModule>,
    method: M,
    request: Request<M>,
    control: Control,
  ): Pieces<Result<M>> {
    if (method === 'report') return this.#reports(instance, request as Request<'report'>) as Pieces<Result<M>>;
    return this.#planned(instance, method as PlannedName, request as Request<PlannedName>, control) as Pieces<
      Result<M>
    >;
  }

  *#planned<M extends PlannedName>(
    instance: Instance<CoreModule>,
    method: M,
    request: Request<M>,
    control: Control,
  ): Pieces<Result<M>> {
    const { plan, release } = this.#plans.acquire(instance, request.spec);
    let whole = false;
    try {
      const result = yield* onPlan[method](plan, request, control);
      whole = !leavesMuch.has(method);
      return result;
    } finally {
      release(whole);
    }
  }

  *#reports(instance: Instance<CoreModule>, requests: Request<'report'>): Pieces<RawReport[]> {
    return requests.map((request) => {
      const { plan, release } = this.#plans.acquire(instance, request.spec);
      try {
        return report(plan, request);
      } finally {
        release(true);
      }
    });
  }
}
