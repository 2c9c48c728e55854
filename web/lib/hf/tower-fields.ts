/** Fields of a vision or audio model that determine its token positions and how they are used. */
import { isPlainObject, type PlainObject } from './plain.js';
import { aboutPositions } from './unread.js';

/** Sizes of images, patches, frames and windows, which define positions, and widths that are rotated or added to. */
const sizes: ReadonlySet<string> = new Set([
  ...['image_size', 'img_size', 'input_size', 'patch_size', 'temporal_patch_size', 'tubelet_size', 'num_frames'],
  ...['spatial_merge_size', 'window_size', 'attention_window_size', 'fullatt_block_indexes', 'global_attn_indexes'],
  ...['num_patches', 'max_num_tiles', 'max_num_frames', 'downsample_factor', 'hop_length', 'num_mel_bins'],
  ...['hidden_size', 'embed_dim', 'd_model', 'head_dim', 'num_heads', 'num_attention_heads', 'encoder_attention_heads'],
  ...['attention_chunk_size', 'chunk_size_attention', 'conf_attention_chunk_size', 'conf_attention_context_left'],
  ...['conf_attention_context_right', 'attention_context_left', 'attention_context_right', 'context_size'],
  ...['max_source_positions', 'max_target_positions', 'max_source_length'],
]);

/** Position fields as in the file; entries of a nested dictionary are named `outer.inner`. */
export function positionFields(tower: PlainObject): PlainObject {
  const out: Record<string, PlainObject[string]> = {};
  for (const [key, value] of Object.entries(tower)) {
    if (value === null || !(sizes.has(key) || aboutPositions.test(key))) continue;
    if (!isPlainObject(value)) {
      out[key] = value;
      continue;
    }
    for (const [inner, own] of Object.entries(value)) if (own !== null) out[`${key}.${inner}`] = own;
  }
  return out;
}
