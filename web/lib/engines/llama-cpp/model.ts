/**
 * The position data of a GGUF file, between the converter that writes it and the loader that reads it. Names are those
 * of the writer: rope_freq_base is <architecture>.rope.freq_base in the file.
 */
import type { GgufKeys } from '../types.js';
import type { Architecture } from './architectures.js';

/** The tensors rope_freqs and rope_factors_long/short, which divide the frequencies. */
export type FrequencyFactors =
  | {
      readonly kind: 'llama3';
      readonly factor: number;
      readonly low: number;
      readonly high: number;
      readonly original: number;
    }
  | { readonly kind: 'off'; readonly fraction: number } // the other pairs are divided by 1e30
  | { readonly kind: 'two-lists'; readonly short: readonly number[]; readonly long: readonly number[] };

export interface LlamaModel {
  readonly architecture: Architecture;
  /** Channels of a head, which all rotate unless rope_dimension_count is written. */
  readonly headDim: number;
  readonly keys: GgufKeys;
  readonly factors?: FrequencyFactors;
  /** The amplitude of two lists, if it is not that of LongRoPE. */
  readonly amplitude?: number;
  /** Folded into the base at conversion: base * alpha^(d/(d-2)). */
  readonly alpha?: number;
  /** For each layer, true if it has a sliding window; undefined if no layer has one that turns otherwise. */
  readonly windows?: readonly boolean[];
  /** Names of the kinds of layers in the report on the file. */
  readonly names: readonly string[];
  /** The name among `names` of the layers without a window; by default full_attention. */
  readonly full?: string;
  /** Unscaled layers with a window whose base and width are not those of the keys: ollama's compatibility layer. */
  readonly sliding?: { readonly base: number; readonly dim: number };
  readonly latent: boolean;
}
