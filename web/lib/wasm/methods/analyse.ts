/**
 * Runs an analysis as one call of the module, which reports progress and cannot be interrupted. Inputs and outputs are
 * copied in chunks, between which the event loop runs and aborts are checked. Inputs that represent a matrix of a spec
 * are computed first. Input dimensions are checked before any table is computed.
 */
import { allocate } from '../../checks/arrays.js';
import type { Control } from '../../checks/control.js';
import { throwIfAborted } from '../../checks/options.js';
import { Throttle } from '../../checks/throttle.js';
import type { Calls } from '../../methods/calls.js';
import { isDerived } from '../../requests/analysis-input.js';
import type { AnalysisModule, RawMatrix } from '../../types/analysis-module.js';
import type { RawSpec } from '../../types/core.js';
import type { AnalysisOutput } from '../../types/registry.js';
import { derived, sizeOf } from '../derived.js';
import type { Instance, ModuleHost } from '../host.js';
import { type Plan, view } from '../plan.js';
import { inTurns, turn } from '../pacer.js';
import type { PlanLease } from '../plans.js';

type Request = Calls['analyse']['request'];
type Result = Calls['analyse']['result'];

export async function analyse(
  { analysis, inputs, kinds }: Request,
  control: Control,
  host: ModuleHost<AnalysisModule>,
  acquire: (spec: RawSpec) => Promise<PlanLease>,
): Promise<Result> {
  const { signal } = control;
  const leases = new Map<string, PlanLease>();
  const planOf = (name: string): Plan => leases.get(name)!.plan;
  try {
    const loading = host.ready(signal); // while the plans are made
    loading.catch(() => undefined);
    const entries = Object.entries(inputs);
    for (const [name, input] of entries) {
      if (isDerived(input)) leases.set(name, await acquire(input.spec));
    }
    const sizes = entries.map(([name, input]) => [
      name,
      isDerived(input) ? sizeOf(planOf(name), input) : { rows: input.rows, cols: input.cols },
    ]);
    const { call } = await loading;
    call((module) => module.checkSizes(analysis, Object.fromEntries(sizes)));
    const matrices: Record<string, RawMatrix> = {};
    for (const [name, input] of entries) {
      matrices[name] = isDerived(input) ? await inTurns(derived(planOf(name), input, { signal }), signal) : input;
    }
    return await whole(await host.ready(signal), analysis, matrices, kinds, control);
  } finally {
    for (const { release } of leases.values()) release(false);
  }
}

/** Values copied at once, taking a few milliseconds. */
const pieceNumbers = 2 ** 19;

async function whole(
  { call, alive }: Instance<AnalysisModule>,
  analysis: Request['analysis'],
  inputs: Readonly<Record<string, RawMatrix>>,
  kinds: Readonly<Record<string, AnalysisOutput['kind']>>,
  control: Control,
): Promise<Result> {
  const next = async (): Promise<void> => {
    await turn();
    throwIfAborted(control.signal);
  };
  /** Yields ranges of this many values, running the event loop in between. */
  async function* pieces(length: number): AsyncGenerator<[number, number], void, undefined> {
    for (let first = 0; first < length; first += pieceNumbers) {
      if (first > 0) await next();
      yield [first, Math.min(length, first + pieceNumbers)];
    }
  }
  const sizes = Object.entries(inputs).map(([name, { rows, cols }]) => [name, { rows, cols }]);
  const { handle } = call((module) => module.start(analysis, Object.fromEntries(sizes)));
  try {
    for (const [name, { data }] of Object.entries(inputs)) {
      for await (const [first, end] of pieces(data.length)) {
        call((module) => module.give(handle, name, data.subarray(first, end)));
      }
    }
    await next();
    const { report, check } = reports(control);
    const { outputs } = call((module) => module.run(handle, report));
    check();
    const result: Record<string, unknown> = {};
    for (const { name, dataPtr, rows, cols } of outputs) {
      const data = allocate(Float64Array, rows * cols, { field: 'inputs', what: `the result '${name}'` });
      for await (const [first, end] of pieces(data.length)) {
        call((module) => data.set(view(module, dataPtr + 8 * first, end - first, Float64Array), first));
      }
      const kind = kinds[name];
      result[name] = kind === 'scalar' ? data[0] : kind === 'vector' ? data : { data, rows, cols };
    }
    return result as unknown as Result;
  } finally {
    if (alive()) call((module) => module.end(handle));
  }
}

/** The module's progress callback. An error thrown by the caller's function is rethrown afterwards by `check`. */
function reports({ onProgress, signal }: Control): { report: ((done: number) => void) | undefined; check(): void } {
  const throttle = new Throttle();
  const thrown: unknown[] = [];
  const report = (done: number): void => {
    if (thrown.length > 0 || !throttle.due(done)) return;
    try {
      onProgress!(done);
    } catch (error) {
      thrown.push(error);
    }
  };
  const check = (): void => {
    if (thrown.length > 0) throw thrown[0];
    throwIfAborted(signal);
  };
  return { report: onProgress && report, check };
}
