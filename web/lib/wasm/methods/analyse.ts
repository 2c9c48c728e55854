/**
 * Runs an analysis step by step: each step is some tens of milliseconds in the module, and between two the event loop has
 * its turn, progress is told and an abort is noticed. Inputs that stand for a matrix of a spec are made before; what is
 * too large is refused by its sizes, before a table is made of it.
 */
import type { Control } from '../../checks/control.js';
import { throwIfAborted } from '../../checks/options.js';
import type { Calls } from '../../methods/calls.js';
import { isDerived } from '../../requests/analysis.js';
import type { AnalysisModule, RawMatrix } from '../../types/analysis-module.js';
import type { RawSpec } from '../../types/core.js';
import type { AnalysisOutput } from '../../types/registry.js';
import { derived, sizeOf } from '../derived.js';
import type { Instance, ModuleHost } from '../host.js';
import type { Job } from '../job.js';
import { inTurns, turn } from '../pacer.js';
import type { Lent } from '../plans.js';

type Request = Calls['analyse']['request'];
type Result = Calls['analyse']['result'];

export async function analyse(
  { analysis, inputs, kinds }: Request,
  control: Control,
  host: ModuleHost<AnalysisModule>,
  lend: (spec: RawSpec) => Promise<Lent>,
): Promise<Result> {
  const { signal } = control;
  const lent = new Map<string, Lent>();
  const jobOf = (name: string): Job => lent.get(name)!.job;
  try {
    const loading = host.ready(signal); // while the plans are made
    loading.catch(() => undefined);
    const entries = Object.entries(inputs);
    for (const [name, input] of entries) {
      if (isDerived(input)) lent.set(name, await lend(input.spec));
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
    return await inSteps(await host.ready(signal), analysis, matrices, kinds, control);
  } finally {
    for (const { giveBack } of lent.values()) giveBack(false);
  }
}

async function inSteps(
  { call, alive }: Instance<AnalysisModule>,
  analysis: Request['analysis'],
  inputs: Readonly<Record<string, RawMatrix>>,
  kinds: Readonly<Record<string, AnalysisOutput['kind']>>,
  control: Control,
): Promise<Result> {
  const { handle } = call((module) => module.start(analysis, inputs));
  try {
    for (let done = 0; done < 1;) {
      done = call((module) => module.advance(handle)).done;
      control.onProgress?.(done);
      await turn();
      throwIfAborted(control.signal);
    }
    const { outputs } = call((module) => module.finish(handle));
    const result: Record<string, unknown> = {};
    for (const { name, values: data, rows, cols } of outputs) {
      const kind = kinds[name];
      result[name] = kind === 'scalar' ? data[0] : kind === 'vector' ? data : { data, rows, cols };
    }
    return result as unknown as Result;
  } finally {
    if (alive()) call((module) => module.end(handle));
  }
}
