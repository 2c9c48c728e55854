/** The modules for an engine in this thread. Each is located on first use, and instances are made from it. */
import { ModuleLoader, type GivenModules, type ModuleFetcher } from './module-loader.js';
import type { CreateInstance } from './glue.js';
import type { Interfaces, Make, ModuleId, Modules } from './modules.js';
import { startInstance } from './start.js';

const glues: { [M in ModuleId]: () => Promise<{ readonly default: CreateInstance<Interfaces[M]> }> } = {
  core: () => import('./core-glue.js'),
  analysis: () => import('./analysis-glue.js'),
  train: () => import('./train-glue.js'),
  config: () => import('./config-glue.js'),
};

export function modulesOf(given: GivenModules, fetcher: ModuleFetcher): Modules {
  const loader = new ModuleLoader(given, fetcher);
  const maker = <M extends ModuleId>(id: M): Make<Interfaces[M]> => {
    let module: WebAssembly.Module | undefined;
    return async (signal) => {
      module ??= await loader.module(id, signal);
      const { default: createInstance } = await glues[id]();
      return startInstance(id, createInstance, module);
    };
  };
  return { core: maker('core'), analysis: maker('analysis'), train: maker('train'), config: maker('config') };
}
