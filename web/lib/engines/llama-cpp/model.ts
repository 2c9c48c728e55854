/**
 * The position data of a GGUF file, between the converter that writes it and the loader that reads it. Names are those
 * of the writer: rope_freq_base is <architecture>.rope.freq_base in the file.
 */
import type { GgufKeys } from '../types.js';

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
  readonly architecture: string;
  /** Channels of a head, which all rotate unless rope_dimension_count is written. */
  readonly headDim: number;
  readonly keys: GgufKeys;
  readonly factors?: FrequencyFactors;
  /** Folded into the base at conversion: base * alpha^(d/(d-2)). */
  readonly alpha?: number;
  /** Layers with a sliding window, which have their own base and are never scaled. */
  readonly sliding: readonly { readonly name: string; readonly base: number; readonly headDim: number }[];
  /** The name of the layers that `keys` describe. */
  readonly name: string;
  readonly latent: boolean;
}
