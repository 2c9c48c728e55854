/**
 * Presets of `mrope`: which id rotates which pair in published models, each with its source. A width, base or sections
 * that a source does not give are omitted.
 */
import type { MropeSpec } from '../generated/encodings.js';

export interface MropePreset {
  readonly spec: Omit<MropeSpec, 'dim'> & { readonly dim?: number };
  /** The ids of a token, in the order of positions. */
  readonly ids: readonly string[];
  /** File and commit of the rule; its axes were executed (tests/golden/mrope_axes.json). */
  readonly source: string;
  /** A note on the positions for users. */
  readonly note?: string;
}

const thw = ['t', 'h', 'w'];

export const mropePresets = {
  'qwen2-vl': {
    spec: { encoding: 'mrope', dim: 128, base: 1e6, sections: [16, 24, 24], form: 'chunked' },
    ids: thw,
    source: 'transformers modeling_qwen2_vl.py, apply_multimodal_rotary_pos_emb',
  },
  'qwen3-vl': {
    spec: { encoding: 'mrope', dim: 128, base: 5e6, sections: [24, 20, 20], form: 'interleaved' },
    ids: thw,
    source: 'transformers modeling_qwen3_vl.py, apply_interleaved_mrope; SGLang 020d83a0 apply_interleaved_rope',
  },
  'ernie-4.5-vl': {
    spec: {
      ...({ encoding: 'mrope', dim: 128, base: 5e5, sections: [20, 22, 22] } as const),
      ...({ form: 'spatial-first', layout: 'interleaved' } as const),
    },
    ids: thw,
    source: 'transformers modular_ernie4_5_vl_moe.py, recomposition_to_3d; vLLM 1e635102 ernie45_vl_rope.py',
    note: 'mrope_section of the file is [h, w, t].',
  },
  bailing: {
    spec: { encoding: 'mrope', form: 'spatial-first', layout: 'interleaved' },
    ids: thw,
    source: 'vLLM 9c5b7163 bailing_mrope.py, select_cos_sin',
    note: 'SGLang counts rows and columns from the centre of an image.',
  },
  videorope: {
    spec: { encoding: 'mrope', dim: 128, base: 1e6, sections: [16, 24, 24], form: 'spatial-first' },
    ids: thw,
    source:
      'Wiselnn570/VideoRoPE 309f5c84 modeling_videorope.py, apply_m_modify_multimodal_rotary_pos_emb; arXiv:2502.05173',
  },
  'openpangu-vl': {
    spec: { encoding: 'mrope', form: 'greedy' },
    ids: thw,
    source: 'vLLM 098d12c2 openpangu_rope.py, get_mrope_interleaved_id_list',
  },
  'glm-sglang': {
    spec: {
      ...({ encoding: 'mrope', dim: 128, rotaryDim: 64, sections: [8, 12, 12] } as const),
      ...({ form: 'round-robin', layout: 'interleaved' } as const),
    },
    ids: thw,
    source: 'SGLang 020d83a0 rotary_embedding/mrope.py, axis_map with mrope_interleaved_glm',
    note: 'transformers has the sections of GLM-4V one after another.',
  },
  'hunyuan-vl': {
    spec: { encoding: 'mrope', dim: 128, axes: 4, sections: [16, 16, 16, 16], form: 'chunked' },
    ids: ['p', 'w', 'h', 't'],
    source: 'vLLM 0f70a1ec xdrope.py, XDRotaryEmbedding.forward_native',
  },
  'ideogram-4': {
    spec: { encoding: 'mrope', dim: 256, base: 5e6, sections: [88, 20, 20], form: 'interleaved' },
    ids: thw,
    source: 'diffusers transformer_ideogram4.py, Ideogram4MRoPE.forward, with mrope_section (24, 20, 20) of 128 pairs',
    note: 'Ids of an image begin at 65536, behind those of any text.',
  },
} as const satisfies Readonly<Record<string, MropePreset>>;
