/**
 * Does the work in this thread: turns requests into calls of the raw modules, a piece at a time.
 *
 * Three rules hold everywhere. What the module leaves in its scratch memory is copied before
 * anything else runs. A plan is released in `finally`. Any exception out of the module (a trap)
 * ends that instance of that module: the call fails with `internal` or `out_of_memory`, the next call starts a fresh
 * one, and others that were under way are done again there.
 */
import { allocate } from '../arrays.js';
import type { Backend, BlocksRequest, Calls, Control, Method, ReportRequest } from '../calls.js';
import { throwIfAborted } from '../options.js';
import type { TableBlock } from '../posenc.js';
import type { AnalysisModule, RawMatrix } from './analysis-module.js';
import type { CoreModule, RawReport, RawSpec } from './core.js';
import { Interrupted, ModuleHost } from './host.js';
import type { Modules } from './load.js';
import { isDerived } from '../analysis.js';
import { analyse } from './analyse.js';
import { attentionScores, relativeMap, rotate } from './attention.js';
import { attentionBias, biasVector } from './bias.js';
import { derived, sizeOf } from './derived.js';
import { precision } from './precision.js';
import {
  arrayType,
  blockRowsOf,
  channelGram,
  checkAxes,
  copyReport,
  derivative,
  facts,
  fillRows,
  gram,
  gramProfile,
  type Job,
  kinds,
  profile,
  shapeOf,
  table,
  tablePacer,
  waveLanes,
} from './work.js';

type Request<M extends Method> = Calls[M]['request'];
type Result<M extends Method> = Calls[M]['result'];
type Handlers = { [M in Method]: (request: Request<M>, control: Control) => Promise<Result<M>> };

export class Engine implements Backend {
  readonly #core: ModuleHost<CoreModule>;
  readonly #analysis: ModuleHost<AnalysisModule>;
  /** Plans of calls whose parts are asked for one by one. */
  readonly #held = new Map<number, Promise<Job>>();
  readonly #handlers: Handlers = {
    frequencies: ({ spec }) =>
      this.#planned(spec, (job) => Promise.resolve(job.call((core) => core.frequencies(job.handle)).values.slice())),
    table: (request, control) => this.#planned(request.spec, (job) => table(job, request, control), control),
    derivative: (request, control) => this.#planned(request.spec, (job) => derivative(job, request, control), control),
    kernelProfile: (request, control) =>
      this.#planned(request.spec, (job) => profile(job, 'kernelProfile', request.positions, control), control),
    decayBound: (request, control) =>
      this.#planned(request.spec, (job) => profile(job, 'decayBound', request.positions, control), control),
    gram: (request, control) => this.#planned(request.spec, (job) => gram(job, request, control), control),
    gramProfile: ({ spec, positions }, control) =>
      this.#planned(spec, async (job) => (await gramProfile(job, positions, control)).slice()),
    channelGram: (request, control) =>
      this.#planned(request.spec, (job) => channelGram(job, request.positions, control)),
    waveLanes: (request) => this.#planned(request.spec, (job) => Promise.resolve(waveLanes(job, request))),
    rotate: (request, control) => this.#planned(request.spec, (job) => rotate(job, request, control), control),
    attentionBias: (request, control) =>
      this.#planned(request.spec, (job) => attentionBias(job, request, control), control),
    biasVector: (request, control) => this.#planned(request.spec, (job) => biasVector(job, request, control)),
    relativeMap: (request, control) =>
      this.#planned(request.spec, (job) => relativeMap(job, request, control), control),
    attentionScores: (request, control) =>
      this.#planned(request.spec, (job) => attentionScores(job, request, control), control),
    facts: ({ spec }) => this.#planned(spec, (job) => Promise.resolve(facts(job))),
    shape: ({ spec }) => this.#planned(spec, (job) => Promise.resolve(shapeOf(job.plan))),
    precision: (request, control) => this.#planned(request.spec, (job) => precision(job, request, control), control),
    analyse: (request, control) => this.#analyse(request, control),
    report: (requests) => this.#reports(requests),
  };

  constructor({ core, analysis }: Modules) {
    this.#core = new ModuleHost(core);
    this.#analysis = new ModuleHost(analysis);
  }

  /** Loads core.wasm, so that what is wrong with it shows before the first call; the analyses wait for theirs. */
  async start(signal?: AbortSignal): Promise<void> {
    await this.#core.ready(signal);
  }

  run<M extends Method>(method: M, request: Request<M>, control: Control): Promise<Result<M>> {
    return surviving(control, () => this.#handlers[method](request, control));
  }

  async *blocks(request: BlocksRequest, control: Control): AsyncGenerator<TableBlock, void, undefined> {
    let job = await this.#start(request.spec);
    try {
      checkAxes(job, request.positions);
      const { width } = job.plan;
      const type = arrayType(request.dtype);
      const { count } = request.positions;
      const { rows: blockRows, purpose } = blockRowsOf(request, width);
      const pacer = tablePacer(job, kinds[request.dtype], control);
      for (let firstRow = 0; firstRow === 0 || firstRow < count; firstRow += blockRows) {
        throwIfAborted(control.signal);
        const rows = Math.min(blockRows, count - firstRow);
        const data = allocate(type, rows * width, purpose);
        await surviving(control, async () => {
          if (!job.alive()) job = await this.#start(request.spec);
          await fillRows(job, kinds[request.dtype], request.positions, firstRow, data, pacer, count);
        });
        yield { data, rows, cols: width, firstRow };
      }
    } finally {
      job.release();
    }
  }

  dispose(): void {
    this.#core.dispose();
    this.#analysis.dispose();
  }

  /** What is too large is refused by its sizes, before a table is made of it. */
  async #analyse({ analysis, inputs, kinds }: Request<'analyse'>, control: Control): Promise<Result<'analyse'>> {
    const { signal } = control;
    const plans = new Map<string, Job>();
    try {
      const loading = this.#analysis.ready(signal); // while the plans are made
      loading.catch(() => undefined);
      const entries = Object.entries(inputs);
      for (const [name, input] of entries) {
        if (isDerived(input)) plans.set(name, await this.#start(input.spec));
      }
      const sizes = entries.map(([name, input]) => [
        name,
        isDerived(input) ? sizeOf(plans.get(name)!, input) : { rows: input.rows, cols: input.cols },
      ]);
      const { call } = await loading;
      call((module) => module.checkSizes(analysis, Object.fromEntries(sizes)));
      const matrices: Record<string, RawMatrix> = {};
      for (const [name, input] of entries) {
        matrices[name] = isDerived(input) ? await derived(plans.get(name)!, input, { signal }) : input;
      }
      return await analyse(await this.#analysis.ready(signal), analysis, matrices, kinds, control);
    } finally {
      for (const job of plans.values()) job.release();
    }
  }

  async #reports(requests: readonly ReportRequest[]): Promise<RawReport[]> {
    const reports: RawReport[] = [];
    for (const { spec, trainedContext, contextLength } of requests) {
      reports.push(
        await this.#planned(spec, async (job) =>
          copyReport(job.call((core) => core.report(job.handle, trainedContext, contextLength))),
        ),
      );
    }
    return reports;
  }

  async #planned<T>(spec: RawSpec, work: (job: Job) => Promise<T>, { plan }: Control = {}): Promise<T> {
    if (plan !== undefined) return this.#onHeld(plan, spec, work);
    const job = await this.#start(spec);
    try {
      return await work(job);
    } finally {
      job.release();
    }
  }

  /** After a failure the plan is not kept: the instance it was made in may be gone. */
  async #onHeld<T>(plan: number, spec: RawSpec, work: (job: Job) => Promise<T>): Promise<T> {
    const held = this.#held.get(plan) ?? this.#start(spec);
    this.#held.set(plan, held);
    try {
      return await work(await held);
    } catch (error) {
      this.forget(plan);
      throw error;
    }
  }

  /** Releases the plan that parts of a call have in common. */
  forget(plan: number): void {
    const held = this.#held.get(plan);
    this.#held.delete(plan);
    held?.then((job) => job.release()).catch(() => undefined); // one that failed has nothing to release
  }

  async #start(spec: RawSpec): Promise<Job> {
    const { call, alive } = await this.#core.ready();
    const plan = call((core) => core.plan(spec));
    const release = (): void => {
      if (alive()) call((core) => core.release(plan.handle));
    };
    return { plan, handle: plan.handle, scratchBytes: call((core) => core.scratchBytes()), call, alive, release };
  }
}

/** Work that is done again where its instance ended for what another call did. */
async function surviving<T>({ signal }: Control, work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Interrupted)) throw error;
      throwIfAborted(signal);
    }
  }
}
