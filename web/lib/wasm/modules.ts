/**
 * The WebAssembly modules of the package. core.wasm is loaded by create() where its option `preload` says nothing else;
 * the others, which are as large, when the first analysis or the first training run is asked for. A new one is a line of
 * `modules` at the end, its three options and its name in CreateOptions, and what the types then ask for: its copy in
 * find.ts, its glue in load.ts and worker/given.ts.
 */
import type { AnalysisModule } from '../types/analysis-module.js';
import type { CoreModule } from '../types/core.js';
import type { CreateOptions, ModuleName } from '../types/posenc.js';
import type { TrainModule } from '../types/train-module.js';

export type ModuleFile = 'core.wasm' | 'analysis.wasm' | 'train.wasm';
type OptionName<T> = { [K in keyof CreateOptions]-?: T extends CreateOptions[K] ? K : never }[keyof CreateOptions];

/** What the loader has to know of a module. */
export interface ModuleKind<M> {
  readonly file: ModuleFile;
  /** A function that no other module exports. */
  readonly mark: keyof M;
  /** The options of create() that say where it is. */
  readonly options: {
    readonly binary: OptionName<Uint8Array>;
    readonly module: OptionName<WebAssembly.Module>;
    readonly url: OptionName<URL>;
  };
}

const core: ModuleKind<CoreModule> = {
  file: 'core.wasm',
  mark: 'plan',
  options: { binary: 'wasmBinary', module: 'wasmModule', url: 'wasmUrl' },
};

const analysis: ModuleKind<AnalysisModule> = {
  file: 'analysis.wasm',
  mark: 'advance',
  options: { binary: 'analysisBinary', module: 'analysisModule', url: 'analysisUrl' },
};

const train: ModuleKind<TrainModule> = {
  file: 'train.wasm',
  mark: 'openRun',
  options: { binary: 'trainBinary', module: 'trainModule', url: 'trainUrl' },
};

/** Where nothing is said of a module, it is looked for beside the first. */
export const modules = { core, analysis, train };
export type ModuleId = keyof typeof modules & ModuleName;
/** What is loaded first where nothing is said. */
export const usual: readonly ModuleId[] = ['core'];
/** What an instance of each offers. */
export type Interfaces = { [M in ModuleId]: (typeof modules)[M] extends ModuleKind<infer I> ? I : never };

/** Makes a fresh instance; the first time, what it is made of is found. */
export type Make<I> = (signal?: AbortSignal) => Promise<I>;
export type Modules = { readonly [M in ModuleId]: Make<Interfaces[M]> };
