/**
 * Classes of diffusers whose attention rotates by several coordinates, keyed by `_class_name` in
 * transformer/config.json. Read in diffusers 58eb52c0 or a row's `release`. tests/golden/rope_nd_executed.json holds
 * their results.
 *
 * The VAE, another file, sets the size of a cell in frames and pixels. The strides here are the pipeline's fallbacks.
 */
export interface AxialClass {
  /** Rotation class, and its file in src/diffusers/models/transformers. */
  readonly rope: string;
  readonly file: string;
  /** Release of diffusers that was read; commit 58eb52c0 if absent. */
  readonly release?: string;
  readonly axes: readonly string[];
  /** Field that holds the widths of the axes and the class default, or the rule that divides the head. */
  readonly widths:
    | { readonly key: string; readonly otherwise: readonly number[] }
    | { readonly pairsKey: string; readonly otherwise: number } // pairs, the same number in each axis
    | 'thirds, the first with what remains' // 2⌊d/6⌋ for height and width
    | 'a quarter, then three eighths twice'
    | 'halves';
  /** A constant, or the default of a field; `key` defaults to rope_theta. */
  readonly base: { readonly fixed: number } | { readonly otherwise: number; readonly key?: string };
  readonly headDim?: number;
  /** Channels of the head beyond the axes pass through unchanged. */
  readonly partial?: true;
  readonly layout?: 'half';
  /** All axes but the first are centred on their number of cells (scale_rope). */
  readonly centred?: true;
  /** NTK-aware factors for time, height and width (rope_scale). */
  readonly ntk?: readonly number[];
  /** Divisors of the coordinates along each axis (scale_factor). */
  readonly divisors?: readonly number[];
  /**
   * Video frames per latent, and the number of frames that the pipeline makes. If latents are unevenly spaced in time,
   * `unit` is the number of frames per unit of time, which no field of the file changes.
   */
  readonly video?: ({ readonly stride: number } | { readonly unit: number }) & { readonly frames: number };
  readonly pixels?: number;
  /** Latent cells per side that the pipeline packs into one before the model, in addition to its patch_size. */
  readonly packing?: number;
  /** Fields about positions that change no angle, such as the length of a table. */
  readonly idle?: readonly string[];
  /** A sentence on facts that the file does not state. */
  readonly more?: string;
}

/** Release or commit of diffusers in which the class was read. */
export const releaseOf = ({ release }: AxialClass): string => `diffusers ${release ?? '58eb52c0'}`;

const thw = ['time', 'row', 'column'] as const;
const image = ['image', 'row', 'column'] as const;
const axesDims = { key: 'axes_dims_rope', otherwise: [16, 56, 56] } as const;
const flux = {
  rope: 'FluxPosEmbed',
  file: 'transformer_flux.py',
  axes: image,
  widths: axesDims,
  base: { fixed: 10000 },
} as const;
const fluxText = { pixels: 8, packing: 2, more: 'Tokens of text stand at 0 on all axes.' } as const;
const bria = { release: '0.42.1', axes: image, widths: axesDims, base: { otherwise: 10000 } } as const;
const wan = {
  rope: 'WanRotaryPosEmbed',
  file: 'transformer_wan.py',
  axes: thw,
  widths: 'thirds, the first with what remains',
  base: { fixed: 10000 },
  video: { stride: 4, frames: 81 },
  pixels: 8,
  idle: ['rope_max_seq_len'],
} as const;
const hunyuan = {
  rope: 'HunyuanVideoRotaryPosEmbed',
  file: 'transformer_hunyuan_video.py',
  axes: thw,
  widths: { key: 'rope_axes_dim', otherwise: [16, 56, 56] },
  base: { otherwise: 256 },
  video: { stride: 4, frames: 129 },
  pixels: 8,
  more: 'Tokens of text are not rotated.',
} as const;
const qwen = {
  rope: 'QwenEmbedRope',
  file: 'transformer_qwenimage.py',
  axes: ['frame', 'row', 'column'],
  widths: axesDims,
  base: { fixed: 10000 },
  centred: true,
  pixels: 8,
  more: 'Token i of the text stands at s + i on all axes, s being half of the longer side.',
} as const;

const joyimage = {
  rope: 'get_rotary_pos_embed',
  file: 'transformer_joyimage.py',
  release: '0.42.1',
  axes: image,
  widths: { key: 'rope_dim_list', otherwise: [16, 56, 56] },
  base: { otherwise: 256, key: 'theta' },
  idle: ['rope_type'],
  more: 'Tokens of text stand behind the largest coordinate on all axes if rope_type is mrope, and else are not rotated.',
} as const;

export const axialClasses: ReadonlyMap<string, AxialClass> = new Map<string, AxialClass>([
  ['FluxTransformer2DModel', { ...flux, ...fluxText }],
  ['OvisImageTransformer2DModel', { ...flux, rope: 'OvisImagePosEmbed', file: 'transformer_ovis_image.py' }],
  ['LongCatImageTransformer2DModel', { ...flux, rope: 'LongCatImagePosEmbed', file: 'transformer_longcat_image.py' }],
  ['ChromaTransformer2DModel', { ...flux, ...fluxText, file: 'transformer_chroma.py' }],
  [
    'Flux2Transformer2DModel',
    {
      rope: 'Flux2PosEmbed',
      file: 'transformer_flux2.py',
      axes: ['image', 'row', 'column', 'token'],
      widths: { key: 'axes_dims_rope', otherwise: [32, 32, 32, 32] },
      base: { otherwise: 2000 },
      pixels: 8,
      packing: 2,
      more: 'Tokens of text are counted on the last axis and stand at 0 on the others.',
    },
  ],
  [
    'Flux3Transformer2DModel',
    {
      rope: 'Flux3PosEmbed',
      file: 'transformer_flux3.py',
      release: '0.42.1',
      axes: ['image', 'row', 'column', 'token'],
      widths: { key: 'axes_dims_rope', otherwise: [32, 32, 32, 32] },
      base: { otherwise: 10000 },
    },
  ],
  ['BriaTransformer2DModel', { ...bria, rope: 'BriaEmbedND', file: 'transformer_bria.py' }],
  ['BriaFiboTransformer2DModel', { ...bria, rope: 'BriaFiboEmbedND', file: 'transformer_bria_fibo.py' }],
  [
    'Krea2Transformer2DModel',
    {
      rope: 'Krea2RotaryPosEmbed',
      file: 'transformer_krea2.py',
      axes: image,
      widths: { key: 'axes_dims_rope', otherwise: [32, 48, 48] },
      base: { otherwise: 1000 },
    },
  ],
  [
    'HiDreamImageTransformer2DModel',
    {
      rope: 'HiDreamImageEmbedND',
      file: 'transformer_hidream_image.py',
      axes: image,
      widths: { key: 'axes_dims_rope', otherwise: [32, 32] },
      base: { fixed: 10000 },
    },
  ],
  [
    'ZImageTransformer2DModel',
    {
      rope: 'RopeEmbedder',
      file: 'transformer_z_image.py',
      axes: image,
      widths: { key: 'axes_dims', otherwise: [32, 48, 48] },
      base: { otherwise: 256 },
      pixels: 8,
      packing: 2,
    },
  ],
  [
    'BriaFibo2Transformer2DModel',
    {
      rope: 'RopeEmbedder',
      file: 'transformer_bria_fibo2.py',
      release: '0.42.1',
      axes: image,
      widths: { key: 'axes_dims', otherwise: [32, 48, 48] },
      base: { otherwise: 256 },
    },
  ],
  [
    'PRXTransformer2DModel',
    {
      rope: 'PRXEmbedND',
      file: 'transformer_prx.py',
      release: '0.42.1',
      axes: ['row', 'column'],
      widths: { key: 'axes_dim', otherwise: [32, 32] },
      base: { otherwise: 10000, key: 'theta' },
      more: 'Tokens of text are not rotated.',
    },
  ],
  [
    'Lumina2Transformer2DModel',
    {
      rope: 'Lumina2RotaryPosEmbed',
      file: 'transformer_lumina2.py',
      axes: image,
      widths: { key: 'axes_dim_rope', otherwise: [32, 32, 32] },
      base: { fixed: 10000 },
      more: 'Tokens of text are counted on the first axis, and the image stands where they end.',
    },
  ],
  ['QwenImageTransformer2DModel', qwen],
  [
    'NucleusMoEImageTransformer2DModel',
    { ...qwen, rope: 'NucleusMoEEmbedRope', file: 'transformer_nucleusmoe_image.py' },
  ],
  [
    'QwenImage21Transformer2DModel',
    {
      rope: 'QwenImage21Rope',
      file: 'transformer_qwenimage21.py',
      release: '0.42.1',
      axes: qwen.axes,
      widths: axesDims,
      base: qwen.base,
      centred: true,
      more: 'Tokens of text are counted on all axes, and a picture stands on the frame axis where the text before it ends.',
    },
  ],
  ['WanTransformer3DModel', wan],
  ['WanVACETransformer3DModel', { ...wan, file: 'transformer_wan_vace.py' }],
  ['WanAnimateTransformer3DModel', { ...wan, file: 'transformer_wan_animate.py' }],
  [
    'AnyFlowTransformer3DModel',
    { ...wan, rope: 'AnyFlowRotaryPosEmbed', file: 'transformer_anyflow.py', release: '0.42.1' },
  ],
  [
    'HeliosTransformer3DModel',
    {
      rope: 'HeliosRotaryPosEmbed',
      file: 'transformer_helios.py',
      release: '0.42.1',
      axes: thw,
      widths: { key: 'rope_dim', otherwise: [44, 42, 42] },
      base: { otherwise: 10000 },
      more: 'Latents of the past stand before the new ones on the time axis, some of them averaged in blocks.',
    },
  ],
  [
    'SkyReelsV2Transformer3DModel',
    {
      ...wan,
      rope: 'SkyReelsV2RotaryPosEmbed',
      file: 'transformer_skyreels_v2.py',
      video: { stride: 4, frames: 97 },
    },
  ],
  [
    'SanaVideoTransformer3DModel',
    {
      rope: wan.rope,
      file: 'transformer_sana_video.py',
      axes: thw,
      widths: wan.widths,
      base: wan.base,
      headDim: 112,
      idle: wan.idle,
    },
  ],
  ['HunyuanVideoTransformer3DModel', hunyuan],
  [
    'HunyuanVideo15Transformer3DModel',
    {
      ...hunyuan,
      rope: 'HunyuanVideo15RotaryPosEmbed',
      file: 'transformer_hunyuan_video15.py',
      video: { stride: 4, frames: 121 },
      pixels: 16,
    },
  ],
  [
    'HunyuanVideoFramepackTransformer3DModel',
    { ...hunyuan, rope: 'HunyuanVideoFramepackRotaryPosEmbed', file: 'transformer_hunyuan_video_framepack.py' },
  ],
  [
    'MotifVideoTransformer3DModel',
    {
      ...hunyuan,
      rope: 'MotifVideoRotaryPosEmbed',
      file: 'transformer_motif_video.py',
      video: { stride: 4, frames: 121 },
      more: '',
    },
  ],
  [
    'HunyuanImageTransformer2DModel',
    {
      rope: 'HunyuanImageRotaryPosEmbed',
      file: 'transformer_hunyuanimage.py',
      axes: ['row', 'column'],
      widths: { key: 'rope_axes_dim', otherwise: [64, 64] },
      base: { otherwise: 256 },
    },
  ],
  [
    'CosmosTransformer3DModel',
    {
      rope: 'CosmosRotaryPosEmbed',
      file: 'transformer_cosmos.py',
      axes: thw,
      widths: wan.widths,
      base: wan.base,
      layout: 'half',
      ntk: [2, 1, 1],
      more: 'The time of a video is multiplied by 24 / fps.',
    },
  ],
  [
    'Kandinsky5Transformer3DModel',
    {
      rope: 'Kandinsky5RoPE3D',
      file: 'transformer_kandinsky.py',
      axes: thw,
      widths: { key: 'axes_dims', otherwise: [16, 24, 24] },
      base: wan.base,
      video: { stride: 4, frames: 121 },
      pixels: 8,
      more: 'The pipeline divides coordinates by a scale_factor, which the file does not say.',
    },
  ],
  [
    'Kandinsky6Transformer3DModel',
    {
      rope: 'Kandinsky6RoPE3D',
      file: 'transformer_kandinsky6.py',
      release: '0.42.1',
      axes: thw,
      widths: { key: 'axes_dims', otherwise: [32, 48, 48] },
      base: wan.base,
      divisors: [1, 2, 2],
      video: { stride: 4, frames: 121 },
      pixels: 8,
      more: 'Sound has an axis of its own, which is not told here.',
    },
  ],
  ['JoyImageEditTransformer3DModel', joyimage],
  [
    'JoyImageEditPlusTransformer3DModel',
    {
      ...joyimage,
      rope: '_get_rotary_pos_embed_for_range',
      file: 'transformer_joyimage_edit_plus.py',
      more: 'Each picture that is given stands behind the ones before it on the first axis. Tokens of text are not rotated.',
    },
  ],
  [
    'MiniMaxH3Transformer3DModel',
    {
      rope: 'MiniMaxH3RotaryPosEmbed',
      file: 'transformer_minimax_h3.py',
      release: '0.42.1',
      axes: thw,
      widths: { pairsKey: 'rope_freq_dim', otherwise: 16 },
      base: { otherwise: 10000 },
      headDim: 128,
      partial: true,
      layout: 'half',
      video: { unit: 3 / 5, frames: 124 },
      more: 'A frame spans 5/3 units of time: at 24 frames a second there are 40 units, one for each latent of sound. Latents of video stand 1, 4, 4, 4 and 4 frames apart, behind the tokens of text, which are counted on the time axis. Rows and columns are centred at 16 and spaced so that a square picture spans 32 units, whatever its size.',
    },
  ],
  [
    'CogView4Transformer2DModel',
    {
      rope: 'CogView4RotaryPosEmbed',
      file: 'transformer_cogview4.py',
      axes: ['row', 'column'],
      widths: 'halves',
      base: wan.base,
      headDim: 40,
      layout: 'half',
      idle: ['rope_axes_dim', 'pos_embed_max_size'],
      more: 'A picture of any size fills a grid of rope_axes_dim places (256 by 256 where the file has none): row i of n stands at the whole part of 256 i / n, and columns likewise. Tokens of text are not rotated.',
    },
  ],
  [
    'GlmImageTransformer2DModel',
    {
      rope: 'GlmImageRotaryPosEmbed',
      file: 'transformer_glm_image.py',
      release: '0.42.1',
      axes: ['row', 'column'],
      widths: 'halves',
      base: wan.base,
      headDim: 40,
      layout: 'half',
      more: 'Tokens of text are not rotated.',
    },
  ],
  [
    'CogVideoXTransformer3DModel',
    {
      rope: 'get_3d_rotary_pos_embed',
      file: 'models/embeddings.py',
      axes: thw,
      widths: 'a quarter, then three eighths twice',
      base: wan.base,
      headDim: 64,
      video: { stride: 4, frames: 49 },
      more: 'Rows and columns of a picture of any size are fitted into the grid of sample_height and sample_width if the file has no patch_size_t, and else counted.',
    },
  ],
]);
