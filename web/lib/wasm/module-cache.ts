/** Modules for workers: located and compiled once in this thread, then posted to all of them. */
import { requireWasm } from './compile.js';
import { ModuleLoader, isUnsupported, type GivenModules, type ModuleFetcher } from './module-loader.js';
import type { ModuleId } from './modules.js';
import { SingleFlight } from './single-flight.js';

/** A module, or its bytes if it cannot be compiled here or cannot be posted. */
export type LoadedModule = WebAssembly.Module | Uint8Array;
type Signals = readonly (AbortSignal | undefined)[];

interface Kept {
  module: LoadedModule | undefined;
  readonly finding: SingleFlight<LoadedModule>;
  readonly reading: SingleFlight<Uint8Array | undefined>;
}

export class ModuleCache {
  readonly #kept: Record<ModuleId, Kept>;

  constructor(given: GivenModules, fetcher: ModuleFetcher) {
    const loader = new ModuleLoader(given, fetcher);
    const keep = (id: ModuleId): Kept => ({
      module: undefined,
      finding: new SingleFlight((signal) => found(loader, id, signal)),
      reading: new SingleFlight((signal) => loader.bytes(id, signal)),
    });
    this.#kept = { core: keep('core'), analysis: keep('analysis'), train: keep('train'), config: keep('config') };
  }

  async module(id: ModuleId, ...signals: Signals): Promise<LoadedModule> {
    const kept = this.#kept[id];
    return (kept.module ??= await kept.finding.wait(...signals));
  }

  /** Resolves with undefined if there are none. */
  bytes(id: ModuleId, ...signals: Signals): Promise<Uint8Array | undefined> {
    return this.#kept[id].reading.wait(...signals);
  }
}

async function found(loader: ModuleLoader, id: ModuleId, signal: AbortSignal): Promise<LoadedModule> {
  requireWasm(); // features missing here are also missing in workers
  try {
    return await loader.module(id, signal);
  } catch (thrown) {
    // A page's policy may forbid what its worker's policy allows.
    const bytes = isUnsupported(thrown) && (await loader.bytes(id, signal).catch(() => undefined));
    if (bytes) return bytes;
    throw thrown;
  }
}
