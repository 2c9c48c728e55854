/** Defaults and rules of a configuration class of transformers. */
import type { PlainObject } from './plain.js';

export interface Family {
  readonly theta?: number;
  /** The only field from which the base is read, if it exists at the top level. */
  readonly baseKey?: string;
  /** Base of the sliding-window layers, if different. */
  readonly localTheta?: number;
  readonly partial?: number;
  readonly headDim?: number;
  /** Head width of the full-attention layers, if different. */
  readonly globalHeadDim?: number;
  readonly maxContext?: number;
  /** Class default of original_max_position_embeddings; a top-level length overrides it. */
  readonly originalContext?: number;
  /** Width of the rotated part of a head with multi-head latent attention (qk_rope_head_dim). */
  readonly latentDim?: number;
  /** Width of attention as a multiple of hidden_size. */
  readonly hiddenTimes?: number;
  /** Number of coordinates of a grid that share the head. */
  readonly axes?: number;
  /**
   * The class of transformers 5 rotates the whole head if the file gives the part that the model's own code rotates as
   * rotary_dim instead of partial_rotary_factor.
   */
  readonly wholeHead?: boolean;
  /** Base of the layers with compressed keys, which are the only scaled ones and have an amplitude of 1. */
  readonly compressedTheta?: number;
  /** Layer types that the class writes if the file lists none. */
  readonly layers?: readonly string[];
  /** Sliding-window layers are unscaled: the rope dictionary applies to full attention. */
  readonly plainSliding?: boolean;
  /** Dictionaries of the file that the class does not read. */
  readonly ignores?: readonly ('rope_scaling' | 'rope_parameters')[];
  /** A rope_scaling for all layers also scales sliding-window layers. */
  readonly scaledSliding?: boolean;
  /** Rope parameters that the class writes if the file has none. */
  readonly ropeParameters?: PlainObject;
  /** Type of layer 0 if the class derives layer_types from a pattern. */
  readonly firstLayer?: 'sliding_attention' | 'full_attention';
}
