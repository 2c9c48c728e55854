/**
 * Position ids of the tokens of a prompt with images and videos.
 */
import type { Matrix } from './values.js';

/** As `model_type` of config.json; what each does, docs/multimodal.md says. */
export type MultimodalModel = 'qwen2_vl' | 'qwen2_5_vl' | 'qwen3_vl' | 'glm4v' | 'hunyuan_vl';

type Whole = readonly number[] | Int32Array | Uint32Array | Float32Array | Float64Array;
/** A number for each token; a list for each sequence of a batch. */
export type OfTokens = Whole | readonly Whole[];
/** Patches along time, height and width, before they are merged. */
export type PatchGrid = readonly [t: number, h: number, w: number] | Whole;

export interface MultimodalPrompt {
  readonly model: MultimodalModel;
  /** What each token is: 0 of text, 1 of an image, 2 of a video (mm_token_type_ids). Or `tokens`. */
  readonly tokenTypes?: OfTokens | undefined;
  /** The tokens themselves (input_ids), with the ones that stand for an image's and a video's. */
  readonly tokens?: OfTokens | undefined;
  readonly imageToken?: number | undefined;
  readonly videoToken?: number | undefined;
  /** 1 where a token counts, 0 where it fills a sequence up. Left out: all count. */
  readonly attentionMask?: OfTokens | undefined;
  /** Of each image of the batch, in order (image_grid_thw). */
  readonly images?: readonly PatchGrid[] | undefined;
  /** Of each video (video_grid_thw). */
  readonly videos?: readonly PatchGrid[] | undefined;
  /** Patches that are merged along height and along width (spatial_merge_size); 2 by default. */
  readonly mergeSize?: number | undefined;
  /** qwen2_5_vl: seconds between two grids of each video (second_per_grid_ts); 1 by default. */
  readonly secondsPerGrid?: readonly number[] | Float32Array | Float64Array | undefined;
  /** qwen2_5_vl: steps of the time id in a second (tokens_per_second of vision_config), asked for where there is a video. */
  readonly tokensPerSecond?: number | undefined;
  /** hunyuan_vl: how many sections the model has, 4 (p, w, h, t) by default or 3 (w, h, t). */
  readonly axes?: number | undefined;
  /**
   * The release of transformers: 5 by default, or 4, which goes on after an image or video in another way. '5.16' is for
   * qwen2_5_vl, whose rule for the time of videos is another since 5.17.
   */
  readonly transformers?: 4 | '5.16' | 5 | undefined;
}

export interface MultimodalSequence {
  /** (tokens, axes): what `mrope` takes as positions. */
  readonly positions: Matrix<Float64Array>;
  /** What is added to the number of the next token (rope_deltas): of all tokens in version 4, of those that count in 5. */
  readonly delta: number;
}
export interface MultimodalIds {
  /** What each column of the positions counts: t, h, w, or p, w, h, t. */
  readonly axes: readonly string[];
  /** The releases of transformers that give these ids: 4, 5, or of qwen2_5_vl '5.0 to 5.16' or '5.17 and later'. */
  readonly transformers: string;
  readonly sequences: readonly MultimodalSequence[];
}
