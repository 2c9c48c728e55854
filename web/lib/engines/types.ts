/**
 * An inference engine is a row: its version, its reading of a config.json, and what it then computes. The core computes
 * the numbers: a row returns the spec with the engine's frequencies and amplitude.
 */
import type { RopeSpec } from '../generated/encodings.js';
import type { EngineBasis, EngineId, EngineInfo } from '../types/engines.js';
import type { Source } from './source.js';

export interface EngineLayer {
  readonly spec: RopeSpec;
  /** Length of its table of cosines and sines; absent if angles are computed on demand. */
  readonly rows?: number;
  /** An amplitude that a spec cannot have, directly from the file (transformers multiplies by 0 and by -1). */
  readonly attentionFactor?: number;
  /** The frequencies are recomputed for the current length. */
  readonly byLength?: boolean;
  /** Attention logits of all channels are multiplied by the square of YaRN's amplitude by mscale_all_dim. */
  readonly latent?: boolean;
  /** Multiplier of attention logits, if the spec does not determine it. */
  readonly softmaxMultiplier?: number;
}

export interface Reading {
  readonly layers: Readonly<Record<string, EngineLayer>>;
  /** The context that it serves if started without a length. */
  readonly served: number;
  /** Basis for this file, if weaker than that of the row. */
  readonly basis?: EngineBasis;
  /** Facts that the numbers do not show; each sentence says what to do. */
  readonly notes?: readonly string[];
  /** Settings for a trainer. */
  readonly settings?: string;
  /** llama.cpp: the keys that its converter writes. */
  readonly gguf?: GgufKeys;
  /** The key that holds the amplitude, which the core computes. */
  readonly amplitudeKey?: string;
}
export type GgufKeys = Readonly<Record<string, number | string | readonly number[]>>;

export interface Engine extends EngineInfo {
  readonly id: EngineId;
  /**
   * Reads a file at the length that the engine is started with or, if that decides, the requested length; without a
   * length, as if started without flags. Throws a Refusal if the engine fails.
   */
  read(source: Source, contextLength: number | undefined): Reading;
  /** The reading with flags that restore losses for this file; undefined if no flag restores anything. */
  restored?(source: Source): Restored | undefined;
}
export interface Restored {
  readonly flags: string;
  read(contextLength: number | undefined): Reading;
}
