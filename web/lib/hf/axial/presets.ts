/**
 * Published models whose attention rotates by several coordinates, each with its source. A diffusers model lists the
 * position fields of its transformer/config.json, and its spec is read from them. tests/golden/rope_nd_executed.json
 * holds what the classes compute.
 */
import type { RopeNdSpec } from '../../generated/encodings.js';
import type { RopeNdPreset } from '../../types/config.js';
import { releaseOf } from './classes.js';
import { readAxial } from './read.js';

const ofDiffusers = (
  id: string,
  title: string,
  className: string,
  fields: Readonly<Record<string, string | number | boolean | readonly number[]>>,
): RopeNdPreset => {
  const config = { _class_name: className, ...fields };
  const { spec, axes, row } = readAxial({ ...config, ...arraysOf(config) })!;
  const source = `${row.rope}, ${row.file}, ${releaseOf(row)}`;
  return { id, title, spec, axes: axes.map(({ name }) => name), config, source };
};
/** Mutable copies of the lists, as JSON parsing would give. */
const arraysOf = (config: Readonly<Record<string, unknown>>): Record<string, number[]> =>
  Object.fromEntries(
    Object.entries(config).flatMap(([key, value]) => (Array.isArray(value) ? [[key, [...(value as number[])]]] : [])),
  );

function ofVision(id: string, title: string, axes: readonly string[], spec: RopeNdSpec, source: string): RopeNdPreset {
  return { id, title, spec, axes, source };
}

const head = { attention_head_dim: 128 };
const flux = { ...head, axes_dims_rope: [16, 56, 56] };
const wan = { ...head, patch_size: [1, 2, 2], rope_max_seq_len: 1024 };
const hunyuan = { ...head, patch_size: 2, patch_size_t: 1, rope_axes_dim: [16, 56, 56], rope_theta: 256 };
const sam3 = { encoding: 'rope-nd', dim: 64, axes: 2 } as const;
const sam3Source = 'Sam3ViTRotaryEmbedding, modeling_sam3.py, transformers 008e15d3';
const qwenVision = { encoding: 'rope-nd', axes: 2, layout: 'half' } as const;

const presets = (): readonly RopeNdPreset[] => [
  ofDiffusers('flux-1', 'FLUX.1', 'FluxTransformer2DModel', { ...flux, patch_size: 1 }),
  ofDiffusers('flux-2', 'FLUX.2', 'Flux2Transformer2DModel', {
    ...head,
    axes_dims_rope: [32, 32, 32, 32],
    patch_size: 1,
    rope_theta: 2000,
  }),
  ofDiffusers('krea-2', 'Krea 2', 'Krea2Transformer2DModel', {
    ...head,
    axes_dims_rope: [32, 48, 48],
    rope_theta: 1000,
  }),
  ofDiffusers('ovis-image', 'Ovis-Image', 'OvisImageTransformer2DModel', flux),
  ofDiffusers('longcat-image', 'LongCat-Image', 'LongCatImageTransformer2DModel', {
    ...flux,
  }),
  ofDiffusers('hidream', 'HiDream-I1', 'HiDreamImageTransformer2DModel', { ...head, axes_dims_rope: [64, 32, 32] }),
  ofDiffusers('z-image', 'Z-Image', 'ZImageTransformer2DModel', { axes_dims: [32, 48, 48], rope_theta: 256 }),
  ofDiffusers('lumina-2', 'Lumina-Image 2.0', 'Lumina2Transformer2DModel', { axes_dim_rope: [32, 32, 32] }),
  ofDiffusers('qwen-image', 'Qwen-Image', 'QwenImageTransformer2DModel', { ...flux, patch_size: 2 }),
  ofDiffusers('nucleus-image', 'Nucleus-Image', 'NucleusMoEImageTransformer2DModel', { ...flux, patch_size: 2 }),
  ofDiffusers('hunyuan-image', 'HunyuanImage 2.1', 'HunyuanImageTransformer2DModel', {
    ...head,
    patch_size: [1, 1],
    rope_axes_dim: [64, 64],
    rope_theta: 256,
  }),
  ofDiffusers('wan-2.1', 'Wan 2.1 and 2.2', 'WanTransformer3DModel', wan),
  ofDiffusers('wan-animate', 'Wan-Animate', 'WanAnimateTransformer3DModel', wan),
  ofDiffusers('skyreels-v2', 'SkyReels V2', 'SkyReelsV2Transformer3DModel', wan),
  ofDiffusers('sana-video', 'SANA-Video', 'SanaVideoTransformer3DModel', { ...wan, attention_head_dim: 112 }),
  ofDiffusers('hunyuan-video', 'HunyuanVideo', 'HunyuanVideoTransformer3DModel', hunyuan),
  ofDiffusers('hunyuan-video-1.5', 'HunyuanVideo 1.5', 'HunyuanVideo15Transformer3DModel', {
    ...hunyuan,
    patch_size: 1,
  }),
  ofDiffusers('framepack', 'FramePack', 'HunyuanVideoFramepackTransformer3DModel', hunyuan),
  ofDiffusers('motif-video', 'Motif-Video', 'MotifVideoTransformer3DModel', hunyuan),
  ofDiffusers('cosmos-1', 'Cosmos Predict 1', 'CosmosTransformer3DModel', {
    ...head,
    patch_size: [1, 2, 2],
    rope_scale: [2, 1, 1],
  }),
  ofDiffusers('kandinsky-5', 'Kandinsky 5', 'Kandinsky5Transformer3DModel', {
    axes_dims: [16, 24, 24],
    patch_size: [1, 2, 2],
  }),
  ofDiffusers('kandinsky-6', 'Kandinsky 6', 'Kandinsky6Transformer3DModel', {
    axes_dims: [32, 48, 48],
    patch_size: [1, 2, 2],
    scale_factor: [1, 2, 2],
  }),
  ofDiffusers('minimax-h3', 'MiniMax H3', 'MiniMaxH3Transformer3DModel', {
    ...head,
    patch_size: [1, 2, 2],
    rope_freq_dim: 16,
    rope_theta: 10000,
  }),
  ofDiffusers('cogvideox', 'CogVideoX 5B', 'CogVideoXTransformer3DModel', {
    attention_head_dim: 64,
    patch_size: 2,
    use_rotary_positional_embeddings: true,
  }),
  ofDiffusers('cogview-4', 'CogView4', 'CogView4Transformer2DModel', {
    attention_head_dim: 128,
    patch_size: 2,
    rope_axes_dim: [256, 256],
  }),
  // (π/2)(2p/n - 1)·10000^(k/681) for each of n = 20 seconds, 2048 rows and 2048 columns of pixels. Two unrotated
  // channels precede all pairs.
  ofVision(
    'ltx-video',
    'LTX-Video, all heads together',
    ['none', 'second', 'pixel row', 'pixel column'],
    {
      encoding: 'rope-nd',
      dim: 2048,
      axes: 4,
      widths: [2, 682, 682, 682],
      base: 1,
      ntkFactors: [1, 1e-4, 1e-4, 1e-4],
      scales: [0, Math.PI / 20, Math.PI / 2048, Math.PI / 2048],
      offsets: [0, -10, -1024, -1024],
      order: 'alternating',
    },
    'LTXVideoRotaryPosEmbed, transformer_ltx.py, diffusers 58eb52c0',
  ),
  ofVision(
    'sam-2-memory',
    'SAM 2, memory attention',
    ['column', 'row'],
    { encoding: 'rope-nd', dim: 256, axes: 2 },
    'Sam2VideoVisionRotaryEmbedding, modeling_sam2_video.py, transformers 03eac6f6',
  ),
  ofVision('sam-3-windows', 'SAM 3, layers of windows', ['column', 'row'], sam3, sam3Source),
  ofVision(
    'sam-3-global',
    'SAM 3, global layers of 72 by 72 cells',
    ['column', 'row'],
    { ...sam3, scales: [1 / 3, 1 / 3] },
    sam3Source,
  ),
  ofVision(
    'qwen2-vl-vision',
    'Qwen2-VL, vision tower',
    ['row', 'column'],
    { ...qwenVision, dim: 80 },
    'VisionRotaryEmbedding and rot_pos_emb, modeling_qwen2_vl.py, transformers 00b676f8',
  ),
  ofVision(
    'qwen2.5-vl-vision',
    'Qwen2.5-VL, vision tower',
    ['row', 'column'],
    { ...qwenVision, dim: 80 },
    'Qwen2_5_VisionRotaryEmbedding and rot_pos_emb, modeling_qwen2_5_vl.py, transformers 00b676f8',
  ),
  ofVision(
    'qwen3-vl-vision',
    'Qwen3-VL, vision tower',
    ['row', 'column'],
    { ...qwenVision, dim: 72 },
    'Qwen3VLVisionRotaryEmbedding and rot_pos_emb, modeling_qwen3_vl.py, transformers 68a7b7e2',
  ),
  ofVision(
    'gemma-4-vision',
    'Gemma 4, vision tower',
    ['column', 'row'],
    { encoding: 'rope-nd', dim: 64, axes: 2, base: 100, layout: 'half-by-axis' },
    'Gemma4VisionRotaryEmbedding, modeling_gemma4.py, transformers 033b1a82',
  ),
  ofVision(
    'kimi-k2.5-vision',
    'Kimi K2.5, vision tower',
    ['column', 'row'],
    { encoding: 'rope-nd', dim: 72, axes: 2, order: 'alternating', layout: 'half' },
    'Kimi_K25VisionRotaryEmbedding, modeling_kimi_k25.py, transformers 033b1a82',
  ),
  ofVision(
    'minimax-m3-vision',
    'MiniMax M3 VL, vision tower',
    ['frame', 'row', 'column'],
    { encoding: 'rope-nd', dim: 80, widths: [26, 26, 26], layout: 'half' },
    'MiniMaxM3VL3DRotaryEmbedding, modular_minimax_m3_vl.py, transformers 290b8469',
  ),
];

export const ropeNdPresets: readonly RopeNdPreset[] = /* @__PURE__ */ presets();
