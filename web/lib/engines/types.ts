/**
 * An inference engine is a row: which versions it describes, how it reads a config.json, and what it then computes.
 * The numbers themselves are the core's: a row gives the spec whose frequencies and amplitude are the engine's.
 */
import type { RopeSpec } from '../generated/encodings.js';
import type { EngineBasis, EngineId, EngineInfo } from '../types/engines.js';
import type { Source } from './source.js';

export interface EngineLayer {
  readonly spec: RopeSpec;
  /** Length of the table of cosines and sines that it builds; none where angles are computed as they are needed. */
  readonly rows?: number;
  /** An amplitude that no spec may have, taken from the file as it stands (transformers multiplies by 0 and by -1). */
  readonly attentionFactor?: number;
  /** The frequencies are made anew for the length so far. */
  readonly byLength?: boolean;
  /** Attention logits of all channels are multiplied by the square of YaRN's amplitude by mscale_all_dim. */
  readonly latent?: boolean;
  /** By what attention logits are multiplied, where the spec does not say it. */
  readonly softmaxMultiplier?: number;
}

export interface Reading {
  readonly layers: Readonly<Record<string, EngineLayer>>;
  /** The context that it serves when it is started without a length. */
  readonly served: number;
  /** Of this file, where it is weaker than that of the row. */
  readonly basis?: EngineBasis;
  /** What the numbers do not show; each sentence says what to do. */
  readonly notes?: readonly string[];
  /** What a person sets for a trainer. */
  readonly settings?: string;
  /** llama.cpp: the keys that its converter writes. */
  readonly gguf?: GgufKeys;
  /** The one of these keys that holds the amplitude, which the core computes. */
  readonly amplitudeKey?: string;
}
export type GgufKeys = Readonly<Record<string, number | string | readonly number[]>>;

export interface Engine extends EngineInfo {
  readonly id: EngineId;
  /**
   * What it makes of a file, at the length it is started with or, where that decides, asked for; without a length, as
   * it starts with no flags. Throws a Refusal where the engine does.
   */
  read(source: Source, contextLength: number | undefined): Reading;
  /** The same, started with flags that bring back what it loses of this file; undefined where it loses nothing by that. */
  restored?(source: Source): Restored | undefined;
}
export interface Restored {
  readonly flags: string;
  read(contextLength: number | undefined): Reading;
}
