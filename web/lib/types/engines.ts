/** Types of `engines`: how inference engines read a config.json. */
import type { EngineId } from '../generated/engines.js';
import type { Assumption } from './assumption.js';

export type { EngineId };

/**
 * Evidence. executed: the engine's code was run on files of this model type, or of this class. read: its source was
 * read. unknown: no values are given.
 */
export type EngineBasis = 'executed' | 'read' | 'unknown';

/** Rounding order of an engine, and the format in which its cosines and sines reach the model. */
export interface EngineArithmetic {
  /** torch: frequencies, then the product. ggml: each angle from that of the previous pair. */
  readonly steps: 'torch' | 'torch, positions divided' | 'ggml';
  /** 'type of the model': cosines and sines are rounded to the model's type (bf16: 2^-9 at most). */
  readonly table: 'type of the model' | 'float32';
  /** File and function that were read. */
  readonly source: string;
}

/** Error of float32 at one position, with the arithmetic of one engine. */
export interface EngineRounding extends EngineArithmetic {
  readonly position: number;
  /** (pairs) |angle - position * frequency|, in rad. */
  readonly angles: readonly number[];
  /** The pair with the largest error: in rad, and in positions (rad divided by its frequency). */
  readonly worst: { readonly pair: number; readonly angle: number; readonly positions: number };
}

export interface EngineInfo {
  readonly id: EngineId;
  readonly title: string;
  /** The examined version: commit and date. */
  readonly version: string;
  readonly basis: EngineBasis;
  readonly source: string;
  /** Absent if the code that computes its angles was not read. */
  readonly arithmetic?: EngineArithmetic;
  /** The engine only trains and reads no config.json: a person sets its arguments from the file. */
  readonly trains?: true;
  /**
   * `posenc check` and `posenc fix` include the engine only by name or with `--engine all`. Exports, trainers and
   * quantized formats read less than servers do, which would be a finding for almost every file.
   */
  readonly byNameOnly?: true;
  /** Flags that set context and rotary positions. */
  readonly flags: readonly string[];
}

/** One layer type as an engine computes it. */
export interface EngineLayerReport {
  /** rad per position. */
  readonly frequencies: readonly number[];
  /** Factor on cos and sin. */
  readonly attentionFactor: number;
  /** Factor on attention logits, in addition to attentionFactor². */
  readonly softmaxMultiplier: number;
  /** Length of its cos/sin table, if it builds one. */
  readonly rows?: number;
  /** The engine recomputes the frequencies for the current length; these are for the requested length. */
  readonly byLength?: boolean;
  /** At `precisionAt`, if the engine's arithmetic was read. */
  readonly rounding?: EngineRounding;
}

export interface EngineDifference {
  readonly layer: string;
  /** Largest relative difference of a frequency, and its pair. 0 if only the attention factor differs. */
  readonly frequency: number;
  readonly pair: number;
  /** Attention factor divided by that of the reference, minus 1. */
  readonly attentionFactor: number;
  /** Factors on attention logits of the engine and the reference, if they differ. */
  readonly softmax?: readonly [number, number];
  /** Factors on queries at the last position of the context, if they differ. */
  readonly queries?: { readonly position: number; readonly own: number; readonly reference: number };
  /** Rotated pairs of the engine and the reference, if the counts differ. */
  readonly pairs?: readonly [number, number];
  /** The shortest context length, in positions, at which engine and reference differ. */
  readonly from: number;
  /** The longest such length, if they agree again beyond it. */
  readonly to?: number;
}

/** The cases of the evidence that have the model type of the file. */
export interface EngineCases {
  readonly modelType: string;
  /** The types of scaling with which the release ran it, by the names of specs; 'default' is none. */
  readonly ropeTypes: readonly string[];
  /** The file has these types, too: their rule was executed in other model types, or read. */
  readonly others?: readonly string[];
}

export interface EngineAnswer extends Assumption {
  readonly engine: EngineId;
  readonly title: string;
  readonly version: string;
  readonly basis: EngineBasis;
  readonly source: string;
  /** The day on which the release was executed, or that of the code that was executed or read: YYYY-MM-DD. */
  readonly asOf?: string;
  /** The executed cases that the numbers generalise. Absent for rows without stored evidence, and if nothing was executed. */
  readonly cases?: EngineCases;
  /** The requested length; if absent, the engine was started without flags. */
  readonly contextLength?: number;
  /** Context that the engine serves if it is started without a length. */
  readonly served?: number;
  /** Keyed by layer type; 'default' if all are alike. Empty if the file is rejected or the basis is 'unknown'. */
  readonly layers: Readonly<Record<string, EngineLayerReport>>;
  /** The error that the engine raises on this file. */
  readonly error?: {
    readonly kind: string;
    readonly message: string;
    readonly todo?: string;
    /** The engine does not support this model type, so no change of the file helps. */
    readonly lacksModel?: boolean;
  };
  /** Difference from transformers 5. Absent if both agree to 1e-5 or if either rejects the file. */
  readonly difference?: EngineDifference;
  readonly notes: readonly string[];
  /** Arguments of a trainer, set from this file. */
  readonly settings?: string;
  /** llama.cpp: the keys that its converter writes. */
  readonly gguf?: Readonly<Record<string, number | string | readonly number[]>>;
}
