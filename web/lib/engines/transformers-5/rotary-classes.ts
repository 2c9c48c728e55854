/**
 * Where the classes of transformers 5 differ from the common reading: probed by building each configuration and rotary
 * class with a fraction, with each rope_type and with a flat dictionary (c49429ed, 2026-08-16, 5.16.0.dev0).
 */
import { classOf, defaultTheta } from '../../hf/families.js';
import type { LayerFacts } from '../../hf/facts.js';
import { missingKey, Refusal } from '../refusal.js';

/** compute_default_rope_parameters reads partial_rotary_factor; that of every other class makes the whole head. */
const fractionReaders: ReadonlySet<string> = new Set([
  ...['bamba', 'glm', 'glm4', 'glm4_moe', 'glm4v', 'glm4v_text', 'glm4v_moe', 'glm4v_moe_text', 'glm_image_text'],
  ...['glm_ocr_text', 'glmasr_encoder', 'gpt_neox', 'minimax_m2', 'minimax_m3_vl_text', 'moonshine'],
  ...['moonshine_streaming', 'nemotron', 'persimmon', 'fuyu', 'phi', 'phi3', 'phi4_multimodal', 'qwen3_5_text'],
  ...['qwen3_5', 'qwen3_5_moe', 'qwen3_5_moe_text', 'qwen3_next', 'solar_open', 'stablelm', 'chatglm'],
]);

/** A fraction in the file has no effect unless the frequencies are scaled. */
export function ignoresFraction({ modelType, scaling, layer, width }: LayerFacts): boolean {
  if (modelType === undefined || fractionReaders.has(modelType) || classOf(modelType) === undefined) return false;
  return scaling.type === 'default' && !width.latent && layer.layerType === undefined;
}

/** The class keeps head_dim as null, which the functions of these types take for a width. */
const withoutHeadDim: ReadonlySet<string> = new Set([
  ...['hunyuan_v1_dense', 'hunyuan_v1_moe', 'hunyuan_vl_text', 'minimax', 'ministral', 'mixtral'],
]);
const readHeadDim: ReadonlySet<string> = new Set(['yarn', 'dynamic', 'longrope', 'ntk']);

/** rope_scaling is not brought into the parameters by layer type that these classes have. */
const byLayerTypeOnly: ReadonlySet<string> = new Set([
  ...['diffusion_gemma_text', 'gemma4', 'gemma4_text', 'gemma4_unified_text', 'laguna', 'mellum', 'mimo_v2_flash'],
  'zaya',
]);

/** mrope is renamed to default by the classes of Qwen2-VL and Qwen2.5-VL, xdrope to dynamic by that of HunYuan-VL. */
const renamed: Readonly<Record<string, RegExp>> = { mrope: /^qwen2(_5)?_vl(_text)?$/, xdrope: /^hunyuan_vl(_text)?$/ };

/** A class of transformers whose base is called rope_theta. */
const familyBase = (modelType: string): boolean =>
  classOf(modelType) !== undefined && classOf(modelType)?.baseKey === undefined;

/** What building the rotary class raises, where the configuration class did not. */
export function refuseAsRotaryClass({ modelType, layer, text, ropeType, scaling }: LayerFacts): void {
  if (modelType === undefined) return;
  if (byLayerTypeOnly.has(modelType) && layer.era !== 'none' && !layer.nested)
    throw new Refusal(
      'KeyError',
      "'sliding_attention'",
      `write ${layer.dict.path} into rope_parameters, a dictionary for each layer type`,
    );
  // what is left of the file becomes attributes, and rope_scaling is another name for rope_parameters
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

/** Classes with two bases have a rope_type "default" for each layer type, which an older key `type` does not replace. */
export const keepsDefaultType = ({ layer, ropeType }: LayerFacts): boolean =>
  layer.layerType !== undefined &&
  !layer.nested &&
  layer.era === 'rope_scaling' &&
  layer.theta === undefined &&
  !layer.dict.has('rope_type') &&
  layer.dict.has('type') &&
  ropeType.name !== 'default';

/** The class knows parameters by layer type: it has a pattern, or writes them itself. */
function byLayerType(modelType: string): boolean {
  const { firstLayer, layers, compressedTheta, ropeParameters } = classOf(modelType) ?? {};
  if (firstLayer ?? layers ?? compressedTheta) return true;
  return Object.values(ropeParameters ?? {}).some((value) => typeof value === 'object');
}

/** Classes without a pattern of their own that read parameters by layer type. */
const readsLayerTypes: ReadonlySet<string> = new Set(['cohere2_moe', 'cohere_compass', 'cohere_compass_text']);

/** Parameters by layer type in the file of a class that has one rotation: read as a flat dictionary without a type. */
export const nestedForOne = ({ modelType, layer }: LayerFacts): boolean =>
  layer.nested &&
  modelType !== undefined &&
  !readsLayerTypes.has(modelType) &&
  classOf(modelType) !== undefined &&
  !byLayerType(modelType);

/** Olmo3Config gives each layer type plain parameters of its own; only rope_scaling goes into those of full attention. */
export const hasPlainSliding = ({ modelType }: LayerFacts): boolean =>
  modelType !== undefined && classOf(modelType)?.plainSliding === true;

/** A flat rope_parameters in the file of a class with two bases: each layer type gets plain ones of its own beside it. */
export const flatForTwo = (facts: LayerFacts): boolean => {
  const { modelType, layer } = facts;
  if (layer.era !== 'rope_parameters' || layer.nested) return false;
  return hasPlainSliding(facts) || (layer.layerType !== undefined && hasTwoBases(modelType));
};

function hasTwoBases(modelType: string | undefined): boolean {
  const { firstLayer, localTheta, ropeParameters } = (modelType === undefined ? undefined : classOf(modelType)) ?? {};
  return firstLayer !== undefined && localTheta !== undefined && !ropeParameters;
}

/**
 * MiMoV2FlashConfig makes parameters by layer type where the file has none, and reads neither a base nor a fraction at the top
 * level: convert_rope_params_to_dict does nothing (decba1d2). Other classes without that reading have their parameters listed.
 */
export const ofClassAlone = ({ modelType, layer }: LayerFacts): boolean =>
  modelType === 'mimo_v2_flash' && layer.era === 'none';

/** The base of a class that passes the file's rope dictionary by; undefined where it is read. */
export function baseBesideDict(facts: LayerFacts): number | undefined {
  const { modelType, layer, text } = facts;
  // modeling_dbrx.py takes rope_parameters, which nothing fills from attn_config
  if (modelType === 'dbrx' && facts.base.from === 'attn_config.rope_theta') return defaultTheta;
  if (ofClassAlone(facts)) {
    const { theta, localTheta } = classOf(modelType!)!;
    return layer.layerType === 'sliding_attention' ? localTheta : theta;
  }
  // modeling_muse_glimmer.py asks layer_rope_theta which layers rotate, and has one base for those that do
  const given = layer.dict.peek('rope_theta');
  if (layer.theta?.from.includes('layer_rope_theta')) return typeof given === 'number' ? given : undefined;
  if (!nestedForOne(facts) && !flatForTwo(facts)) return undefined;
  const inClass = classOf(modelType!)?.theta ?? defaultTheta;
  if (hasPlainSliding(facts) && layer.layerType === 'sliding_attention') return inClass;
  if (layer.theta) return layer.theta.value;
  const outer = text.peek('rope_theta');
  return typeof outer === 'number' ? outer : inClass;
}
