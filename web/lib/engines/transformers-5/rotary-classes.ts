/**
 * Differences between the classes of transformers 5 and the common reading, executed (evidence/transformers/5.23.0.json).
 */
import { classOf, defaultTheta } from '../../hf/families.js';
import type { LayerFacts } from '../../hf/facts.js';
import { printable } from '../../checks/show.js';
import type { RopeSpec } from '../../generated/encodings.js';
import { missingKey, NotKnown, Refusal } from '../refusal.js';

/** Classes whose compute_default_rope_parameters reads partial_rotary_factor; all others rotate the whole head. */
// prettier-ignore
const fractionReaders: ReadonlySet<string> = new Set([
  'bamba', 'deepseek_v4', 'diffusion_gemma_text', 'glm', 'glm4', 'glm4_moe', 'glm4_moe_lite', 'glm4v', 'glm4v_text',
  'glm4v_moe', 'glm4v_moe_text', 'glm_image_text', 'glm_ocr_text', 'glmasr_encoder', 'gpt_neox', 'gpt_neox_japanese', 'laguna',
  'mellum', 'mimo_v2_flash', 'minimax_m2', 'minimax_m3_vl_text', 'moonshine', 'moonshine_streaming', 'nemotron', 'neomme', 'persimmon',
  'fuyu', 'phi', 'phi3', 'phi4_multimodal', 'qwen3_5_text', 'qwen3_5', 'qwen3_5_moe', 'qwen3_5_moe_text', 'qwen3_next',
  'recurrent_gemma', 'solar_open', 'stablelm', 'zaya', 'chatglm',
]);

/** True if a fraction in the file has no effect, because the frequencies are not scaled. */
export function ignoresFraction(facts: LayerFacts): boolean {
  const { modelType, scaling, width } = facts;
  if (modelType === undefined || fractionReaders.has(modelType) || classOf(modelType) === undefined) return false;
  return (scaling.type === 'default' || keepsDefaultType(facts)) && !width.latent;
}

/** Classes whose apply_rotary_pos_emb leaves the other channels alone; the others multiply whole heads by the tables. */
// prettier-ignore
const partRotating: ReadonlySet<string> = new Set([
  ...fractionReaders, 'codegen', 'gptj', 'step3p7',
].filter((type) => type !== 'solar_open' && type !== 'mellum'));

/** Throws if no layer of the model rotates: the class of Bamba needs indices of layers, that of Zamba 2 a flag. */
export function refuseSilent({ modelType, text }: LayerFacts): void {
  if (
    (modelType === 'bamba' && !text.has('attn_layer_indices')) ||
    (modelType === 'zamba2' && text.peek('use_mem_rope') !== true)
  )
    throw new NotKnown('the file names no layer that rotates');
}

/** Throws if tables for a part of each head meet whole heads. */
export function refusePart({ modelType, width }: LayerFacts, { dim, rotaryDim = dim }: RopeSpec): void {
  if (rotaryDim >= dim || modelType === undefined || width.latent) return;
  if (partRotating.has(modelType) || classOf(modelType) === undefined) return;
  throw new Refusal(
    'RuntimeError',
    `The size of tensor a (${dim}) must match the size of tensor b (${rotaryDim}) at non-singleton dimension 3`,
    'leave partial_rotary_factor out: the class rotates whole heads',
  );
}

/** Errors of classes that need a field which their configuration class does not fill in. */
export function refuseUnfilled({ modelType, text, layer }: LayerFacts): void {
  if (modelType === 'cohere_compass_text' && !layer.nested)
    throw new Refusal('KeyError', "'full_attention'", 'write rope_parameters with a dictionary for each layer type');
  if (modelType === 'dbrx' && !text.child('attn_config')?.has('rope_theta'))
    throw new Refusal(
      'AttributeError',
      "'DbrxAttentionConfig' object has no attribute 'rope_theta'",
      'write rope_theta into attn_config',
    );
}

/** Classes that keep head_dim as null, which the functions of `readHeadDim` types use as a width. */
const withoutHeadDim: ReadonlySet<string> = new Set([
  ...['hunyuan_v1_dense', 'hunyuan_v1_moe', 'hunyuan_vl_text', 'minimax', 'ministral', 'mixtral'],
]);
const readHeadDim: ReadonlySet<string> = new Set(['yarn', 'dynamic', 'longrope', 'ntk']);

/** Classes with parameters by layer type, into which rope_scaling is not copied. */
const byLayerTypeOnly: ReadonlySet<string> = new Set([
  ...['diffusion_gemma_text', 'gemma4', 'gemma4_text', 'gemma4_unified_text', 'laguna', 'mellum', 'mimo_v2_flash'],
  'zaya',
]);

/** The classes of Qwen2-VL and Qwen2.5-VL rename mrope to default, and that of HunYuan-VL renames xdrope to dynamic. */
const renamed: Readonly<Record<string, RegExp>> = { mrope: /^qwen2(_5)?_vl(_text)?$/, xdrope: /^hunyuan_vl(_text)?$/ };

/** True for a class of transformers whose base is named rope_theta. */
const familyBase = (modelType: string): boolean =>
  classOf(modelType) !== undefined && classOf(modelType)?.baseKey === undefined;

/** Classes with layer_types, to which rope parameters are copied by layer type, and a rotary class that reads them flat. */
// prettier-ignore
const declaresLayerTypes: ReadonlySet<string> = new Set([
  'afmoe', 'axk2', 'cohere2', 'cwm', 'deepseek_ocr2_text', 'deepseek_v32', 'dots1', 'exaone4', 'exaone_moe', 'gemma2', 'glm_moe_dsa',
  'gpt_oss', 'granite_swa', 'granitemoe_swa', 'granitemoehybrid', 'lfm2', 'lfm2_moe', 'llama4_text', 'minimax', 'ministral',
  'olmo_hybrid', 'qwen2', 'qwen2_5_omni_text', 'qwen2_5_vl_text', 'qwen2_moe', 'qwen2_vl_text', 'qwen3', 'qwen3_5_moe_text',
  'qwen3_5_text', 'qwen3_next', 'qwen3_omni_moe_text', 'smollm3', 't5_gemma_module', 'vaultgemma',
]);

/** Classes whose attention divides hidden_size by the heads, while their rotary class reads head_dim. */
const dividesHidden: ReadonlySet<string> = new Set(['persimmon', 'fuyu', 'stablelm']);

function refuseDivided({ modelType = '', text, width }: LayerFacts): void {
  const [hidden, heads] = [text.peek('hidden_size'), text.peek('num_attention_heads')];
  if (!dividesHidden.has(modelType) || typeof hidden !== 'number' || typeof heads !== 'number') return;
  const fraction = width.rotaryDim.value / width.headDim.value;
  const own = Math.floor(Math.floor(hidden / heads) * fraction);
  if (own === width.rotaryDim.value) return;
  throw new Refusal(
    'RuntimeError',
    `The size of tensor a (${own}) must match the size of tensor b (${width.rotaryDim.value}) at non-singleton dimension 3`,
    'leave head_dim out: the class divides hidden_size by the heads',
  );
}

/** Errors from building the rotary class, if the configuration class raised none. */
export function refuseAsRotaryClass(facts: LayerFacts): void {
  const { modelType, layer, text, ropeType, scaling } = facts;
  if (modelType === undefined) return;
  refuseUnfilled(facts);
  refuseTwoDicts(facts);
  if (nestedForOne(facts) && declaresLayerTypes.has(modelType))
    throw new Refusal('KeyError', "'rope_type'", 'write one flat rope_parameters');
  refuseDivided(facts);
  if (modelType === 'recurrent_gemma' && scaling.type !== 'default')
    throw new Refusal(
      'ValueError',
      `RecurrentGemmaRotaryEmbedding does not support RoPE types other than \`default\` but got ${printable(ropeType.given)}`,
      'leave the scaling out',
    );
  if (byLayerTypeOnly.has(modelType) && layer.era !== 'none' && !layer.nested)
    throw new Refusal(
      'KeyError',
      "'sliding_attention'",
      `write ${layer.dict.path} into rope_parameters, a dictionary for each layer type`,
    );
  // the remaining fields become attributes, and rope_scaling is an alias of rope_parameters
  if (byLayerTypeOnly.has(modelType) && text.mentions('rope_scaling') && !text.has('rope_scaling'))
    throw new Refusal('TypeError', "'NoneType' object is not subscriptable", `leave ${text.at('rope_scaling')} out`);
  const base = [layer.dict, text].find((fields) => fields.mentions('rope_theta'));
  if (base && !base.has('rope_theta') && !layer.theta && familyBase(modelType))
    throw new Refusal(
      'TypeError',
      "unsupported operand type(s) for ** or pow(): 'NoneType' and 'Tensor'",
      `write ${base.at('rope_theta')}, or leave it out`,
    );
  const classes = renamed[ropeType.given];
  if (classes && classOf(modelType) && !classes.test(modelType)) throw missingKey(ropeType.given);
  if (withoutHeadDim.has(modelType) && !layer.nested && !text.has('head_dim') && readHeadDim.has(scaling.type))
    throw new Refusal(
      'TypeError',
      `unsupported operand type(s) for ${scaling.type === 'ntk' ? "-: 'NoneType' and 'int'" : "*: 'NoneType' and 'float'"}`,
      'write head_dim (hidden_size / num_attention_heads)',
    );
}

/** Classes with two bases set rope_type "default" for each layer type, which the older key `type` does not replace. */
export const keepsDefaultType = ({ layer, ropeType }: LayerFacts): boolean =>
  layer.layerType !== undefined &&
  !layer.nested &&
  layer.era === 'rope_scaling' &&
  layer.theta === undefined &&
  !layer.dict.has('rope_type') &&
  layer.dict.has('type') &&
  ropeType.name !== 'default';

/** True if the class has parameters by layer type: it has a pattern, or writes them itself. */
function byLayerType(modelType: string): boolean {
  const { firstLayer, layers, compressedTheta, ropeParameters } = classOf(modelType) ?? {};
  if (firstLayer ?? layers ?? compressedTheta) return true;
  return Object.values(ropeParameters ?? {}).some((value) => typeof value === 'object');
}

/** Classes without their own pattern that read parameters by layer type. */
const readsLayerTypes: ReadonlySet<string> = new Set(['cohere2_moe', 'cohere_compass', 'cohere_compass_text']);

/** Parameters by layer type for a class with one rotation, which reads them as a flat dictionary without a type. */
export const nestedForOne = ({ modelType, layer }: LayerFacts): boolean =>
  layer.nested &&
  modelType !== undefined &&
  !readsLayerTypes.has(modelType) &&
  classOf(modelType) !== undefined &&
  !byLayerType(modelType);

/** Olmo3Config has plain parameters for each layer type; rope_scaling affects only those of full attention. */
export const hasPlainSliding = ({ modelType }: LayerFacts): boolean =>
  modelType !== undefined && classOf(modelType)?.plainSliding === true;

/** A flat rope_parameters for a class with two bases, which adds plain parameters for each layer type. */
export const flatForTwo = (facts: LayerFacts): boolean => {
  const { modelType, layer } = facts;
  if (layer.era !== 'rope_parameters' || layer.nested) return false;
  return hasPlainSliding(facts) || (layer.layerType !== undefined && hasTwoBases(modelType));
};

/** Classes with two bases read their own parameters by layer type, which a second, flat dictionary replaces. */
export function refuseTwoDicts(facts: LayerFacts): void {
  const { text, layer, modelType } = facts;
  if (layer.nested || !text.has('rope_parameters') || !text.has('rope_scaling')) return;
  if (hasPlainSliding(facts) || (layer.layerType !== undefined && hasTwoBases(modelType)))
    throw new Refusal('KeyError', "'full_attention'", `leave ${text.at('rope_scaling')} out`);
}

function hasTwoBases(modelType: string | undefined): boolean {
  const { firstLayer, localTheta, ropeParameters } = (modelType === undefined ? undefined : classOf(modelType)) ?? {};
  return firstLayer !== undefined && localTheta !== undefined && !ropeParameters;
}

/**
 * MiMoV2FlashConfig writes parameters by layer type if the file has none, and reads neither a base nor a fraction at
 * the top level: convert_rope_params_to_dict does nothing (decba1d2). Other such classes list their parameters.
 */
export const ofClassAlone = ({ modelType, layer }: LayerFacts): boolean =>
  modelType === 'mimo_v2_flash' && layer.era === 'none';

/** The base of a class that ignores the file's rope dictionary; undefined if the class reads it. */
export function baseBesideDict(facts: LayerFacts): number | undefined {
  const { modelType, layer, text } = facts;
  // modeling_dbrx.py uses rope_parameters, which nothing fills from attn_config
  if (modelType === 'dbrx' && facts.base.from === 'attn_config.rope_theta') return defaultTheta;
  if (ofClassAlone(facts)) {
    const { theta, localTheta } = classOf(modelType!)!;
    return layer.layerType === 'sliding_attention' ? localTheta : theta;
  }
  // modeling_muse_glimmer.py finds the rotating layers by layer_rope_theta, and has one base for them
  const given = layer.dict.peek('rope_theta');
  if (layer.theta?.from.includes('layer_rope_theta')) return typeof given === 'number' ? given : undefined;
  if (!nestedForOne(facts) && !flatForTwo(facts)) return undefined;
  const inClass = classOf(modelType!)?.theta ?? defaultTheta;
  if (hasPlainSliding(facts) && layer.layerType === 'sliding_attention') return inClass;
  if (layer.theta) return layer.theta.value;
  const outer = text.peek('rope_theta');
  return typeof outer === 'number' ? outer : inClass;
}
