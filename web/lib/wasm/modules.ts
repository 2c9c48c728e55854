/**
 * The WebAssembly modules of the package. core.wasm is loaded by create() where its option `preload` says nothing else;
 * the others, which are as large, when the first analysis or the first training run is asked for. A new one is a line of
 * `modules` at the end, its name in `ModuleName`, and what the types then ask for: its copy in module-loader.ts, its glue in
 * load.ts and worker/given.ts.
 */
import type { AnalysisModule } from '../types/analysis-module.js';
import type { CoreModule } from '../types/core.js';
import type { ModuleName } from '../types/posenc.js';
import type { TrainModule } from '../types/train-module.js';

export type ModuleFile = 'core.wasm' | 'analysis.wasm' | 'train.wasm';

/** What the loader has to know of a module. */
export interface ModuleKind<M> {
  readonly file: ModuleFile;
  /** A function that no other module exports. */
  readonly mark: keyof M;
}

const core: ModuleKind<CoreModule> = { file: 'core.wasm', mark: 'plan' };
const analysis: ModuleKind<AnalysisModule> = { file: 'analysis.wasm', mark: 'checkSizes' };
const train: ModuleKind<TrainModule> = { file: 'train.wasm', mark: 'openRun' };

export const modules = { core, analysis, train };
export type ModuleId = ModuleName;
/** What is loaded first where nothing is said. */
export const usual: readonly ModuleId[] = ['core'];
/** What an instance of each offers. */
export type Interfaces = { [M in ModuleId]: (typeof modules)[M] extends ModuleKind<infer I> ? I : never };

/** Makes a fresh instance; the first time, what it is made of is found. */
export type Make<I> = (signal?: AbortSignal) => Promise<I>;
export type Modules = { readonly [M in ModuleId]: Make<Interfaces[M]> };
