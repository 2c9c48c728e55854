/**
 * Position ids of the tokens of a prompt with images and videos.
 */
import type { Matrix } from './values.js';

/** `model_type` of config.json. docs/multimodal.md describes the rule of each. */
export type MultimodalModel = 'qwen2_vl' | 'qwen2_5_vl' | 'qwen3_vl' | 'glm4v' | 'hunyuan_vl';

type Whole = readonly number[] | Int32Array | Uint32Array | Float32Array | Float64Array;
/** One value per token; for a batch, a list per sequence. */
export type OfTokens = Whole | readonly Whole[];
/** Patches along time, height and width, before merging. */
export type PatchGrid = readonly [t: number, h: number, w: number] | Whole;

export interface MultimodalPrompt {
  readonly model: MultimodalModel;
  /** Token types: 0 text, 1 image, 2 video (mm_token_type_ids). Alternative to `tokens`. */
  readonly tokenTypes?: OfTokens | undefined;
  /** Token ids (input_ids), including the placeholders of images and videos. */
  readonly tokens?: OfTokens | undefined;
  readonly imageToken?: number | undefined;
  readonly videoToken?: number | undefined;
  /** 1 for tokens, 0 for padding. All are tokens by default. */
  readonly attentionMask?: OfTokens | undefined;
  /** One grid per image of the batch, in order (image_grid_thw). */
  readonly images?: readonly PatchGrid[] | undefined;
  /** One grid per video (video_grid_thw). */
  readonly videos?: readonly PatchGrid[] | undefined;
  /** Patches merged along height and along width (spatial_merge_size); 2 by default. */
  readonly mergeSize?: number | undefined;
  /** qwen2_5_vl: seconds between two grids of each video (second_per_grid_ts); 1 by default. */
  readonly secondsPerGrid?: readonly number[] | Float32Array | Float64Array | undefined;
  /** qwen2_5_vl: steps of the time id per second (tokens_per_second of vision_config). Required if there is a video. */
  readonly tokensPerSecond?: number | undefined;
  /** hunyuan_vl: number of sections of the model, 4 (p, w, h, t) by default or 3 (w, h, t). */
  readonly axes?: number | undefined;
  /**
   * Release of transformers: 5 by default. 4 has another rule for the tokens after an image or video. '5.16' is for
   * qwen2_5_vl, whose rule for video times changed in 5.17.
   */
  readonly transformers?: 4 | '5.16' | 5 | undefined;
}

export interface MultimodalSequence {
  /** (tokens, axes) Positions for `mrope`. */
  readonly positions: Matrix<Float64Array>;
  /** Added to the index of the next token (rope_deltas). Version 4 counts all tokens, 5 only unmasked tokens. */
  readonly delta: number;
}
export interface MultimodalIds {
  /** The columns of the positions: t, h, w, or p, w, h, t. */
  readonly axes: readonly string[];
  /** The releases of transformers with these ids: 4, 5, or for qwen2_5_vl '5.0 to 5.16' or '5.17 and later'. */
  readonly transformers: string;
  readonly sequences: readonly MultimodalSequence[];
}
