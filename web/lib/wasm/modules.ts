/**
 * The WebAssembly modules of the package. create() loads core.wasm unless `preload` says otherwise; the others are
 * loaded by the first call that needs them. To add a module: a line at the end of `modules`, its
 * name in `ModuleName`, its copy in module-loader.ts, and its glue in load.ts and worker/given.ts, as the types
 * require.
 */
import type { AnalysisModule } from '../types/analysis-module.js';
import type { ConfigModule } from '../types/config-module.js';
import type { CoreModule } from '../types/core.js';
import type { ModuleName } from '../types/posenc.js';
import type { TrainModule } from '../types/train-module.js';

export type ModuleFile = 'core.wasm' | 'analysis.wasm' | 'train.wasm' | 'config.wasm';

/** Facts about a module that the loader needs. */
export interface ModuleKind<M> {
  readonly file: ModuleFile;
  /** A function that no other module exports. */
  readonly mark: keyof M;
}

const core: ModuleKind<CoreModule> = { file: 'core.wasm', mark: 'plan' };
const analysis: ModuleKind<AnalysisModule> = { file: 'analysis.wasm', mark: 'checkSizes' };
const train: ModuleKind<TrainModule> = { file: 'train.wasm', mark: 'openRun' };
const config: ModuleKind<ConfigModule> = { file: 'config.wasm', mark: 'identifyText' };

export const modules = { core, analysis, train, config };
export type ModuleId = ModuleName;
/** Modules loaded first by default. */
export const usual: readonly ModuleId[] = ['core'];
/** The interface of each module's instances. */
export type Interfaces = { [M in ModuleId]: (typeof modules)[M] extends ModuleKind<infer I> ? I : never };

/** Makes a fresh instance; the first call locates its module. */
export type Make<I> = (signal?: AbortSignal) => Promise<I>;
export type Modules = { readonly [M in ModuleId]: Make<Interfaces[M]> };
