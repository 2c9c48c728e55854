/**
 * Differences between the classes of transformers 5 and the common reading, found by building each configuration and
 * rotary class with a fraction, with each rope_type and with a flat dictionary (c49429ed, 2026-08-16, 5.16.0.dev0).
 */
import { classOf, defaultTheta } from '../../hf/families.js';
import type { LayerFacts } from '../../hf/facts.js';
import { missingKey, Refusal } from '../refusal.js';

/** Classes whose compute_default_rope_parameters reads partial_rotary_factor; all others rotate the whole head. */
const fractionReaders: ReadonlySet<string> = new Set([
  ...['bamba', 'glm', 'glm4', 'glm4_moe', 'glm4v', 'glm4v_text', 'glm4v_moe', 'glm4v_moe_text', 'glm_image_text'],
  ...['glm_ocr_text', 'glmasr_encoder', 'gpt_neox', 'minimax_m2', 'minimax_m3_vl_text', 'moonshine'],
  ...['moonshine_streaming', 'nemotron', 'persimmon', 'fuyu', 'phi', 'phi3', 'phi4_multimodal', 'qwen3_5_text'],
  ...['qwen3_5', 'qwen3_5_moe', 'qwen3_5_moe_text', 'qwen3_next', 'solar_open', 'stablelm', 'chatglm'],
]);

/** True if a fraction in the file has no effect, because the frequencies are not scaled. */
export function ignoresFraction({ modelType, scaling, layer, width }: LayerFacts): boolean {
  if (modelType === undefined || fractionReaders.has(modelType) || classOf(modelType) === undefined) return false;
  return scaling.type === 'default' && !width.latent && layer.layerType === undefined;
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

/** Errors from building the rotary class, if the configuration class raised none. */
export function refuseAsRotaryClass({ modelType, layer, text, ropeType, scaling }: LayerFacts): void {
  if (modelType === undefined) return;
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
