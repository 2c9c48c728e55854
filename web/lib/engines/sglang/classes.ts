/**
 * Model classes of SGLang 0.5.23 (srt/models/*.py) and what they pass to get_rope, by the model type of the text model. A
 * type that is not listed passes the rope dictionary, and the whole head as the rotated width.
 */
import { familyOf } from '../../hf/families.js';
import type { LayerFacts } from '../../hf/facts.js';
import { NotKnown, Refusal } from '../refusal.js';
import { fractionAtTop, numberIn } from '../rules.js';
import type { Source } from '../source.js';
import { keepsDefaultType } from '../transformers-5/rotary-classes.js';

/** Classes that read partial_rotary_factor as a field of the configuration; that of the dictionary has no effect. */
const fractionOfField: ReadonlySet<string> = new Set([
  ...['afmoe', 'apertus', 'arcee', 'ernie4_5', 'ernie4_5_moe', 'exaone', 'falcon_h1', 'internlm3', 'llama'],
  ...['ministral3', 'mistral', 'persimmon', 'phi', 'phi3', 'stablelm', 'qwen3_next'],
  ...['qwen3_5', 'qwen3_5_moe', 'qwen3_5_moe_text', 'qwen3_5_text'],
]);
/** glm4.py and glm4_moe.py read the dictionary first, and rotate half a head if neither has a fraction. */
const fractionOfDict = /^glm(4|4v|4_moe|4v_moe|_ocr)(_text)?$/;
/** Classes whose rotated width is a field of its own, which the reference reads, too. */
const ownWidth = /^(gptj|chatglm|bailing.*)$/;
/** Classes that divide hidden_size by the heads whatever head_dim says. */
const withoutHeadDim: ReadonlySet<string> = new Set([
  ...['baichuan', 'cohere', 'cohere2', 'granitemoe', 'internlm2', 'lfm2_moe', 'mixtral', 'olmo', 'olmo2', 'olmo3'],
  ...['olmoe', 'orion', 'persimmon', 'phi', 'phimoe', 'qwen', 'qwen2_moe', 'stablelm', 'starcoder2'],
]);
/** Classes that pass no rope dictionary: whatever it says, the rotation is plain. */
const plain: ReadonlySet<string> = new Set([
  ...['baichuan', 'chatglm', 'dbrx', 'gemma', 'gemma2', 'gptj', 'granitemoe', 'mixtral', 'olmo', 'persimmon', 'phi'],
  ...['stablelm', 'starcoder2', 'zaya'],
]);
/** olmo2.py, which is the class of OLMo 3, scales the layers of full attention alone. */
export const isPlain = (facts: LayerFacts): boolean =>
  (/^gemma4/.test(facts.modelType ?? '') && facts.scaling.type !== 'proportional') ||
  plain.has(facts.modelType ?? '') ||
  losesDict(facts) ||
  keepsDefaultType(facts) ||
  (facts.modelType === 'olmo3' && facts.layer.layerType === 'sliding_attention');

/** Classes that write the original length of the top level into the dictionary. */
export const originalOfField: ReadonlySet<string> = new Set([
  ...['apertus', 'arcee', 'exaone', 'exaone4', 'exaone_moe', 'granite', 'internlm3', 'llama', 'ministral3', 'mistral'],
  ...['phi3', 'solar', 'xverse'],
]);

/** Configuration classes of SGLang that read rope_theta and rope_scaling at the top level alone, with their base. */
export const topLevelAlone: Readonly<Record<string, number>> = { olmo3: 10_000, qwen3_next: 10_000, zaya: 1_000_000 };
/** Bases of its configuration classes for files without one, where they are not those of transformers. */
const ownBase: Readonly<Record<string, number>> = { falcon_h1: 100_000, laguna: 10_000 };

/** Bases of classes that look for rope_theta where the configuration class of transformers does not leave it. */
const fixedBase: Readonly<Record<string, number>> = { exaone4: 1_000_000, exaone_moe: 1_000_000 };

/** The base, if SGLang does not take that of the reference. */
export function baseOf(facts: LayerFacts, outerType: string): number | undefined {
  const { modelType = '', layer, text } = facts;
  const fixed = fixedBase[outerType]; // in a larger model, it runs the class of transformers
  if (fixed !== undefined) return fixed;
  const alone = topLevelAlone[modelType];
  const outer = numberIn(text, 'rope_theta');
  if (alone !== undefined) return outer ?? alone;
  const own = ownBase[modelType];
  const inDict = layer.era !== 'none' && layer.dict.has('rope_theta') && !losesDict(facts);
  return own === undefined || inDict ? undefined : (outer ?? own);
}
/** True if the configuration class does not read the dictionary of the file, or replaces the default of transformers. */
export const losesDict = ({ modelType = '', layer }: LayerFacts): boolean =>
  (modelType in topLevelAlone && layer.era !== 'rope_scaling') ||
  (modelType === 'laguna' && !(layer.era === 'rope_parameters' && layer.nested));

/** Text models of larger models, which have a class only within these. */
export const isTextAlone = (type: string, modelTypes: ReadonlySet<string>): boolean =>
  type.endsWith('_text') &&
  !modelTypes.has(type) &&
  !/^(gemma3n?|gemma4(_unified)?|llama4|qwen3_5(_moe)?)_text$/.test(type);

/** Names of its classes that differ from those of transformers, by which it runs the model of transformers. */
const spelled: Readonly<Record<string, string>> = { ernie4_5: 'Ernie4_5_ForCausalLM', phimoe: 'PhiMoEForCausalLM' };
export function isSpelledOtherwise({ outerType = '', outerArchitectures }: Source): boolean {
  const own = spelled[outerType];
  return own !== undefined && !outerArchitectures.includes(own);
}

/** The width of a head, and of its part that turns. */
export function widthOf(facts: LayerFacts): { readonly dim: number; readonly rotaryDim: number } {
  const { modelType = '', width, text, layer } = facts;
  const own = /^minimax_m[23]/.test(modelType) ? (numberIn(text, 'rotary_dim') ?? width.headDim.value) : undefined;
  if (own !== undefined) return { dim: width.headDim.value, rotaryDim: own };
  if (modelType === 'glm4_moe_lite' && text.has('head_dim')) {
    const dim = numberIn(text, 'head_dim')!; // another name of qk_rope_head_dim in its configuration class
    return { dim, rotaryDim: dim };
  }
  if (width.latent || ownWidth.test(modelType)) return { dim: width.headDim.value, rotaryDim: width.rotaryDim.value };
  const [hidden, heads] = [numberIn(text, 'hidden_size'), numberIn(text, 'num_attention_heads')];
  const divided = withoutHeadDim.has(modelType) && hidden && heads;
  const dim = divided ? Math.floor(hidden / heads) : width.headDim.value;
  return { dim, rotaryDim: Math.floor(dim * fractionOf(facts, layer.dict.peek('partial_rotary_factor'))) };
}

/** Types whose fields of single layers SGLang turns into fields of the whole (_GEMMA4_MODEL_TYPES of hf_transformers/config.py). */
const flattened = /^(gemma4(_unified)?(_assistant)?|diffusion_gemma|embedding_gemma2)$/;

/** Fields of single layers, which transformers does not let SGLang read as those of all layers. */
export function refuseFieldsOfLayers({ outerType = '', text }: Source): void {
  const single = text.child('per_layer_config')?.keys().length || /^gemma4(_unified)?_text$/.test(outerType);
  if (!single || flattened.test(outerType)) return;
  throw new Refusal(
    'AmbiguousGlobalPerLayerAttributeError',
    "'head_dim' is a per-layer attribute and may vary across layers.",
    'give all layers the same fields, or write the text model of a Gemma 4 as text_config',
  );
}

/** The class of HunYuan-VL counts its sections. */
export function refuseWithoutSections({ outerType = '', layers }: Source): void {
  const sections = ['mrope_section', 'xdrope_section'];
  if (
    outerType.startsWith('hunyuan_vl') &&
    !layers.some(({ layer: { dict } }) => sections.some((key) => dict.has(key)))
  )
    throw new NotKnown('how the class of HunYuan-VL reads a file without sections was not looked at');
}

/** Classes whose pairs are neighbours, for which LongRoPE is not written. */
const interleaved = /^(cohere|cohere2|cohere2_moe|glm4|glm4v(_text)?|glm_ocr(_text)?|ernie4_5(_moe)?)$/;

/** Errors of single classes, and what was not executed. */
export function refuseAsSglangClass(facts: LayerFacts, outerType: string): void {
  const { modelType = '', layer, text, ropeType } = facts;
  if (/^glm4v(_moe)?$/.test(outerType) && text.mentions('model_type') && text.peek('model_type') === outerType)
    throw new Refusal('ValueError', 'Unknown RoPE scaling type axial', 'write the text model as text_config');
  if (modelType === 'mimo_v2_flash' && layer.era !== 'rope_scaling')
    throw new Refusal('TypeError', "unhashable type: 'dict'", 'use the code of the model itself (auto_map)');
  if (modelType === 'longcat_flash' && !text.has('rope_scaling'))
    throw new Refusal(
      'TypeError',
      "argument of type 'NoneType' is not iterable",
      'write rope_scaling with rope_type default',
    );
  if (
    modelType === 'olmo3' &&
    layer.era === 'rope_parameters' &&
    ['llama3', 'longrope', 'yarn'].includes(ropeType.name)
  )
    throw new Refusal(
      'AttributeError',
      "'Olmo3Config' object has no attribute 'max_position_embeddings'",
      'write rope_theta and rope_scaling at the top level',
    );
  if (ropeType.name === 'longrope' && interleaved.test(modelType))
    throw new Refusal('ValueError', '`Phi3LongRoPEScaledRotaryEmbedding` only supports neox_style.');
  if (/^step3p[57]/.test(modelType) && fractionAtTop(facts) !== undefined)
    throw new NotKnown('how Step 3.5 turns a part of each head was not looked at');
  if (modelType === 'kimi_linear') throw new NotKnown('which layers of Kimi Linear it rotates was not looked at');
  if (modelType === 'laguna' && layer.era === 'rope_scaling')
    throw new NotKnown('it scales layers of full attention alone, and the file is read without layer types');
  if (modelType === 'mellum' && !layer.nested)
    throw new Refusal(
      'ValueError',
      'Missing rope_parameters[sliding_attention] for Mellum layer 0',
      'write rope_parameters with a dictionary for each layer type',
    );
  if (/^qwen3_5(_moe)?(_text)?$/.test(modelType) && layer.era === 'none')
    throw new Refusal('ValueError', 'Unknown RoPE scaling type, rope_scaling is {}', 'write rope_parameters');
}

function fractionOf(facts: LayerFacts, ofDict: unknown): number {
  const { modelType = '' } = facts;
  const ofField = fractionAtTop(facts);
  if (modelType === 'laguna') {
    const ofFull = numberIn(facts.text.child('rope_parameters')?.child('full_attention'), 'partial_rotary_factor');
    return typeof ofDict === 'number' && !losesDict(facts) ? ofDict : (ofFull ?? ofField ?? 1);
  }
  if (/^gemma4/.test(modelType)) return typeof ofDict === 'number' ? ofDict : 1;
  if (fractionOfDict.test(modelType)) return typeof ofDict === 'number' ? ofDict : (ofField ?? 0.5);
  if (modelType === 'zaya') return ofField ?? 0.5;
  if (fractionOfField.has(modelType)) return ofField ?? familyOf(modelType).partial ?? 1;
  return 1;
}
