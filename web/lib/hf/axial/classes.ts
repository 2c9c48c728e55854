/**
 * Models of diffusers whose attention rotates by several coordinates, by the `_class_name` of their transformer/config.json.
 * Read in diffusers 58eb52c0; tests/golden/rope_nd_executed.json has what each of these classes computes.
 *
 * What one cell is in frames and pixels is a matter of the VAE, whose config.json is another file: the strides here are
 * those that the class's pipeline takes where it has no VAE at hand.
 */
export interface AxialClass {
  /** The class of the rotation, and the file of src/diffusers/models/transformers with it. */
  readonly rope: string;
  readonly file: string;
  readonly axes: readonly string[];
  /** Where the widths of the axes stand, and what the class has without the field; 'split' of the head by Wan's rule. */
  readonly widths:
    | { readonly key: string; readonly otherwise: readonly number[] }
    | 'thirds, the first with what remains' // 2⌊d/6⌋ for height and width
    | 'a quarter, then three eighths twice'
    | 'halves';
  /** A number that no field changes, or the default of rope_theta. */
  readonly base: { readonly fixed: number } | { readonly otherwise: number };
  readonly headDim?: number;
  readonly layout?: 'half';
  /** The axes after the first are centred by their number of cells (scale_rope). */
  readonly centred?: true;
  /** rope_scale: an NTK-aware factor for time, height and width. */
  readonly ntk?: readonly number[];
  /** Frames of a video for one latent, pixels for one cell of the latent, and of frames how many the pipeline makes. */
  readonly video?: { readonly stride: number; readonly frames: number };
  readonly pixels?: number;
  /** Cells of the latent on a side that the pipeline packs into one before the model, beside its patch_size. */
  readonly packing?: number;
  /** What the file does not say, in a sentence. */
  readonly more?: string;
}

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
const wan = {
  rope: 'WanRotaryPosEmbed',
  file: 'transformer_wan.py',
  axes: thw,
  widths: 'thirds, the first with what remains',
  base: { fixed: 10000 },
  video: { stride: 4, frames: 81 },
  pixels: 8,
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
  ['WanTransformer3DModel', wan],
  ['WanVACETransformer3DModel', { ...wan, file: 'transformer_wan_vace.py' }],
  ['WanAnimateTransformer3DModel', { ...wan, file: 'transformer_wan_animate.py' }],
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
    'CogView4Transformer2DModel',
    {
      rope: 'CogView4RotaryPosEmbed',
      file: 'transformer_cogview4.py',
      axes: ['row', 'column'],
      widths: 'halves',
      base: wan.base,
      headDim: 40,
      layout: 'half',
      more: 'A picture of any size fills a grid of rope_axes_dim places (256 by 256 where the file has none): row i of n stands at the whole part of 256 i / n, and columns likewise. Tokens of text are not rotated.',
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
      more: 'Where an image is larger than those of the training, the pipeline fits its rows and columns into their grid.',
    },
  ],
]);
