/**
 * What inference engines do with a config.json.
 */
import type { EngineId } from '../generated/engines.js';
import type { Assumption } from './assumption.js';

export type { EngineId };

/**
 * How we know: its own code was run on the configurations of tests/golden/engines; its source was read; or it is not known,
 * and no number is given.
 */
export type EngineBasis = 'executed' | 'read' | 'unknown';

/** In what order an engine rounds, and in what format its cosines and sines meet the model. */
export interface EngineArithmetic {
  /** torch: frequencies, then the product; ggml: each angle from that of the pair before. */
  readonly steps: 'torch' | 'torch, positions divided' | 'ggml';
  /** Cosines and sines are rounded to the model's type (bf16: 2^-9 at most), or stay float32. */
  readonly table: 'type of the model' | 'float32';
  /** File and function that were read. */
  readonly source: string;
}

/** What float32 costs at one position, in the steps of one engine. */
export interface EngineRounding extends EngineArithmetic {
  readonly position: number;
  /** (pairs) |angle - position * frequency|, in rad. */
  readonly angles: readonly number[];
  /** The pair with the largest error: in rad, and in positions, rad divided by its frequency. */
  readonly worst: { readonly pair: number; readonly angle: number; readonly positions: number };
}

export interface EngineInfo {
  readonly id: EngineId;
  readonly title: string;
  /** The version that was looked at: commit and date. */
  readonly version: string;
  readonly basis: EngineBasis;
  readonly source: string;
  /** Not given where the code that computes its angles was not read. */
  readonly arithmetic?: EngineArithmetic;
  /** It trains, and reads no config.json: a person sets its arguments from the file. */
  readonly trains?: true;
  /**
   * `posenc check` and `posenc fix` ask it by name only, or with `--engine all`: an export, a trainer or a quantized format
   * that reads less than the servers do is no fault of a file, and would be one of nearly every file.
   */
  readonly byNameOnly?: true;
  /** Its flags that set context and rotary positions. */
  readonly flags: readonly string[];
}

/** One layer type as an engine computes it. */
export interface EngineLayerReport {
  /** rad per position. */
  readonly frequencies: readonly number[];
  /** cos and sin are multiplied by this. */
  readonly attentionFactor: number;
  /** attention logits are multiplied by this, beside attentionFactor². */
  readonly softmaxMultiplier: number;
  /** Length of its table of cosines and sines, where it builds one. */
  readonly rows?: number;
  /** The frequencies are made anew for the length so far; these are of the length that was asked for. */
  readonly byLength?: boolean;
  /** At the option `precisionAt`, where the engine's arithmetic was read. */
  readonly rounding?: EngineRounding;
}

export interface EngineDifference {
  readonly layer: string;
  /** Largest relative difference of a frequency from the reference, and its pair; 0 where only the amplitude differs. */
  readonly frequency: number;
  readonly pair: number;
  /** Amplitude divided by that of the reference, minus 1. */
  readonly attentionFactor: number;
  /** By what attention logits are multiplied, by the engine and by the reference, where that differs. */
  readonly softmax?: readonly [number, number];
  /** By what queries are multiplied at a position, which is the last of the context, where that differs. */
  readonly queries?: { readonly position: number; readonly own: number; readonly reference: number };
  /** Rotated pairs of the engine and of the reference, where the numbers differ. */
  readonly pairs?: readonly [number, number];
  /** The shortest context length, in positions, at which engine and reference differ. */
  readonly from: number;
  /** The longest, where they agree again beyond it. */
  readonly to?: number;
}

export interface EngineAnswer extends Assumption {
  readonly engine: EngineId;
  readonly title: string;
  readonly version: string;
  readonly basis: EngineBasis;
  readonly source: string;
  /** The length that was asked for; without one the engine was started with no flags. */
  readonly contextLength?: number;
  /** The context that it serves when it is started without a length. */
  readonly served?: number;
  /** By layer type; 'default' where all are alike. Empty where it refuses the file, or its basis is 'unknown'. */
  readonly layers: Readonly<Record<string, EngineLayerReport>>;
  /** What it raises on this file. */
  readonly error?: {
    readonly kind: string;
    readonly message: string;
    readonly todo?: string;
    /** It has no code for this type of model, so that no form of the file would change that. */
    readonly lacksModel?: boolean;
  };
  /** Against transformers 5; none where both agree to 1e-5 or where one of them refuses the file. */
  readonly difference?: EngineDifference;
  readonly notes: readonly string[];
  /** A trainer's arguments, as they are set from this file. */
  readonly settings?: string;
  /** llama.cpp: the keys that its converter writes. */
  readonly gguf?: Readonly<Record<string, number | string | readonly number[]>>;
}
