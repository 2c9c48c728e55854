/**
 * What there is to know of a model type beside its file: what its configuration class supplies (class-defaults.ts is the
 * table), and in which layers it rotates how. A model type that is not listed gets no such default.
 */
import { classDefaults } from './class-defaults.js';
import type { PlainObject } from './plain.js';

export interface Family {
  readonly theta?: number;
  /** Base of the sliding-window layers, where they have their own. */
  readonly localTheta?: number;
  readonly partial?: number;
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
  /** Its rotary class does not read the field rotary_dim that its configuration has. */
  readonly ignoresRotaryDim?: boolean;
  /** Base of the layers with compressed keys, which alone are scaled, with an amplitude of 1. */
  readonly compressedTheta?: number;
  /** The layer types that the class writes where the file lists none. */
  readonly layers?: readonly string[];
  /** Sliding-window layers turn unscaled: the rope dictionary is for full attention. */
  readonly plainSliding?: boolean;
  /** The class writes these rope parameters when the file has none. */
  readonly ropeParameters?: PlainObject;
  /** The layer type of layer 0 where the class derives layer_types from a pattern. */
  readonly firstLayer?: 'sliding_attention' | 'full_attention';
}

const unlisted: Family = {};
/** Older files of vision-language models have the fields of the text model, and the type of the whole, at the top. */
export const classOf = (modelType: string): Family | undefined =>
  classDefaults.get(modelType) ?? classDefaults.get(`${modelType}_text`);
export const familyOf = (modelType: string | undefined): Family =>
  (modelType === undefined ? undefined : classOf(modelType)) ?? unlisted;

/** The base where neither the file nor the class names one: RotaryEmbeddingConfigMixin.default_theta. */
export const defaultTheta = 10_000;
