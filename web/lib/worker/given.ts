/**
 * The modules posted to a worker. Their glue is part of the worker's file, so that a worker that imports nothing later
 * can be one file of any format.
 */
import { PosencError } from '../checks/errors.js';
import analysisGlue from '../wasm/analysis-glue.js';
import { compile } from '../wasm/compile.js';
import configGlue from '../wasm/config-glue.js';
import coreGlue from '../wasm/core-glue.js';
import type { CreateInstance } from '../wasm/glue.js';
import { type Interfaces, type Make, type ModuleId, modules, type Modules } from '../wasm/modules.js';
import { startInstance } from '../wasm/start.js';
import trainGlue from '../wasm/train-glue.js';

export class ReceivedModules {
  readonly #given: { [M in ModuleId]?: WebAssembly.Module } = {};
  readonly makers: Modules = {
    core: this.#maker('core', coreGlue),
    analysis: this.#maker('analysis', analysisGlue),
    train: this.#maker('train', trainGlue),
    config: this.#maker('config', configGlue),
  };

  /** Returns false if it did not arrive intact. */
  async take(id: ModuleId, sent: unknown): Promise<boolean> {
    const module = ArrayBuffer.isView(sent) ? await compile(sent as Uint8Array, modules[id].file) : sent;
    if (Object.prototype.toString.call(module) !== '[object WebAssembly.Module]') return false;
    this.#given[id] = module as WebAssembly.Module;
    return true;
  }

  #maker<M extends ModuleId>(id: M, createInstance: CreateInstance<Interfaces[M]>): Make<Interfaces[M]> {
    return async () => {
      const module = this.#given[id];
      if (!module) throw new PosencError('worker_failed', '', `the worker was not given ${modules[id].file}`);
      return startInstance(id, createInstance, module);
    };
  }
}
