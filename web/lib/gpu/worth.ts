/**
 * When 'auto' takes the GPU: where it is faster than the module, both measured here, once for each kind of positions.
 */
import type { OnPositions } from '../requests/calls.js';
import { isExactRange } from '../checks/positions.js';
import { RowsJob } from './fill.js';
import { GpuFailure } from './failure.js';
import type { Plan } from './plans/plan.js';
import { tableRows } from './plans/table.js';
import type { Session } from './session.js';

/** Below this many entries the module is done before a GPU has begun. */
const fewestEntries = 2 ** 20;
const sampleEntries = 2 ** 18;

export class Worth {
  /** Entries from which on the GPU is faster, for evenly spaced integers and for all other positions. */
  readonly #breakEven = new Map<boolean, number>();

  async it(session: Session, request: OnPositions, plan: Plan): Promise<boolean> {
    const entries = plan.rows * plan.cols;
    if (entries < fewestEntries) return false;
    const even = isExactRange(request.positions);
    let breakEven = this.#breakEven.get(even);
    if (breakEven === undefined) {
      breakEven = await measure(session, request, plan);
      this.#breakEven.set(even, breakEven);
    }
    return entries >= breakEven;
  }
}

/** From one row and from a sample of this table, each the faster of two times. */
async function measure(session: Session, request: OnPositions, plan: Plan): Promise<number> {
  const rows = Math.max(1, Math.min(plan.rows, Math.ceil(sampleEntries / plan.cols)));
  const entries = rows * plan.cols;
  const job = new RowsJob(session, plan);
  const gpu = (count: number) => () => job.fill(new Float32Array(count * plan.cols), 0, {}, () => undefined);
  try {
    const latency = await fastest(gpu(1));
    const perEntry = Math.max(0, (await fastest(gpu(rows))) - latency) / entries;
    const wasm = (await fastest(() => tableRows(session.inner, request, 0, rows))) / entries;
    return wasm > perEntry ? latency / (wasm - perEntry) : Infinity;
  } catch (thrown) {
    if (thrown instanceof GpuFailure) return Infinity;
    throw thrown;
  } finally {
    job.dispose();
  }
}

async function fastest(work: () => Promise<unknown>): Promise<number> {
  let best = Infinity;
  for (let i = 0; i < 2; i++) {
    const begin = performance.now();
    await work();
    best = Math.min(best, performance.now() - begin);
  }
  return best;
}
