/**
 * The WebAssembly modules of the package. core.wasm is loaded by create(); analysis.wasm, which is as large, when the
 * first analysis is asked for. A new one is a line of `modules` at the end, and its three options in CreateOptions.
 */
import type { AnalysisModule } from '../types/analysis-module.js';
import type { CoreModule } from '../types/core.js';
import type { CreateInstance } from './glue.js';
import type { CreateOptions } from '../types/posenc.js';

export type ModuleFile = 'core.wasm' | 'analysis.wasm';
type OptionName<T> = { [K in keyof CreateOptions]-?: T extends CreateOptions[K] ? K : never }[keyof CreateOptions];

/** What the loader has to know of a module. */
export interface ModuleKind<M> {
  readonly file: ModuleFile;
  /** Its copy in JavaScript. */
  readonly inline: { readonly file: string; load(): Promise<Uint8Array> };
  glue(): Promise<{ readonly default: CreateInstance<M> }>;
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
  inline: { file: 'inline.js', load: async () => (await import('./inline.js')).wasmBinary() },
  glue: () => import('./core-glue.js'),
  mark: 'plan',
  options: { binary: 'wasmBinary', module: 'wasmModule', url: 'wasmUrl' },
};

const analysis: ModuleKind<AnalysisModule> = {
  file: 'analysis.wasm',
  inline: { file: 'inline-analysis.js', load: async () => (await import('./inline-analysis.js')).analysisBinary() },
  glue: () => import('./analysis-glue.js'),
  mark: 'advance',
  options: { binary: 'analysisBinary', module: 'analysisModule', url: 'analysisUrl' },
};

/** Where nothing is said of a module, it is looked for beside the first. */
export const modules = { core, analysis };
export type ModuleId = keyof typeof modules;
