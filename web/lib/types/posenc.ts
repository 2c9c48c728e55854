/**
 * The public interface: one shape in process and in a worker; only `create` differs.
 *
 * Every method is asynchronous and rejects with a PosencError (see errors.ts), or with
 * `signal.reason` when it was aborted. Results are plain arrays that the caller owns.
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
import type { AnalysisInfo, EncodingInfo, TaskInfo } from './registry.js';
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
export type { Prepared, PreparedSync } from './prepared.js';
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
   * The same methods without the spec, which is checked and planned now: for many small calls with one spec. Where the
   * work is done in this thread, `sync` has them without promises.
   */
  prepare(spec: EncodingSpec, options?: CallOptions): Promise<Prepared>;
  /**
   * The table, a block of rows at a time; memory use does not depend on n. At least one block:
   * for no positions, one of no rows. Leave early by `break` or `return()`.
   */
  tableBlocks(spec: EncodingSpec, positions: Positions, options?: BlockOptions): AsyncIterableIterator<ComputedBlock>;
  /**
   * The float64 tables of two specs at the same positions, side by side. Rows without a table are compared
   * by their biases, or else maps, of n queries and n keys: `channel` is the head, a position [query, key].
   */
  compare(
    specA: EncodingSpec,
    specB: EncodingSpec,
    positions: Positions,
    options?: CompareOptions,
  ): Promise<Comparison>;
  /** The registry of analyses: what can be computed from kernels and tables. */
  readonly analyses: readonly AnalysisInfo[];
  /**
   * Runs one of them. Inputs are matrices, or { spec, positions } for an encoding's float64 table; scalars
   * come back as numbers, lists as Float64Array, matrices as Matrix. The first call loads analysis.wasm.
   */
  analyse<Id extends AnalysisId>(
    spec: AnalysisSpec & { readonly analysis: Id },
    inputs: AnalysisInputs[Id],
    options?: CallOptions,
  ): Promise<AnalysisResults[Id]>;
  /** What a transformer can be trained on. */
  readonly tasks: readonly TaskInfo[];
  /**
   * Opens a training run of a small transformer, into which any encoding goes by the stages of its row, trained with it
   * where it has what training moves. Nothing is trained before it is advanced; always `close` it. The first call loads
   * train.wasm. Errors: those of the parameters by name; `not_defined` where a row cannot be trained with; `bad_argument`
   * for a checkpoint that is torn, or of another experiment.
   */
  train(experiment: Experiment, options?: TrainOptions): Promise<TrainingRun>;
  /** A run from a checkpoint alone, which holds its experiment; `steps` may make it longer. */
  resumeTraining(checkpoint: Uint8Array | ArrayBuffer, options?: RunOptions): Promise<TrainingRun>;
  /** config.json as text or parsed, or what `readGguf` and `openGguf` give: a GGUF file as llama.cpp reads it. */
  importConfig(configJson: string | object, options?: CallOptions): Promise<ImportedConfig>;
  /** What the file does to positions; with `engine` as that engine reads it, who refuses it with its own message. */
  report(
    configJson: string | object,
    options?: CallOptions & { contextLength?: number | undefined; engine?: EngineId | undefined },
  ): Promise<ConfigReport>;
  /**
   * What each inference engine makes of the file, the reference (transformers 5) first: frequencies in rad per position,
   * amplitude, table, what it raises, and how far it is from the reference. `contextLength` is the length that each is
   * started with; without one they start with no flags. `precisionAt` adds what float32 costs at that position, in the
   * steps of each engine, where its code was read. Sources stand in each answer.
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
   * Whether each engine serves a model at `contextLength` positions as its file stands, with what to type; and for a
   * length beyond the file's the ways to extend it: what each does to its pairs, the fields of the file to change, and
   * the same of each engine then. Sources stand in each method.
   */
  extendContext(
    configJson: string | object,
    contextLength: number,
    options?: CallOptions & { engines?: readonly EngineId[] | undefined },
  ): Promise<ExtensionAdvice>;
  /**
   * The position ids of a prompt with images and videos, by sequence, and what is added to the number of the next token: as
   * `get_rope_index` of transformers gives them. They are what `mrope` takes as positions.
   */
  multimodalIds(prompt: MultimodalPrompt, options?: CallOptions): Promise<MultimodalIds>;
  /**
   * What changed in the positions from one model file to another, each a config.json or a GGUF header: fields, and
   * frequencies by pair and by context length. Throws as `importConfig` does.
   */
  diffConfigs(
    configA: string | object,
    configB: string | object,
    options?: CallOptions & { contextLength?: number | undefined },
  ): Promise<ConfigDiff>;
  /**
   * What made the numbers of a rotary embedding: the config where one is given and they are its own, else the known mistake
   * that gives them, else the spec. Nothing is named that does not give them within the rounding of their type.
   */
  identify(numbers: NumbersToIdentify, options?: CallOptions & IdentifyOptions): Promise<Identification>;
  /** The `rope_parameters` fragment (transformers 5) for a rope spec; `legacy` gives rope_theta + rope_scaling. */
  exportConfig(
    spec: EncodingSpec,
    options?: CallOptions & { legacy?: boolean | undefined; maxPositionEmbeddings?: number | undefined },
  ): Promise<Record<string, unknown>>;
  /** Frees the module or stops the worker. Later calls reject with `disposed`. Calling twice is harmless. */
  dispose(): void;
}

/**
 * Where float32 tables of waves, rotary embedding of float32 vectors and Toeplitz biases are computed. 'webgpu': on a
 * GPU wherever it can; 'auto': tables, where that was measured to be faster; 'wasm': never. Without a GPU that gives right numbers, all three are the same.
 */
export type DeviceChoice = 'wasm' | 'webgpu' | 'auto';

/** The WebAssembly modules: core.wasm for the methods on specs, analysis.wasm for `analyse`, train.wasm for `train`. */
export type ModuleName = 'core' | 'analysis' | 'train';
/** Bytes, a compiled module, or an address. */
export type ModuleSource = ArrayBuffer | Uint8Array | WasmModule | string | URL;

export interface CreateOptions {
  /** 'wasm' by default. */
  readonly device?: DeviceChoice | undefined;
  /** A device of the page's own that is used first; it has to pass the same probe. */
  readonly gpuDevice?: GpuDevice | undefined;
  /** Run in a dedicated worker: the same as `workers: 1`. */
  readonly worker?: boolean | undefined;
  /**
   * Run in so many workers, 1 to 64; `navigator.hardwareConcurrency` is a good number. Calls whose result has
   * independent rows are divided among them, others run beside one another, and `tableBlocks` computes so many blocks
   * ahead. The bits of a result do not depend on the number. A worker that dies is replaced and its work done again.
   */
  readonly workers?: number | undefined;
  /**
   * What is taken in place of packaged modules (edge runtimes, tests). Where core has an address, those that are not named
   * are looked for beside it.
   */
  readonly modules?: Readonly<Partial<Record<ModuleName, ModuleSource | undefined>>> | undefined;
  /** Short for `modules: { core }` with an address. */
  readonly wasmUrl?: string | URL | undefined;
  /**
   * The modules that are there when `create` resolves, and whose faults show then; any other is loaded when it is first
   * needed. ['core'] by default; an empty list loads nothing before the first call.
   */
  readonly preload?: readonly ModuleName[] | undefined;
  /** Makes a worker, a new one each time, where a bundler needs it done its own way. */
  readonly workerFactory?: (() => WebWorker) | undefined;
  readonly signal?: AbortSignal | undefined;
}
