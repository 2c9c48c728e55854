/**
 * Errors of the configuration classes of transformers 5 when they are built (validate_layer_type of
 * configuration_utils.py, validate_architecture of the listed classes, the declared types of fields, decba1d2), shared
 * by the engines that load files by them.
 */
import { classDefaults } from '../hf/class-defaults.js';
import { classOf } from '../hf/families.js';
import type { LayerFacts } from '../hf/facts.js';
import { num } from '../hf/number-text.js';
import { Refusal } from './refusal.js';

// prettier-ignore
const layerTypes: ReadonlySet<unknown> = new Set([
  'full_attention', 'sliding_attention', 'chunked_attention', 'window_attention', 'compressed_sparse_attention',
  'heavily_compressed_attention', 'minimax_m3_sparse', 'conv', 'moe', 'hybrid', 'hybrid_sliding', 'deepseek_sparse_attention',
  'linear_attention', 'reference_sliding_attention',
  'indexed_attention', // transformers 5.20 has it
  'mamba', 'attention', // names of older files, which the classes translate
]);

/** Classes whose width must be a multiple of their heads. */
// prettier-ignore
const wholeHeads: ReadonlySet<string> = new Set([
  'arcee', 'aria_text', 'cosmos3_edge_text', 'cwm', 'deepseek_ocr2_text', 'deepseek_v2', 'eurobert', 'gemma2', 'gemma3_text',
  'gemma3n_text', 'gpt_neox', 'higgs_audio_v2', 'hrm_text', 'hyperclovax', 'jais2', 'llama', 'minicpm3', 'muse_glimmer_text',
  't5gemma2_text', 't5gemma2_decoder', 'vaultgemma',
]);

/** Classes with their own head width that accept null, and classes without one that do not. */
const nullHeadDim =
  'afmoe ernie4_5 esmc glm gradium_phonon_tts higgs_audio_v2 internlm3 iquestcoder jetmoe paddleocr_vl_text pocket_tts seed_oss ultrabert unlimited_ocr_text';
const numberHeadDim = 'axk2 deepseek_v32 glm_moe_dsa longcat_flash xcodec2';
/** Classes that do not declare max_position_embeddings, or accept null. */
const anyLength = 'dbrx dinov3_vit eomt_dinov3 kimi_k25_vision recurrent_gemma';
/** Types of files with the text model's fields at the top, and a type without a class. */
const ofWholes = 'chatglm gemma3 gemma4 llama4 voxtral_realtime';

/** True if building the class fails on null for this number, because the class declares it without None. */
export function refusesNull(modelType: string, field: string): boolean {
  const family = classDefaults.get(modelType);
  const among = (names: string): boolean => names.split(' ').includes(modelType);
  if (family === undefined || among(ofWholes)) return false;
  if (field === 'max_position_embeddings') return !among(anyLength);
  if (field === 'qk_rope_head_dim') return family.latentDim !== undefined;
  return among(numberHeadDim) || (family.headDim !== undefined && !among(nullHeadDim));
}
/** Numbers about positions that may be null in a file. */
export const nullable = ['max_position_embeddings', 'head_dim', 'qk_rope_head_dim'] as const;

function refuseNulls({ text }: LayerFacts, modelType: string): void {
  const found = nullable.find((field) => text.mentions(field) && !text.has(field) && refusesNull(modelType, field));
  if (found === undefined) return;
  throw new Refusal(
    'StrictDataclassFieldValidationError',
    `Validation error for field '${found}': TypeError: Field '${found}' expected int, got NoneType (value: None)`,
    `write a number, or leave ${found} out`,
  );
}

const refusal = (validator: string, message: string, todo: string): Refusal =>
  new Refusal(
    'StrictDataclassClassValidationError',
    `Class validation error for validator '${validator}': ValueError: ${message}`,
    todo,
  );

export function refuseAsStrictClass(facts: LayerFacts): void {
  const { text, modelType } = facts;
  if (modelType === undefined || classOf(modelType) === undefined) return;
  refuseNulls(facts, modelType);
  const [types, layers] = [text.glance('layer_types'), text.glance('num_hidden_layers')];
  if (Array.isArray(types) && typeof layers === 'number') {
    const odd = types.find((type) => !layerTypes.has(type));
    if (odd !== undefined)
      throw refusal(
        'validate_layer_type',
        `The \`layer_types\` entries must be in ${[...layerTypes].slice(0, 2).join(', ')}, … but got ${String(odd)}`,
        'name the layers as transformers does',
      );
    if (types.length !== layers)
      throw refusal(
        'validate_layer_type',
        `\`num_hidden_layers\` (${num(layers)}) must be equal to the number of \`layer_types\` (${num(types.length)})`,
        'make layer_types as long as num_hidden_layers',
      );
  }
  const [width, heads] = [text.glance('hidden_size'), text.glance('num_attention_heads')];
  if (typeof width === 'number' && typeof heads === 'number' && wholeHeads.has(modelType) && width % heads !== 0)
    throw refusal(
      'validate_architecture',
      `The hidden size (${num(width)}) is not a multiple of the number of attention heads (${num(heads)}).`,
      'use an engine with classes of its own',
    );
}
