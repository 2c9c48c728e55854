/**
 * Differences among the converter's classes, which follow the general TextModel of conversion/base.py in everything else.
 * Read in conversion/*.py and src/models/*.cpp of llama.cpp as llama-cpp-python 0.3.36 contains it; evidence/llama-cpp has
 * what they did when they were executed.
 */
import { printable } from '../../checks/show.js';
import { Refusal } from '../refusal.js';
import { known } from './known.js';

/** rope_dimension_count, which the class writes as int(fraction * width). */
export interface Count {
  /**
   * The width: head_dim of the file or else the quotient of hidden_size and the number of heads; the quotient whatever
   * head_dim is; or a field. 'product' is int(fraction * hidden_size) // heads.
   */
  readonly of: 'head' | 'quotient' | 'product' | 'head_dim' | 'qk_rope_head_dim' | 'rotary_dim' | 'attn_rotary_emb';
  /** partial_rotary_factor if the file has none; 'needed' if the class then raises; 'rotary_pct' if it reads that field. */
  readonly fraction?: number | 'needed' | 'rotary_pct';
}

export interface Architecture {
  /** The name in a GGUF file. */
  readonly name: string;
  readonly count?: Count;
  /** The class does not call the general one: no scaling, and of the others only the keys that are named here. */
  readonly own?: true;
  /** The base of a class of its own: that of the file, needed; or 10000 * rope_ratio, with seq_length as the length. */
  readonly base?: 'theta' | 'ratio';
  /** The class writes key_length for such widths; other classes of their own leave the quotient. */
  readonly keyLength?: 'head_dim';
  /** It removes head_dim. */
  readonly withoutHeadDim?: true;
  /** It overwrites the scaling by none, or by linear with a factor of 1. */
  readonly none?: 'none' | 'linear';
  /** It writes rope_freqs for rope_type llama3, with this factor if the file has none; the others drop that type. */
  readonly llama3?: 8 | 16;
  /** Its loader makes no tensor for the factors that the converter writes: that such a file loads was not seen. */
  readonly unreadFactors?: true;
  /** Types of scaling whose treatment was not read. */
  readonly unreadTypes?: readonly string[];
  /** It writes both lists of LongRoPE, for Phi-3 with an amplitude; the others drop them. */
  readonly longrope?: 'with an amplitude' | 'plain';
  /**
   * Default alpha of rope_type dynamic; the class folds alpha into the base, and the others drop dynamic. It then
   * writes 262144 positions, and asserts that the file is one it was made for (conversion/hunyuan.py).
   */
  readonly alpha?: 50 | 1000;
  /** It writes rope_freqs for rope_type proportional of full attention, and needs it. */
  readonly proportional?: true;
  /**
   * It writes rope_scaling_yarn_log_mul: 0.1 * mscale_all_dim for multi-head latent attention, and for Ministral 3
   * mscale_all_dim itself, which it needs.
   */
  readonly logMultiplier?: 'tenth' | 'plain';
  /** It writes linear with `factor` of the top level or of any dictionary (conversion/nemotron.py). */
  readonly linearByFactor?: true;
  /** The field that its class prefers to max_position_embeddings as length, or the only length. */
  readonly length?: string | number;
  /** Sections of multimodal RoPE that it writes if the file has none. */
  readonly sections?: readonly number[];
  /** A base that it writes instead of none. */
  readonly theta?: number;
  /** It keeps the rows of weights whose neighbours are pairs, so that the checkpoint's neighbours turn. */
  readonly interleaved?: true;
  /** Layers with a sliding window, if these may turn otherwise than the others. */
  readonly sliding?: Sliding;
}

export interface Sliding {
  /** layer_types of the file, or all but each nth layer. */
  readonly layers: 'layer_types' | 'hybrid_layer_pattern' | number;
  /** The first of each n layers has full attention, not the last. */
  readonly fullFirst?: true;
  /** The field with the window, without which no layer has one. */
  readonly window?: string;
  /** Widths of layers with a window, if the class writes them. */
  readonly ownCount?: true;
}

const head: Count = { of: 'head' };
const quotient: Count = { of: 'quotient' };
const llamaLike: Architecture = { name: 'llama', count: head, llama3: 8 };
const latent = (name: string): Architecture => ({
  name,
  count: { of: 'qk_rope_head_dim' },
  logMultiplier: 'tenth',
  interleaved: true,
});
const granite = (name: string): Architecture => ({ ...llamaLike, name, withoutHeadDim: true });
const phi3: Architecture = {
  name: 'phi3',
  count: { of: 'product', fraction: 1 },
  own: true,
  base: 'theta',
  longrope: 'with an amplitude',
};
const glm4: Architecture = { name: 'glm4', count: { of: 'head', fraction: 0.5 }, interleaved: true };
const glm4moe: Architecture = { name: 'glm4moe', count: { of: 'head', fraction: 0.5 } };
const qwen35 = (name: string): Architecture => ({
  name,
  count: { of: 'head', fraction: 0.25 },
  sections: [11, 11, 10],
});
const gemma3: Architecture = {
  name: 'gemma3',
  theta: 1e6,
  sliding: { layers: 6, window: 'sliding_window' },
};
const gemma4: Architecture = {
  name: 'gemma4',
  theta: 1e6,
  proportional: true,
  sliding: { layers: 'layer_types', ownCount: true },
};
const exaone4: Architecture = { name: 'exaone4', llama3: 16 };
const mistral3: Architecture = { ...llamaLike, name: 'mistral3' };
const museGlimmer: Architecture = { name: 'muse-glimmer', interleaved: true, sliding: { layers: 'layer_types' } };
const hunyuanVl: Architecture = { name: 'hunyuan_vl', unreadTypes: ['dynamic', 'xdrope'] };
const olmo2: Architecture = { name: 'olmo2', sliding: { layers: 'layer_types', window: 'sliding_window' } };

/** Classes that leave the fields about positions to the general class. */
// prettier-ignore
const general = [
  'dream', 'grok', 'internlm2', 'lfm2', 'olmo', 'olmoe', 'qwen2', 'qwen3', 'starcoder2',
] as const;

export const architectures: ReadonlyMap<string, Architecture> = new Map<string, Architecture>([
  ...general.map((name) => [name, { name }] as const),
  ...['llama', 'mistral', 'mixtral'].map((type) => [type, llamaLike] as const),
  ['iquestcoder', llamaLike],
  ['arcee', { ...llamaLike, name: 'arcee' }],
  ['apertus', { ...llamaLike, name: 'apertus' }],
  ['smollm3', { ...llamaLike, name: 'smollm3', unreadFactors: true }],
  ['afmoe', { ...llamaLike, name: 'afmoe', unreadFactors: true, sliding: { layers: 4, window: 'sliding_window' } }],
  ['granite', granite('granite')],
  ['granitemoe', granite('granitemoe')],
  ['granitemoeshared', granite('granitemoe')],
  ['granite_swa', granite('granite_swa')],
  ['granitemoe_swa', granite('granite_swa')],
  ['llama4', { ...llamaLike, name: 'llama4', interleaved: true }],
  ['llama4_text', { ...llamaLike, name: 'llama4', interleaved: true }],
  ['deci', { ...llamaLike, name: 'deci' }],
  ['nemotron-nas', { ...llamaLike, name: 'deci' }],
  ['internlm3', { name: 'llama', count: head }],
  ['baichuan', { name: 'baichuan', count: quotient }],
  ['xverse', { name: 'xverse', count: quotient }],
  ['jais2', { name: 'jais2', count: head }],
  ['bitnet', { name: 'bitnet', none: 'linear' }],
  ['chameleon', { name: 'chameleon' }],
  ['deepseek', { name: 'deepseek', count: head, none: 'none' }],
  ['bailing_moe', { name: 'bailingmoe', count: head }],
  ['cohere', { name: 'command-r', length: 'model_max_length', none: 'none', interleaved: true }],
  ['cohere2', { name: 'cohere2', count: { of: 'quotient', fraction: 'rotary_pct' }, none: 'none', interleaved: true }],
  ['cohere2_moe', { name: 'cohere2moe', count: { of: 'head_dim' }, none: 'none', interleaved: true }],
  ['exaone', { name: 'exaone', count: { of: 'quotient', fraction: 1 }, llama3: 8 }],
  ['exaone4', exaone4],
  ['exaone4_5', exaone4],
  ['exaone_moe', { name: 'exaone-moe', llama3: 16, none: 'none' }],
  ['phi', { name: 'phi2', count: { of: 'product', fraction: 'needed' }, own: true }],
  ['phi3', phi3],
  ['phimoe', { ...phi3, name: 'phimoe' }],
  ['phi4_multimodal', phi3],
  ['minicpm', { name: 'minicpm', longrope: 'plain' }],
  ['minicpm3', { name: 'minicpm3', count: { of: 'qk_rope_head_dim' }, own: true, longrope: 'plain' }],
  ...['glm', 'chatglm'].map(
    (type) =>
      [
        type,
        { name: 'chatglm', count: { of: 'quotient', fraction: 0.5 }, own: true, base: 'ratio', interleaved: true },
      ] as const,
  ),
  ['glm4', glm4],
  ['glm4v_text', glm4],
  ['glm_ocr_text', glm4],
  ['glm4_moe', glm4moe],
  ['glm4v_moe_text', glm4moe],
  ['solar_open', glm4moe],
  ['stablelm', { name: 'stablelm', count: { of: 'quotient', fraction: 'needed' }, own: true }],
  ['nemotron', { name: 'nemotron', count: { of: 'product', fraction: 'needed' }, linearByFactor: true }],
  ['qwen3_next', { name: 'qwen3next', count: { of: 'head', fraction: 0.25 } }],
  ['qwen3_5_text', qwen35('qwen35')],
  ['qwen3_5_moe_text', qwen35('qwen35moe')],
  ['minimax_m2', { name: 'minimax-m2', count: { of: 'rotary_dim' } }],
  [
    'mimo_v2_flash',
    {
      name: 'mimo2',
      count: { of: 'head_dim', fraction: 'needed' },
      sliding: { layers: 'hybrid_layer_pattern', window: 'sliding_window' },
    },
  ],
  ['gpt_neox', { name: 'gptneox', count: { of: 'quotient', fraction: 'rotary_pct' }, own: true }],
  ['falcon', { name: 'falcon', own: true, length: 2048 }],
  ['falcon_h1', { name: 'falcon-h1', own: true, base: 'theta', keyLength: 'head_dim' }],
  ['gemma', { name: 'gemma', own: true, keyLength: 'head_dim' }],
  ['gemma2', { name: 'gemma2', own: true, keyLength: 'head_dim' }],
  ['orion', { name: 'orion', own: true }],
  ['plamo', { name: 'plamo', own: true, length: 4096 }],
  ...['deepseek_v2', 'deepseek_v3', 'kimi_k2', 'youtu', 'glm4_moe_lite'].map(
    (type) => [type, latent('deepseek2')] as const,
  ),
  ['deepseek_v32', latent('deepseek32')],
  ['glm_moe_dsa', { ...latent('glm-dsa'), count: { of: 'qk_rope_head_dim', fraction: 1 } }],
  ['hy_v4', latent('hy_v4')],
  ['mistral4', latent('mistral4')],
  ['hy_v3', { name: 'hy_v3' }],
  ['hrm_text', { name: 'hrm_text', count: head }],
  ['gpt_oss', { name: 'gpt-oss', sliding: { layers: 2 } }],
  ['seed_oss', { name: 'seed_oss' }],
  ['gemma3', gemma3],
  ['gemma3_text', gemma3],
  ['gemma3n', { ...gemma3, name: 'gemma3n', sliding: { layers: 'layer_types' } }],
  ['gemma3n_text', { ...gemma3, name: 'gemma3n', sliding: { layers: 'layer_types' } }],
  ...['gemma4', 'gemma4_text', 'gemma4_unified', 'gemma4_unified_text'].map((type) => [type, gemma4] as const),
  ['mistral3', mistral3],
  ['ministral3', { ...mistral3, logMultiplier: 'plain' }],
  ['hunyuan_v1_dense', { name: 'hunyuan-dense', alpha: 50 }],
  ['hunyuan_v1_moe', { name: 'hunyuan-moe', alpha: 1000 }],
  ['hunyuan', { name: 'hunyuan-moe', alpha: 1000 }],
  ['hunyuan_vl', hunyuanVl],
  ['hunyuan_vl_text', hunyuanVl],
  ['muse_glimmer', museGlimmer],
  ['muse_glimmer_text', museGlimmer],
  ['ernie4_5', { name: 'ernie4_5', interleaved: true }],
  ['ernie4_5_moe', { name: 'ernie4_5-moe', interleaved: true }],
  ['eurobert', { name: 'eurobert', none: 'none' }],
  [
    'modernbert',
    { name: 'modern-bert', none: 'none', sliding: { layers: 3, fullFirst: true, window: 'local_attention' } },
  ],
  ['lfm2_moe', { name: 'lfm2moe' }],
  ['dots1', { name: 'dots1' }],
  ['qwen2_moe', { name: 'qwen2moe' }],
  ['qwen3_moe', { name: 'qwen3moe' }],
  ['olmo2', olmo2],
  ['olmo3', olmo2],
  ['mellum', { name: 'mellum', sliding: { layers: 'layer_types', window: 'sliding_window' } }],
  [
    'laguna',
    {
      name: 'laguna',
      sliding: { layers: 4, fullFirst: true, window: 'sliding_window', ownCount: true },
    },
  ],
  ['qwen2_vl', { name: 'qwen2vl' }],
  ['qwen2_vl_text', { name: 'qwen2vl' }],
  ['qwen2_5_vl', { name: 'qwen2vl' }],
  ['qwen2_5_vl_text', { name: 'qwen2vl' }],
  ['qwen3_vl_text', { name: 'qwen3vl' }],
  ['qwen3_vl_moe_text', { name: 'qwen3vlmoe' }],
]);
const plainName = (name: string): string =>
  name
    .replace(/(ForCausalLM|ForConditionalGeneration|ForMaskedLM|Model|LMHeadModel)$/, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '');
/** Model types by the plain name of their usual class: qwen2_moe for Qwen2MoeForCausalLM. */
const knownTypes: ReadonlySet<string> = new Set([...known].map(plainName));

/** Looks up `_text` too: older files have the text model's fields, but the type of the whole. */
const byType = (type: string): Architecture | undefined => architectures.get(type) ?? architectures.get(`${type}_text`);

/** Classes whose text model has the type of another one. */
const byClass: ReadonlyMap<string, Architecture> = new Map([['Qwen3ASRForConditionalGeneration', { name: 'qwen3vl' }]]);

/** The converter uses `architectures`, so a file without a model_type is also read. */
export function architectureOf(modelType: string | undefined, named: readonly string[]): Architecture | undefined {
  const [first] = named;
  const ofClass = first === undefined ? undefined : byClass.get(first);
  if (ofClass) return ofClass;
  if (modelType !== undefined || first === undefined) return byType(modelType ?? 'llama');
  const wanted = plainName(first);
  return [...architectures].find(([type]) => plainName(type) === wanted)?.[1];
}

/**
 * The error of get_model_architecture and get_model_class. A file without an architecture, which may be part of another
 * file, counts as one of the usual class of its model type.
 */
export function refuseUnknown(
  modelType: string | undefined,
  outerType: string | undefined,
  named: readonly string[],
): void {
  const [first] = named;
  if (first !== undefined) {
    if (known.has(first)) return;
    throw new Refusal(
      'NotImplementedError',
      `Architecture '${first}' not supported!`,
      'use another engine or a newer version',
      true,
    );
  }
  const types = [modelType, outerType].filter((type) => type !== undefined);
  const has = (type: string): boolean =>
    architectures.has(type) || knownTypes.has(plainName(type.replace(/_text$/, '')));
  if (types.length === 0 || types.some(has)) return;
  throw new Refusal(
    'ValueError',
    'Failed to detect model architecture',
    `its converter has no class for model type ${printable(types[0]!)}, and the file names no architectures`,
    true,
  );
}
