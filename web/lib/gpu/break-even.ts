/** Decides when 'auto' uses the GPU: if it is faster than the module. Both are measured once per kind of positions. */
import type { OnPositions } from '../requests/requests.js';
import { isExactRange } from '../checks/positions.js';
import { VerifiedRows } from './verified-rows.js';
import { GpuFailure } from './failure.js';
import type { VerifiedProgram } from './method.js';
import { tableRows } from './methods/table.js';
import type { DeviceHost } from './device-host.js';

/** Below this many entries the module finishes before a GPU starts. */
const fewestEntries = 2 ** 20;
const sampleEntries = 2 ** 18;

export class BreakEven {
  /** Number of entries above which the GPU is faster, for evenly spaced integers and for all other positions. */
  readonly #entries = new Map<boolean, number>();

  async passed(host: DeviceHost, request: OnPositions, verified: VerifiedProgram): Promise<boolean> {
    const entries = verified.rows * verified.cols;
    if (entries < fewestEntries) return false;
    const even = isExactRange(request.positions);
    let breakEven = this.#entries.get(even);
    if (breakEven === undefined) {
      breakEven = await measure(host, request, verified);
      this.#entries.set(even, breakEven);
    }
    return entries >= breakEven;
  }
}

/** Measures one row and a sample of this table, each as the faster of two runs. */
async function measure(host: DeviceHost, request: OnPositions, verified: VerifiedProgram): Promise<number> {
  const rows = Math.max(1, Math.min(verified.rows, Math.ceil(sampleEntries / verified.cols)));
  const entries = rows * verified.cols;
  const making = new VerifiedRows(host, verified);
  const gpu = (count: number) => () => making.fill(new Float32Array(count * verified.cols), 0, {}, () => undefined);
  try {
    const latency = await fastest(gpu(1));
    const perEntry = Math.max(0, (await fastest(gpu(rows))) - latency) / entries;
    const wasm = (await fastest(() => tableRows(host.inner, request, 0, rows))) / entries;
    return wasm > perEntry ? latency / (wasm - perEntry) : Infinity;
  } catch (thrown) {
    if (thrown instanceof GpuFailure) return Infinity;
    throw thrown;
  } finally {
    making.dispose();
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
