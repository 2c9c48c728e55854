/**
 * How a model's context can be extended, and what to say to each engine.
 */
import type { EngineId } from './engines.js';
import type { Assumption } from './assumption.js';
import type { Band } from './config.js';

export const extensionIds = ['yarn', 'ntk', 'dynamic', 'linear', 'longrope', 'llama3'] as const;
export type ExtensionId = (typeof extensionIds)[number];

/** What a layer type's frequencies are at the wanted length, against those that it was trained with. */
export interface ExtensionCriteria {
  readonly pairs: number;
  /** Pairs whose angles go beyond those that the file's own spec reaches at `servedContext`, which is less than a turn. */
  readonly pairsWithUnseenAngles: number;
  readonly bands: Readonly<Record<Band, number>>;
  /** cos and sin are multiplied by this. */
  readonly attentionFactor: number;
  /** Frequency of the fastest pair as a part of what it is with the file's own spec: neighbours are told apart by it. */
  readonly resolution: number;
}

export interface EngineAdvice {
  readonly engine: EngineId;
  readonly title: string;
  readonly version: string;
  /** It trains and serves nothing; its commands are what to set. */
  readonly trains?: true;
  /** Whether it computes what the method means, up to the wanted length: by computing its answer, not by its documents. */
  readonly supported: boolean;
  /**
   * Why not: it refuses the file, computes other numbers than the reference, or ends before the wanted length; or what it
   * computes is not known.
   */
  readonly why?: 'refuses' | 'differs' | 'ends' | 'unknown';
  /** What to type; empty where there is no way. In place of MODEL and model.gguf stand the names of your own files. */
  readonly commands: readonly string[];
  /** Flags of the command without which it would compute other angles. */
  readonly needs?: string;
  readonly notes: readonly string[];
}

export interface MethodAdvice {
  readonly id: ExtensionId;
  readonly title: string;
  readonly source: string;
  /** Whether models were trained further with it by those who published it, and by whom it is used without. */
  readonly training: string;
  /** Why it is not for this file; then there is nothing else. */
  readonly refused?: string;
  /** The file has this extension with this factor already, and only its length changes. */
  readonly lengthOnly?: true;
  /** By layer type; those that a sliding window keeps short stay as they are and are left out. */
  readonly layers: Readonly<Record<string, ExtensionCriteria>>;
  /**
   * The fields of the file to change, relative to `at`: as transformers 5 writes them, and as versions before. Whole
   * factors need a point in the text (4.0): vLLM and SGLang refuse an integer under rope_type linear.
   */
  readonly config?: {
    /** Path of the object in the file that holds them; '' is the file itself. */
    readonly at: string;
    readonly current: Readonly<Record<string, unknown>>;
    /** None where the old form cannot say it. */
    readonly legacy?: Readonly<Record<string, unknown>>;
    /** Fields of the same object to take out, beside `current` and beside `legacy`: what stands in them would win. */
    readonly without: { readonly current: readonly string[]; readonly legacy: readonly string[] };
  };
  readonly engines: readonly EngineAdvice[];
}

/** Keys and values that layers of one kind keep of one sequence. */
export interface LayerCache {
  /** Of the layer type; 'default' where there is one. */
  readonly name: string;
  readonly layers: number;
  /** The context, or the window of such layers. */
  readonly tokens: number;
  /** Of one layer: heads × (width of a key + width of a value), or the latent vector with its rotated part. */
  readonly numbersPerToken: number;
}

/** Keys and values of one sequence of the wanted length. */
export interface KeyValueCache {
  /** Of all layers: Σ layers × tokens × numbersPerToken. */
  readonly numbers: number;
  /** In a type of 16 bits, bf16 or f16: two for each number. A cache in 8 bits takes half of it. */
  readonly bytes: number;
  readonly layers: readonly LayerCache[];
}

export interface ExtensionAdvice extends Assumption {
  readonly modelType?: string;
  /** Positions that the model was trained on before an extension of its own, as the file says. */
  readonly trainedContext: number;
  /** Positions that the file names as its largest context. */
  readonly servedContext: number;
  /** The wanted length, in positions. */
  readonly contextLength: number;
  /** contextLength / servedContext. */
  readonly factor: number;
  /**
   * What keys and values take at that length, which is often what a length is limited by. Not there where the file does not
   * say how many layers keep how much, or its class is none that is known for it: hybrid models, shared keys, chunks, GGUF files.
   */
  readonly keyValueCache?: KeyValueCache;
  /** The file as it stands, at that length. */
  readonly unchanged: Readonly<Record<string, ExtensionCriteria>>;
  /**
   * What each engine makes of the file as it stands at a length that needs no extension, and what to type; beyond it, each
   * method says so. Of a GGUF file, llama.cpp alone.
   */
  readonly engines: readonly EngineAdvice[];
  /** The ways to extend it; none for a length that needs none. */
  readonly methods: readonly MethodAdvice[];
}
