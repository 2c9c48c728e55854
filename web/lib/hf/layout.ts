/**
 * Which channels form a pair. No config.json states it (except `rope_interleave` in multi-head latent attention): each
 * model's code fixes it, so it is looked up by model type.
 *
 * Source: rotate_half / apply_rotary_pos_emb of that model in huggingface/transformers,
 * src/transformers/models/<name>/; rows marked `unconfirmed` are from memory.
 */
import type { Fields, Found } from './fields.js';

export type Layout = 'half' | 'interleaved';

/** Model types whose code pairs channels (2i, 2i+1). */
const interleaved: ReadonlyMap<string, string> = new Map([
  ...['blt', 'blt_global_transformer', 'blt_local_decoder', 'blt_local_encoder', 'blt_patcher'].map(
    (type) => [type, 'rotate_half of models/blt takes x[..., ::2] and x[..., 1::2]'] as const,
  ),
  ['chatglm', 'apply_rotary_pos_emb of the published code (unconfirmed)'],
  ['codegen', 'rotate_every_two (unconfirmed)'],
  ['cohere', 'rotate_half takes x[..., ::2] and x[..., 1::2]'],
  ['cohere2', 'rotate_half of models/cohere'],
  ['cohere2_moe', 'measured by rotating (5.16)'],
  ['deepseek_v2', 'view_as_complex on neighbouring channels'],
  ['deepseek_v3', 'apply_rotary_pos_emb_interleave, rope_interleave defaults to true'],
  ['deepseek_v32', 'as deepseek_v3 (unconfirmed)'],
  ['deepseek_v4', 'apply_rotary_pos_emb turns neighbours among the last channels of a head (modular_deepseek_v4.py)'],
  ['longcat_flash', 'measured by rotating (5.16)'],
  ['ernie4_5', 'rotate_half of models/glm'],
  ['ernie4_5_moe', 'rotate_half of models/glm'],
  ['ernie4_5_vl_moe', 'rotate_half of models/ernie4_5 (by reading)'],
  ['ernie4_5_vl_moe_text', 'rotate_half of models/ernie4_5 (by reading)'],
  ['glm', 'rotate_half takes x[..., 0::2] and x[..., 1::2]'],
  ['glm4', 'attention of models/glm'],
  ['glm4v', 'apply_multimodal_rotary_pos_emb repeats each angle for neighbouring channels'],
  ['glm4v_text', 'as glm4v'],
  ['glm4_moe_lite', 'attention of models/deepseek_v3, rope_interleave defaults to true'],
  ['glm_ocr_text', 'measured by rotating (5.16)'],
  ['gptj', 'rotate_every_two'],
  ['helium', 'rotate_half takes x[..., 0::2] and x[..., 1::2]'],
  ['kimi_k2', 'as deepseek_v3 (unconfirmed)'],
  ['llama4', 'view_as_complex on neighbouring channels'],
  ['llama4_text', 'view_as_complex on neighbouring channels'],
  ['moonshine', 'apply_rotary_pos_emb of models/glm'],
  ['moonshine_streaming', 'measured by rotating (5.16)'],
  ['openai_privacy_filter', 'measured by rotating (5.16)'],
  ['pe_audio_encoder', 'measured by rotating (5.16)'],
  ['roformer', 'apply_rotary_position_embeddings stacks neighbouring channels'],
]);

export function findLayout(text: Fields, modelType: string | undefined, latent: boolean): Found<Layout> {
  for (const key of ['rope_interleave', 'rotary_emb_interleaved']) {
    const flag = text.boolean(key);
    if (flag) return { value: flag.value ? 'interleaved' : 'half', from: flag.from };
  }
  const code = modelType === undefined ? undefined : interleaved.get(modelType);
  if (code !== undefined)
    return { value: 'interleaved', from: `default: interleaved, transformers models/${modelType}: ${code}` };
  if (latent && modelType !== 'minicpm3' && modelType !== 'hy_v4')
    return {
      value: 'interleaved',
      from: 'default: interleaved, as in the DeepSeek code that multi-head latent attention comes from (unconfirmed for this model)',
    };
  return {
    value: 'half',
    from: 'default: half, pairs (i, i + rotaryDim/2) as in transformers models/llama, whose code most models copy',
  };
}
