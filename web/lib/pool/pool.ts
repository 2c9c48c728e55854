/**
 * A backend of several workers. Calls with independent rows are divided among them (`split` of a method); any other
 * call goes to the least busy worker.
 *
 * A crashed worker is replaced and its work is retried transparently; a call fails if it crashes two workers that it
 * has to itself. If a part fails for any other reason, one worker computes the whole call, so that errors are the same
 * for any number of workers.
 */
import { allocate, type Floats, type FloatsConstructor, isShared } from '../checks/arrays.js';
import type { Backend, Calls, MethodName, Methods, OnSpecName } from '../methods/calls.js';
import { isOfRun, type OfRun, type RunCallName } from '../methods/run-calls.js';
import type { Split } from '../methods/split.js';
import { blockRowsOf, type BlocksRequest } from '../methods/table-blocks.js';
import type { Into } from '../requests/requests.js';
import type { Control } from '../checks/control.js';
import { PosencError } from '../checks/errors.js';
import { maxArrayBytes } from '../checks/limits.js';
import { throwIfAborted } from '../checks/options.js';
import type { Matrix, Shape, TableBlock } from '../types/posenc.js';
import { partOf } from '../checks/positions.js';
import type { ModuleId } from '../wasm/modules.js';
import type { ModuleCache } from '../wasm/module-cache.js';
import type { RawSpec } from '../types/core.js';
import { checkAxes } from '../requests/shapes.js';
import type { StartWorker } from '../worker/client.js';
import { buffersOf } from '../worker/messages.js';
import { Gather } from './gather.js';
import { JointCall } from './joint-call.js';
import { type PoolWorker, PoolWorkers } from './workers.js';
import { Progress } from './progress.js';
import { ShapeCache } from './shape-cache.js';
import { partBytes, sharesOf } from './shares.js';

type SplitOf<M extends MethodName> = Split<Calls[M]['request'], Calls[M]['result']>;

export class PoolClient implements Backend {
  readonly #workers: PoolWorkers;
  readonly #methods: Methods;
  readonly #shapes = new ShapeCache();
  /** The worker of each training run. */
  readonly #homes = new Map<number, PoolWorker>();
  /** Memory of copied parts, for reuse: at most one buffer per worker. */
  readonly #spare: ArrayBuffer[] = [];

  /** @param methods their `split` is used; methods may be added before they are called */
  constructor(
    startWorker: StartWorker,
    moduleCache: ModuleCache,
    workers: number,
    methods: Methods,
    preload?: readonly ModuleId[],
  ) {
    this.#methods = methods;
    this.#workers = new PoolWorkers(startWorker, moduleCache, workers, preload);
  }

  async start(): Promise<void> {
    await Promise.all(this.#workers.all.map(({ client }) => client.start()));
  }

  async run<M extends MethodName>(
    method: M,
    request: Calls[M]['request'],
    control: Control,
  ): Promise<Calls[M]['result']> {
    if (isOfRun(request)) return this.#atHome(method as RunCallName & M, request, control);
    const split = this.#splitOf(method);
    const isPart = 'part' in request && request.part !== undefined;
    if (split && !isPart && 'spec' in request && this.#workers.all.length > 1) {
      const { spec } = request;
      const shape = await this.#shapes.of(spec, () => this.#inOneWorker('shape', { spec }, { signal: control.signal }));
      const result = shape && (await this.#divided(method, split, request, shape, control));
      if (result !== undefined) return result;
    }
    return this.#inOneWorker(method, request, control);
  }

  async *blocks(request: BlocksRequest, control: Control): AsyncGenerator<TableBlock, void, undefined> {
    const { spec, positions, dtype } = request;
    const { count } = positions;
    const plan = await this.#inOneWorker('shape', { spec }, { signal: control.signal });
    checkAxes(plan, positions);
    const { rows: blockRows } = blockRowsOf(request, plan.width);
    const call = new JointCall(this.#workers, control, spec, count);
    /** Blocks computed while the caller uses the previous one: one per worker. */
    const ahead: Promise<Matrix>[] = [];
    let next = 0;
    const fill = (): void => {
      for (; ahead.length < this.#workers.all.length && (next === 0 || next < count); next += blockRows) {
        const part = { first: next, rows: Math.min(blockRows, count - next) };
        const prepare = () => ({
          request: { spec: call.spec, dtype, positions: partOf(positions, part.first, part.rows) },
        });
        const block = call.run(this.#workers.byLoad()[0]!, 'table', part, prepare);
        block.catch(() => undefined); // reported where it is awaited
        ahead.push(block);
      }
    };
    try {
      for (let firstRow = 0; firstRow === 0 || firstRow < count; firstRow += blockRows) {
        throwIfAborted(control.signal);
        fill();
        const { data, rows, cols } = await ahead.shift()!;
        fill();
        yield { data, rows, cols, firstRow };
      }
    } finally {
      call.stop(new PosencError('internal', '', 'the iterator was closed'));
      call.end();
    }
  }

  release(prepared: number): void {
    for (const { client } of this.#workers.all) client.release(prepared);
  }

  dispose(): void {
    this.#workers.dispose();
  }

  /** Runs a call on the worker that holds the run. If that crashed, so did the run, and the caller reopens it. */
  async #atHome<M extends RunCallName>(method: M, request: OfRun, control: Control): Promise<Calls[M]['result']> {
    const { run } = request;
    const home = this.#homes.get(run) ?? this.#emptiest();
    if (method === 'openRun') this.#homes.set(run, home);
    if (method === 'closeRun') this.#homes.delete(run);
    home.running++;
    try {
      return await home.client.run(method, request as Calls[M]['request'], control);
    } finally {
      home.running--;
    }
  }

  /** The worker with the fewest runs; the least busy of several. */
  #emptiest(): PoolWorker {
    const homes = [...this.#homes.values()];
    const runs = (worker: PoolWorker): number => homes.filter((home) => home === worker).length;
    return [...this.#workers.byLoad()].sort((a, b) => runs(a) - runs(b))[0]!;
  }

  /** Returns how the method is divided, or undefined if one worker does it all. */
  #splitOf<M extends MethodName>(method: M): SplitOf<M> | undefined {
    const known = this.#methods as Partial<Record<MethodName, Methods[OnSpecName]>>;
    return known[method]?.split as SplitOf<M> | undefined;
  }

  /** Runs the whole call on one worker. */
  async #inOneWorker<M extends MethodName>(
    method: M,
    request: Calls[M]['request'],
    control: Control,
  ): Promise<Calls[M]['result']> {
    const progress = control.onProgress && new Progress(1, control.onProgress);
    return this.#workers.onFreshWorker(this.#workers.byLoad()[0]!, method, control.signal, (client) => {
      throwIfAborted(control.signal);
      const into = control.transfer ? renewed(control.into, request as Into) : control.into;
      return client.run(method, request, { ...control, into, onProgress: progress?.part(1).show });
    });
  }

  /** Returns undefined if one worker should do the whole call: small calls, and those that fail. */
  async #divided<M extends MethodName>(
    method: M,
    split: SplitOf<M>,
    request: Calls[M]['request'],
    shape: Shape,
    control: Control,
  ): Promise<Calls[M]['result'] | undefined> {
    const rows = split.rows(request, shape);
    const cost = split.cost(request, shape);
    const { into } = control;
    const inPlace = into !== undefined && isShared(into);
    const bytes = rows * cost.bytes;
    if (!(bytes > 0 && bytes <= maxArrayBytes) || (into && into.byteLength !== bytes)) return undefined;
    const workers = this.#workers.all.length;
    const parts = sharesOf({ rows, cost, step: split.step?.(shape) ?? 1, workers, inPlace });
    const gather = new Gather(split, request, shape, rows, into);
    const call = new JointCall(this.#workers, control, (request as { spec: RawSpec }).spec, rows);
    let done = 0;
    let failure: unknown;
    const work = async (worker: PoolWorker): Promise<void> => {
      for (const part of parts) {
        const type = split.into?.(request);
        const result = await call.run(worker, method, part, () => {
          const own = { ...split.part(request, part), spec: call.spec };
          const shared = buffersOf(request);
          const moved = buffersOf(own).filter((buffer) => !shared.includes(buffer));
          if (!type) return { request: own, moved };
          const length = (part.rows * cost.bytes) / type.BYTES_PER_ELEMENT;
          const start = (part.first / rows) * (bytes / type.BYTES_PER_ELEMENT);
          const target = inPlace ? into.subarray(start, start + length) : this.#memory(type, length);
          return { request: { ...own, intoLength: length }, control: { into: target, transfer: !inPlace }, moved };
        });
        gather.put(part, result);
        if (type && !inPlace) this.#keep(split.arrays(result)[0]!);
        done += part.rows;
      }
    };
    const onWorker = async (one: PoolWorker): Promise<void> =>
      work(one).catch((error: unknown) => {
        failure ??= error;
        call.stop(error);
      });
    try {
      await Promise.all(this.#workers.byLoad().map(onWorker));
    } finally {
      call.end();
    }
    call.checkCaller();
    if (failure instanceof PosencError && ['worker_failed', 'disposed'].includes(failure.code)) throw failure;
    return failure === undefined && done === rows ? gather.result() : undefined;
  }

  #memory(type: FloatsConstructor, length: number): Floats {
    const fits = length * type.BYTES_PER_ELEMENT <= partBytes;
    if (!fits) return allocate(type, length, { field: '', what: 'a part of the result' });
    return new type(this.#spare.pop() ?? new ArrayBuffer(partBytes), 0, length);
  }

  #keep({ buffer }: Floats): void {
    const wanted = this.#spare.length < this.#workers.all.length && buffer.byteLength === partBytes;
    if (wanted) this.#spare.push(buffer as ArrayBuffer);
  }
}

/** The transferred memory, or new memory if a crashed worker had it. */
function renewed(into: Floats | undefined, { intoLength = 0 }: Into): Floats | undefined {
  if (!into || into.length === intoLength) return into;
  const type = into instanceof Float32Array ? Float32Array : Float64Array;
  return allocate<Floats>(type, intoLength, { field: 'options.into', what: 'the result' });
}
