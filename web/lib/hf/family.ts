/** What a configuration class of transformers says beside the file. */
import type { PlainObject } from './plain.js';

export interface Family {
  readonly theta?: number;
  /** The base is read from this field alone, where one stands at the top level. */
  readonly baseKey?: string;
  /** Base of the sliding-window layers, where they have their own. */
  readonly localTheta?: number;
  readonly partial?: number;
  /** … which the class also keeps as its own attribute: where it scales, that replaces the fraction of the rope dictionary. */
  readonly partialWins?: boolean;
  readonly headDim?: number;
  /** Head width of the full-attention layers, where it differs. */
  readonly globalHeadDim?: number;
  readonly maxContext?: number;
  /** The class has original_max_position_embeddings itself: a top-level length wins, or else this one. */
  readonly originalContext?: number;
  /** Width of the rotated part of a head with multi-head latent attention (qk_rope_head_dim). */
  readonly latentDim?: number;
  /** Attention works on so many times hidden_size. */
  readonly hiddenTimes?: number;
  /** The angles of a grid: the head is shared out among so many coordinates. */
  readonly axes?: number;
  /**
   * The rotary class of transformers 5 makes frequencies for the whole head where the model's own code rotates a part of
   * it: always, or where the file gives that part as rotary_dim instead of partial_rotary_factor.
   */
  readonly wholeHead?: 'always' | 'without a fraction';
  /** Base of the layers with compressed keys, which alone are scaled, with an amplitude of 1. */
  readonly compressedTheta?: number;
  /** The layer types that the class writes where the file lists none. */
  readonly layers?: readonly string[];
  /** Sliding-window layers turn unscaled: the rope dictionary is for full attention. */
  readonly plainSliding?: boolean;
  /** Dictionaries of the file that the class does not read. */
  readonly ignores?: readonly ('rope_scaling' | 'rope_parameters')[];
  /** A rope_scaling for all layers scales those with a sliding window, too. */
  readonly scaledSliding?: boolean;
  /** The class writes these rope parameters when the file has none. */
  readonly ropeParameters?: PlainObject;
  /** The layer type of layer 0 where the class derives layer_types from a pattern. */
  readonly firstLayer?: 'sliding_attention' | 'full_attention';
}
