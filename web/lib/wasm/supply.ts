/**
 * What workers are posted: modules that this thread found and compiled, once for all of them.
 */
import { requireWasm } from './compile.js';
import { Finder, isUnsupported, type LoadOptions, type Source } from './find.js';
import type { ModuleId } from './modules.js';
import { SharedStart } from './shared-start.js';

/** A module, or its bytes where a module cannot be made here or does not arrive there. */
export type Supplied = WebAssembly.Module | Uint8Array;
type Signals = readonly (AbortSignal | undefined)[];

interface Kept {
  module: Supplied | undefined;
  readonly finding: SharedStart<Supplied>;
  readonly reading: SharedStart<Uint8Array | undefined>;
}

export class Supply {
  readonly #kept: Record<ModuleId, Kept>;

  constructor(given: LoadOptions, source: Source) {
    const finder = new Finder(given, source);
    const keep = (id: ModuleId): Kept => ({
      module: undefined,
      finding: new SharedStart((signal) => found(finder, id, signal)),
      reading: new SharedStart((signal) => finder.bytes(id, signal)),
    });
    this.#kept = { core: keep('core'), analysis: keep('analysis'), train: keep('train') };
  }

  async module(id: ModuleId, ...signals: Signals): Promise<Supplied> {
    const kept = this.#kept[id];
    return (kept.module ??= await kept.finding.wait(...signals));
  }

  /** Undefined where there are none. */
  bytes(id: ModuleId, ...signals: Signals): Promise<Uint8Array | undefined> {
    return this.#kept[id].reading.wait(...signals);
  }
}

async function found(finder: Finder, id: ModuleId, signal: AbortSignal): Promise<Supplied> {
  requireWasm(); // what the engine lacks here it lacks in workers, too
  try {
    return await finder.module(id, signal);
  } catch (thrown) {
    // The policy of a page may forbid what that of its worker allows.
    const bytes = isUnsupported(thrown) && (await finder.bytes(id, signal).catch(() => undefined));
    if (bytes) return bytes;
    throw thrown;
  }
}
