/**
 * The registry encoding of a vision or audio model, if its object in the file gives the parameters. Read in the classes
 * named below, transformers decba1d2. There is no spec if a field is missing and the class default is not stated here.
 * Most rotary ones were executed (tests/golden/rope_nd_executed.json, and DINOv3 in
 * tests/golden/engines/transformers-classes.json). Readers of the others say "not executed".
 */
import type { EncodingSpec, RopeNdSpec } from '../generated/encodings.js';
import { isPlainObject, type PlainObject } from './plain.js';

export interface TowerEncoding {
  readonly spec: EncodingSpec;
  /** Names of the coordinates, for a `rope-nd` spec. */
  readonly coordinates?: readonly string[];
}
type Reader = (tower: PlainObject) => TowerEncoding | undefined;

function whole(tower: PlainObject, ...keys: readonly string[]): number | undefined {
  const value = keys.map((key) => tower[key]).find((given) => given !== undefined && given !== null);
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 && value <= 65_536 ? value : undefined;
}

/** CLIPVisionEmbeddings and similar: a row per patch of a square image, and `more` rows for tokens without one. */
function patchTable(more: number): Reader {
  return (tower) => {
    const [image, patch] = [whole(tower, 'image_size', 'img_size'), whole(tower, 'patch_size')];
    const dim = whole(tower, 'hidden_size', 'embed_dim', 'd_model');
    if (image === undefined || patch === undefined || dim === undefined || patch > image) return undefined;
    return { spec: { encoding: 'learned', dim, count: Math.floor(image / patch) ** 2 + more } };
  };
}

/**
 * VisionRotaryEmbedding(head_dim // 2) of Qwen2-VL: frequencies base^(-4k/d). The row of a patch rotates the first half
 * of the pairs and its column the rest, paired by rotate_half. The base is an argument whose default no caller changes.
 */
function rowThenColumn(widthKey: string): Reader {
  return (tower) => {
    const dim = headOf(tower, widthKey);
    if (dim === undefined || dim % 4 !== 0) return undefined;
    return { spec: { encoding: 'rope-nd', dim, axes: 2, layout: 'half' }, coordinates: ['row', 'column'] };
  };
}

function headOf(tower: PlainObject, widthKey: string): number | undefined {
  const [heads, width] = [whole(tower, 'num_heads', 'num_attention_heads'), whole(tower, widthKey)];
  if (heads === undefined || width === undefined || width % heads !== 0) return undefined;
  return width / heads;
}

/** rope_theta of the rope dictionary or of the tower itself; undefined if it is not a valid base. */
function baseOf(tower: PlainObject, otherwise: number): number | undefined {
  const dict = tower['rope_parameters'];
  const given = (isPlainObject(dict) ? dict['rope_theta'] : undefined) ?? tower['rope_theta'] ?? otherwise;
  return typeof given === 'number' && given > 0 && given <= 1e30 ? given : undefined;
}

/** Two coordinates, column and row, with the same frequencies, each in half of the channels. */
function columnThenRow(theta: number, more: Pick<RopeNdSpec, 'layout' | 'order'>, headDim?: number): Reader {
  return (tower) => {
    const dim = whole(tower, 'head_dim') ?? headDim ?? headOf(tower, 'hidden_size');
    const base = baseOf(tower, theta);
    if (dim === undefined || dim % 4 !== 0 || base === undefined) return undefined;
    return {
      spec: { encoding: 'rope-nd', dim, axes: 2, ...(base !== 10_000 && { base }), ...more },
      coordinates: ['column', 'row'],
    };
  };
}
/** Gemma4VisionRotaryEmbedding and apply_multidimensional_rope: halves are paired within each coordinate. */
const gemma = { layout: 'half-by-axis' } as const;
/** Kimi_K25VisionRotaryEmbedding: coordinates alternate pair by pair, and halves of the head are paired. */
const kimi = { order: 'alternating', layout: 'half' } as const;

/**
 * MuseGlimmerVisionRotaryEmbedding: the column rotates the first half of the pairs and the row the rest, counted from
 * 1, and Kimi's attention pairs halves. Read in modular_muse_glimmer.py (0173fbba), not executed.
 */
const muse = { layout: 'half' } as const;

/**
 * Step3p7VisionRotaryEmbedding flattens the angles of row and column; its attention has rotate_half of Qwen2-VL. Files
 * say `width` and `heads`. Read in modular_step3p7.py (052f526c) and modular_kimi_k25.py (0117d5f7), not executed.
 */
const ofStep: Reader = (given) => {
  const tower = { ...given, hidden_size: given['width'] ?? given['hidden_size'] ?? 1536 };
  const base = baseOf(tower, 10_000);
  const found = rowThenColumn('hidden_size')({
    ...tower,
    num_heads: given['heads'] ?? given['num_attention_heads'] ?? 16,
  });
  if (base === undefined || found?.spec.encoding !== 'rope-nd') return undefined;
  return base === 10_000 ? found : { ...found, spec: { ...found.spec, base } };
};

/** MiniMaxM3VL3DRotaryEmbedding: each axis has a third of the head, rounded down to pairs; the rest is not rotated. */
const frameRowColumn: Reader = (tower) => {
  const dim = headOf(tower, 'hidden_size');
  const base = baseOf(tower, 10_000);
  if (dim === undefined || dim < 6 || base === undefined) return undefined;
  const width = 2 * Math.floor(Math.floor((2 * Math.floor(dim / 2)) / 3) / 2);
  return {
    spec: {
      encoding: 'rope-nd',
      dim,
      widths: [width, width, width],
      ...(base !== 10_000 && { base }),
      layout: 'half',
    },
    coordinates: ['frame', 'row', 'column'],
  };
};

/**
 * DINOv3ViTRopePositionEmbedding: periods base^(4k/d), by patch positions in a grid that the image size gives. Files
 * name the image size of training, and the defaults are those of DINOv3ViTConfig (028ea9ab).
 */
function ofGrid(defaults: PlainObject): Reader {
  return (given) => {
    const tower = { ...defaults, ...given };
    const [dim, base] = [headOf(tower, 'hidden_size'), baseOf(tower, 100)];
    const [image, patch] = [whole(tower, 'image_size'), whole(tower, 'patch_size')];
    if (dim === undefined || dim % 4 !== 0 || base === undefined || image === undefined || patch === undefined)
      return undefined;
    const side = Math.floor(image / patch);
    return side < 1 ? undefined : { spec: { encoding: 'rope-dinov3', dim, height: side, width: side, base } };
  };
}
const dinov3 = { hidden_size: 384, num_attention_heads: 6, image_size: 224, patch_size: 16 };

/** sinusoids() of modeling_whisper.py: one row per frame, the sines first, frequencies down to 1/10000 inclusive. */
const framesOfWhisper: Reader = (tower) => {
  const dim = whole(tower, 'd_model', 'hidden_size');
  if (dim === undefined || dim % 2 !== 0 || dim < 4) return undefined;
  return { spec: { encoding: 'sinusoidal', dim, layout: 'half', denominator: 'd/2-1' } };
};

/** Gemma3nAudioAttention: keys of distances from a table shared by all heads, within a context around the query. */
const audioOfGemma: Reader = (tower) => {
  const [tableDim, heads] = [whole(tower, 'hidden_size'), whole(tower, 'conf_num_attention_heads')];
  const left = whole(tower, 'conf_attention_context_left');
  const right = tower['conf_attention_context_right'] === 0 ? 0 : whole(tower, 'conf_attention_context_right');
  if (tableDim === undefined || heads === undefined || left === undefined || right === undefined) return undefined;
  const dim = tableDim / heads;
  if (!Number.isInteger(dim) || dim < 2 || tableDim % 2 !== 0) return undefined;
  const window = { contextLeft: left - 1, contextRight: right };
  return {
    spec: { encoding: 'transformer-xl', dim, tableDim, denominator: 'D/2-1', globalTerms: false, ...window },
  };
};

const readers: readonly (readonly [Reader, string])[] = [
  [
    patchTable(1),
    `clip clip_vision_model altclip_vision_model chinese_clip_vision_model clipseg_vision_model xclip_vision_model
    git_vision_model metaclip_2_vision_model owlvit_vision_model owlv2_vision_model blip_vision_model
    blip_2_vision_model instructblip_vision_model instructblipvideo_vision_model vit dinov2`,
  ],
  [patchTable(0), 'siglip siglip_vision_model idefics2_vision idefics3_vision smolvlm_vision'],
  // hidden_size is the width of the text model here, the output width of the tower
  [rowThenColumn('embed_dim'), 'qwen2_vl_vision'],
  [
    rowThenColumn('hidden_size'),
    `qwen2_5_vl_vision qwen2_5_omni_vision_encoder qwen3_vl_vision qwen3_vl_moe_vision
    qwen3_5_vision qwen3_5_moe_vision qwen3_omni_moe_vision_encoder glm4v_vision glm4v_moe_vision`,
  ],
  [columnThenRow(100, gemma, 64), 'gemma4_vision'],
  [columnThenRow(10_000, kimi), 'kimi_k25_vision'],
  [frameRowColumn, 'minimax_m3_vl_vision'],
  [columnThenRow(10_000, muse), 'muse_glimmer_vision'],
  [ofStep, 'step3p5_vision'],
  [audioOfGemma, 'gemma3n_audio'],
  [ofGrid(dinov3), 'dinov3_vit'],
  [ofGrid({}), 'eomt_dinov3'],
  [
    framesOfWhisper,
    `audioflamingo3_encoder qwen2_audio_encoder qwen2_5_omni_audio_encoder qwen3_asr_encoder
    qwen3_omni_moe_audio_encoder voxtral_encoder`,
  ],
];
const byType = new Map(readers.flatMap(([reader, types]) => types.split(/\s+/).map((type) => [type, reader] as const)));

/** @param name the model type of the tower, as transformers calls it. */
export const towerEncoding = (name: string, tower: PlainObject): TowerEncoding | undefined => byType.get(name)?.(tower);
