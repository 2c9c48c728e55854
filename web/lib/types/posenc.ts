/**
 * The public interface, identical in process and in a worker; only `create` differs.
 *
 * Every method is asynchronous. It rejects with a PosencError (see errors.ts), or with `signal.reason` if aborted.
 * Results are plain arrays that the caller owns.
 */
import type { AnalysisId, AnalysisInputs, AnalysisResults, AnalysisSpec } from '../generated/analyses.js';
import type { EncodingSpec, ScalingSpec } from '../generated/encodings.js';
import type { CompareOptions, Comparison } from './comparison.js';
import type { ConfigDiff } from './config-diff.js';
import type { ConfigReport, ImportedConfig } from './config.js';
import type { ExtensionAdvice } from './advice.js';
import type { EngineAnswer, EngineId } from './engines.js';
import type { Identification, IdentifyOptions, NumbersToIdentify } from './identify.js';
import type { MultimodalIds, MultimodalPrompt } from './multimodal.js';
import type { WasmModule, WebWorker } from './globals.js';
import type { GpuDevice, OnGpuMethods } from './on-gpu.js';
import type { Prepared } from './prepared.js';
import type { EncodingInfo } from './registry.js';
import type { SpecMethods } from './spec-methods.js';
import type { Experiment, RunOptions, TrainingRun, TrainOptions } from './training.js';
import type { BlockOptions, CallOptions, ComputedBlock, Positions } from './values.js';

export type { EncodingSpec, ScalingSpec, EncodingInfo };
export type * from './comparison.js';
export type * from './config.js';
export type { Halves, WasmModule, WebWorker } from './globals.js';
export type * from './advice.js';
export type * from './config-diff.js';
export type {
  EngineAnswer,
  EngineArithmetic,
  EngineBasis,
  EngineDifference,
  EngineId,
  EngineLayerReport,
  EngineRounding,
} from './engines.js';
export type * from './gguf.js';
export type * from './identify.js';
export type * from './multimodal.js';
export type { Prepared, PreparedSync, Rotator, RotatorOptions } from './prepared.js';
export type {
  BiasOnGpuOptions,
  GpuDevice,
  GpuInput,
  GpuMatrix,
  Network,
  NetworkKernelOptions,
  OnGpuMethods,
  OnGpuOptions,
  RotateOnGpuOptions,
} from './on-gpu.js';
export type { SpecMethods } from './spec-methods.js';
export type * from './training.js';
export type * from './values.js';

export interface Posenc extends SpecMethods, OnGpuMethods {
  /** The registry, in display order. */
  readonly encodings: readonly EncodingInfo[];
  /**
   * Checks and plans a spec once and returns the same methods without the spec argument, for many small calls. In
   * process, `sync` has them without promises.
   */
  prepare(spec: EncodingSpec, options?: CallOptions): Promise<Prepared>;
  /**
   * The table in blocks of rows; memory use does not depend on n. Yields at least one block, without rows if there are
   * no positions. Leave early by `break` or `return()`.
   */
  tableBlocks(spec: EncodingSpec, positions: Positions, options?: BlockOptions): AsyncIterableIterator<ComputedBlock>;
  /**
   * Compares the float64 tables of two specs at the same positions. Encodings without a table are compared by their
   * biases, or else maps, for n queries and n keys: `channel` is then the head, and a position is [query, key].
   */
  compare(
    specA: EncodingSpec,
    specB: EncodingSpec,
    positions: Positions,
    options?: CompareOptions,
  ): Promise<Comparison>;
  /**
   * Runs an analysis. Inputs are matrices, or { spec, positions } for an encoding's float64 table. Scalars are returned
   * as numbers, lists as Float64Array, matrices as Matrix. The first call loads analysis.wasm.
   */
  analyse<Id extends AnalysisId>(
    spec: AnalysisSpec & { readonly analysis: Id },
    inputs: AnalysisInputs[Id],
    options?: CallOptions,
  ): Promise<AnalysisResults[Id]>;
  /**
   * Opens a training run of a small transformer with any encoding, including the encoding's trainable parameters.
   * Training starts with the first `advance`; always `close` the run. The first call loads train.wasm. Errors: those of
   * the parameters by name; `not_defined` if an encoding cannot be trained with; `bad_argument` for a checkpoint that
   * is damaged or belongs to another experiment.
   */
  train(experiment: Experiment, options?: TrainOptions): Promise<TrainingRun>;
  /** Opens a run from a checkpoint, which contains its experiment; `steps` may make it longer. */
  resumeTraining(checkpoint: Uint8Array | ArrayBuffer, options?: RunOptions): Promise<TrainingRun>;
  /** Reads config.json (text or parsed), or a GGUF header of `readGguf` or `openGguf` as llama.cpp reads it. */
  importConfig(configJson: string | object, options?: CallOptions): Promise<ImportedConfig>;
  /** Reports how the file defines positions. With `engine`, as that engine reads it, or rejects with its message. */
  report(
    configJson: string | object,
    options?: CallOptions & { contextLength?: number | undefined; engine?: EngineId | undefined },
  ): Promise<ConfigReport>;
  /**
   * How each inference engine reads the file, the reference (transformers 5) first: frequencies in rad per position,
   * attention factor, table, errors, and the difference from the reference. `contextLength` is the length that each
   * engine is started with; without it they start without flags. `precisionAt` adds the float32 error at that position,
   * with each engine's arithmetic if its code was read. Each result cites its sources.
   */
  engines(
    configJson: string | object,
    options?: CallOptions & {
      contextLength?: number | undefined;
      engines?: readonly EngineId[] | undefined;
      precisionAt?: number | undefined;
    },
  ): Promise<EngineAnswer[]>;
  /**
   * For each engine: if it serves the unchanged file at `contextLength` positions, and the commands to run. For a
   * length beyond the file's, also the methods of extension. Each method has its effect on the pairs, the fields of the
   * file to change, the same result per engine, and sources.
   */
  extendContext(
    configJson: string | object,
    contextLength: number,
    options?: CallOptions & { engines?: readonly EngineId[] | undefined },
  ): Promise<ExtensionAdvice>;
  /**
   * Position ids of a prompt with images and videos by sequence, and the offset of the next token, as in
   * `get_rope_index` of transformers. The ids are valid positions for `mrope`.
   */
  multimodalIds(prompt: MultimodalPrompt, options?: CallOptions): Promise<MultimodalIds>;
  /**
   * Compares the positions of two model files, each a config.json or a GGUF header: fields, and frequencies by pair and
   * by context length. Throws as `importConfig` does.
   */
  diffConfigs(
    configA: string | object,
    configB: string | object,
    options?: CallOptions & { contextLength?: number | undefined },
  ): Promise<ConfigDiff>;
  /**
   * Identifies how the values of a rotary embedding were made: by the passed config if they match it, else by a known
   * mistake, else by another spec. Explanations reproduce the values within the rounding of their type.
   */
  identify(numbers: NumbersToIdentify, options?: CallOptions & IdentifyOptions): Promise<Identification>;
  /** Returns the `rope_parameters` (transformers 5) of a rope spec; with `legacy`, rope_theta + rope_scaling. */
  exportConfig(
    spec: EncodingSpec,
    options?: CallOptions & { legacy?: boolean | undefined; maxPositionEmbeddings?: number | undefined },
  ): Promise<Record<string, unknown>>;
  /** Frees the module or stops the worker. Later calls reject with `disposed`. Calling twice is harmless. */
  dispose(): void;
}

/**
 * Device for float32 tables of waves, rotary embedding of float32 vectors and Toeplitz biases. 'webgpu': on a GPU if
 * possible. 'auto': only tables, if measured to be faster. 'wasm': never. All three are equal without a GPU that works.
 */
export type DeviceChoice = 'wasm' | 'webgpu' | 'auto';

/**
 * The WebAssembly modules: core.wasm for the methods on specs, analysis.wasm for `analyse`, train.wasm for `train`,
 * config.wasm for `identify`.
 */
export type ModuleName = 'core' | 'analysis' | 'train' | 'config';
/** Bytes, a compiled module, or a URL. */
export type ModuleSource = ArrayBuffer | Uint8Array | WasmModule | string | URL;

export interface CreateOptions {
  /** 'wasm' by default. */
  readonly device?: DeviceChoice | undefined;
  /** The page's own device, tried first; it must pass the same probe. */
  readonly gpuDevice?: GpuDevice | undefined;
  /** Run in a dedicated worker; equivalent to `workers: 1`. */
  readonly worker?: boolean | undefined;
  /**
   * Number of workers, 1 to 64; `navigator.hardwareConcurrency` is a good value. Calls with independent rows are split
   * among them, other calls run concurrently, and `tableBlocks` computes this many blocks ahead. Results are
   * bit-identical for any number. A worker that crashes is replaced and its work repeated.
   */
  readonly workers?: number | undefined;
  /**
   * Replacements of packaged modules (edge runtimes, tests). If core is a URL, the other modules are loaded from the
   * same folder by default.
   */
  readonly modules?: Readonly<Partial<Record<ModuleName, ModuleSource | undefined>>> | undefined;
  /** Shorthand for `modules: { core }` with a URL. */
  readonly wasmUrl?: string | URL | undefined;
  /**
   * Modules to load before `create` resolves, so that it reports their errors. Other modules are loaded on first use.
   * ['core'] by default; an empty list loads nothing before the first call.
   */
  readonly preload?: readonly ModuleName[] | undefined;
  /** Returns a new worker on each call, for bundlers that need their own syntax. */
  readonly workerFactory?: (() => WebWorker) | undefined;
  readonly signal?: AbortSignal | undefined;
}
