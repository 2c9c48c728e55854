/**
 * Does the work in this thread: turns requests into calls of the raw modules, a piece at a time.
 *
 * Three rules hold everywhere. What the module leaves in its scratch memory is copied before
 * anything else runs. A plan is given back in `finally`. Any exception out of the module (a trap)
 * ends that instance of that module: the call fails with `internal` or `out_of_memory`, the next call starts a fresh
 * one, and others that were under way are done again there.
 */
import { allocate } from '../checks/arrays.js';
import type { Backend, BlocksRequest, Calls, Method, PlannedMethod, ReportRequest } from '../requests/calls.js';
import type { Control } from '../checks/control.js';
import { PosencError } from '../checks/errors.js';
import { throwIfAborted } from '../checks/options.js';
import { atOnce, inTurns, type Pieces } from './pacer.js';
import type { TableBlock } from '../types/posenc.js';
import type { AnalysisModule, RawMatrix } from '../types/analysis-module.js';
import type { CoreModule, RawReport, RawSpec } from '../types/core.js';
import { type Instance, Interrupted, ModuleHost } from './host.js';
import type { Modules } from './load.js';
import { isDerived } from '../requests/analysis.js';
import { analyse } from './analyse.js';
import { ownRows } from './rotate.js';
import { derived, sizeOf } from './derived.js';
import { leavesMuch, works } from './methods.js';
import { type Lent, Plans } from './plans.js';
import { copyReport, fillRows, type Job, kinds, tablePacer } from './work.js';
import { arrayType, blockRowsOf, checkAxes } from '../requests/shapes.js';

type Request<M extends Method> = Calls[M]['request'];
type Result<M extends Method> = Calls[M]['result'];

export class Engine implements Backend {
  readonly #core: ModuleHost<CoreModule>;
  readonly #analysis: ModuleHost<AnalysisModule>;
  readonly #plans = new Plans();
  readonly borrows = true;

  constructor({ core, analysis }: Modules) {
    this.#core = new ModuleHost(core);
    this.#analysis = new ModuleHost(analysis);
  }

  /** Loads core.wasm, so that what is wrong with it shows before the first call; the analyses wait for theirs. */
  async start(signal?: AbortSignal): Promise<void> {
    await this.#core.ready(signal);
  }

  async run<M extends Method>(method: M, request: Request<M>, control: Control): Promise<Result<M>> {
    const { signal } = control;
    if (method === 'analyse') {
      const asked = request as Request<'analyse'>;
      return this.#surviving(control, () => this.#analyse(asked, control)) as Promise<Result<M>>;
    }
    const resolved = this.#plans.resolved(request);
    return this.#surviving(control, async () => {
      // Without an await where the instance is there: until the first turn the arguments are the caller's own.
      const instance = this.#core.now() ?? (ownRows(resolved), await this.#core.ready(signal));
      return inTurns(this.#pieces(instance, method, resolved, control), signal, () => ownRows(resolved));
    });
  }

  now<M extends PlannedMethod>(method: M, request: Request<M>, control: Control): Result<M> {
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

  /** So that calls may name it by its number. */
  prepare(spec: RawSpec): void {
    this.#plans.prepare(spec);
  }

  release(prepared: number): void {
    this.#plans.release(prepared);
  }

  async *blocks(request: BlocksRequest, control: Control): AsyncGenerator<TableBlock, void, undefined> {
    const { spec } = this.#plans.resolved(request);
    let lent = await this.#lend(spec);
    try {
      const { width } = lent.job.plan;
      checkAxes(lent.job, request.positions);
      const type = arrayType(request.dtype);
      const { count } = request.positions;
      const { rows: blockRows, purpose } = blockRowsOf(request, width);
      const pacer = tablePacer(lent.job, kinds[request.dtype], control);
      for (let firstRow = 0; firstRow === 0 || firstRow < count; firstRow += blockRows) {
        throwIfAborted(control.signal);
        const rows = Math.min(blockRows, count - firstRow);
        const data = allocate(type, rows * width, purpose);
        await this.#surviving(control, async () => {
          if (!lent.job.alive()) lent = await this.#lend(spec);
          const pieces = fillRows(lent.job, kinds[request.dtype], request.positions, firstRow, data, pacer, count);
          await inTurns(pieces, control.signal);
        });
        yield { data, rows, cols: width, firstRow };
      }
    } finally {
      lent.giveBack(true);
    }
  }

  dispose(): void {
    this.#core.dispose();
    this.#analysis.dispose();
  }

  /** Work that is done again where its instance ended for what another call did, or memory was short for kept plans. */
  async #surviving<T>({ signal }: Control, work: () => Promise<T>): Promise<T> {
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

  async #lend(spec: RawSpec): Promise<Lent> {
    return this.#plans.lend(await this.#core.ready(), spec);
  }

  #pieces<M extends Method>(
    instance: Instance<CoreModule>,
    method: M,
    request: Request<M>,
    control: Control,
  ): Pieces<Result<M>> {
    if (method === 'report') return this.#reports(instance, request as Request<'report'>) as Pieces<Result<M>>;
    return this.#planned(instance, method as PlannedMethod, request as Request<PlannedMethod>, control) as Pieces<
      Result<M>
    >;
  }

  *#planned<M extends PlannedMethod>(
    instance: Instance<CoreModule>,
    method: M,
    request: Request<M>,
    control: Control,
  ): Pieces<Result<M>> {
    const { job, giveBack } = this.#plans.lend(instance, request.spec);
    let whole = false;
    try {
      const result = yield* works[method](job, request, control);
      whole = !leavesMuch.has(method);
      return result;
    } finally {
      giveBack(whole);
    }
  }

  *#reports(instance: Instance<CoreModule>, requests: readonly ReportRequest[]): Pieces<RawReport[]> {
    return requests.map(({ spec, trainedContext, contextLength }) => {
      const { job, giveBack } = this.#plans.lend(instance, spec);
      try {
        return copyReport(job.call((core) => core.report(job.handle, trainedContext, contextLength)));
      } finally {
        giveBack(true);
      }
    });
  }

  /** What is too large is refused by its sizes, before a table is made of it. */
  async #analyse({ analysis, inputs, kinds }: Request<'analyse'>, control: Control): Promise<Result<'analyse'>> {
    const { signal } = control;
    const plans = new Map<string, Lent>();
    const jobOf = (name: string): Job => plans.get(name)!.job;
    try {
      const loading = this.#analysis.ready(signal); // while the plans are made
      loading.catch(() => undefined);
      const entries = Object.entries(inputs);
      for (const [name, input] of entries) {
        if (isDerived(input)) plans.set(name, await this.#lend(input.spec));
      }
      const sizes = entries.map(([name, input]) => [
        name,
        isDerived(input) ? sizeOf(jobOf(name), input) : { rows: input.rows, cols: input.cols },
      ]);
      const { call } = await loading;
      call((module) => module.checkSizes(analysis, Object.fromEntries(sizes)));
      const matrices: Record<string, RawMatrix> = {};
      for (const [name, input] of entries) {
        matrices[name] = isDerived(input) ? await inTurns(derived(jobOf(name), input, { signal }), signal) : input;
      }
      return await analyse(await this.#analysis.ready(signal), analysis, matrices, kinds, control);
    } finally {
      for (const { giveBack } of plans.values()) giveBack(false);
    }
  }
}
