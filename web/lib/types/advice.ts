/** Types of `extendContext`: how to extend a model's context, and the commands for each engine. */
import type { EngineId } from './engines.js';
import type { Assumption } from './assumption.js';
import type { Band } from './config.js';

export const extensionIds = ['yarn', 'ntk', 'dynamic', 'linear', 'longrope', 'llama3'] as const;
export type ExtensionId = (typeof extensionIds)[number];

/** Frequencies of a layer type at the requested length, compared with those it was trained with. */
export interface ExtensionCriteria {
  readonly pairs: number;
  /** Pairs whose angles exceed those that the file's own spec reaches at `servedContext` (less than a full turn). */
  readonly pairsWithUnseenAngles: number;
  readonly bands: Readonly<Record<Band, number>>;
  /** Factor on cos and sin. */
  readonly attentionFactor: number;
  /** Frequency of the fastest pair, relative to the file's own spec. Neighbours are distinguished by it. */
  readonly resolution: number;
}

export interface EngineAdvice {
  readonly engine: EngineId;
  readonly title: string;
  readonly version: string;
  /** The day of the execution, or of the code: YYYY-MM-DD. */
  readonly asOf?: string;
  /** The engine only trains. Its commands are settings. */
  readonly trains?: true;
  /** true if the engine's computed result matches the method up to the requested length. */
  readonly supported: boolean;
  /**
   * Why it is unsupported: the engine rejects the file, deviates from the reference, or ends before the requested
   * length. 'unknown': its result is not known.
   */
  readonly why?: 'refuses' | 'differs' | 'ends' | 'unknown';
  /** Commands to run; empty if the engine has no way. MODEL and model.gguf are placeholders for your own files. */
  readonly commands: readonly string[];
  /** Flags without which the command would compute other angles. */
  readonly needs?: string;
  readonly notes: readonly string[];
}

export interface MethodAdvice {
  readonly id: ExtensionId;
  readonly title: string;
  readonly source: string;
  /** Says if its publishers trained models further with it, and who uses it without training. */
  readonly training: string;
  /** Why the method does not apply to this file. If present, the other fields are empty. */
  readonly refused?: string;
  /** The file already has this extension with this factor, so only its length changes. */
  readonly lengthOnly?: true;
  /** Keyed by layer type. Omits types that a sliding window keeps short, because they do not change. */
  readonly layers: Readonly<Record<string, ExtensionCriteria>>;
  /**
   * Fields of the file to change, relative to `at`, in the form of transformers 5 and in the older form. Write whole
   * factors with a decimal point (4.0): vLLM and SGLang reject an integer under rope_type linear.
   */
  readonly config?: {
    /** Path of the containing object in the file; '' is the file itself. */
    readonly at: string;
    readonly current: Readonly<Record<string, unknown>>;
    /** Absent if the old form cannot express it. */
    readonly legacy?: Readonly<Record<string, unknown>>;
    /** Fields to remove from the same object, for `current` and for `legacy`. Their values would take precedence. */
    readonly without: { readonly current: readonly string[]; readonly legacy: readonly string[] };
  };
  readonly engines: readonly EngineAdvice[];
}

/** KV cache of one sequence in layers of one kind. */
export interface LayerCache {
  /** The layer type; 'default' if there is only one. */
  readonly name: string;
  readonly layers: number;
  /** The context length, or the window of these layers. */
  readonly tokens: number;
  /** Per layer: heads × (key width + value width), or the latent vector with its rotated part. */
  readonly numbersPerToken: number;
}

/** KV cache of one sequence of the requested length. */
export interface KeyValueCache {
  /** Σ layers × tokens × numbersPerToken over all layers. */
  readonly numbers: number;
  /** Size in bf16 or f16, two bytes per element. An 8-bit cache takes half of it. */
  readonly bytes: number;
  readonly layers: readonly LayerCache[];
}

export interface ExtensionAdvice extends Assumption {
  readonly modelType?: string;
  /** Positions that the model was trained on before its own extension, according to the file. */
  readonly trainedContext: number;
  /** Largest context that the file names, in positions. */
  readonly servedContext: number;
  /** The requested length, in positions. */
  readonly contextLength: number;
  /** contextLength / servedContext. */
  readonly factor: number;
  /**
   * Cache size at that length, which is often the limiting factor. Absent if the file does not give the layers' cache
   * layout, or if its class is not known for it: hybrid models, shared keys, chunks, GGUF files.
   */
  readonly keyValueCache?: KeyValueCache;
  /** The unchanged file at that length. */
  readonly unchanged: Readonly<Record<string, ExtensionCriteria>>;
  /**
   * How each engine handles the unchanged file if the length needs no extension, and the commands to run. For a longer
   * length, see the methods. For a GGUF file: llama.cpp only.
   */
  readonly engines: readonly EngineAdvice[];
  /** Ways to extend the context; empty if the length needs none. */
  readonly methods: readonly MethodAdvice[];
}
