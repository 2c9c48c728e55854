/** Errors of the classes of transformers 4.57.6, executed (evidence/transformers/4.57.6.json). */
import type { LayerFacts } from '../../hf/facts.js';
import type { RopeSpec } from '../../generated/encodings.js';
import { NotKnown, Refusal } from '../refusal.js';
import { modelTypes } from './known.js';

/** Classes whose apply_rotary_pos_emb leaves the other channels alone; the others multiply whole heads by the tables. */
// prettier-ignore
const partRotating: ReadonlySet<string> = new Set([
  'bamba', 'codegen', 'fuyu', 'glm', 'glm4', 'glm4_moe', 'glm4v', 'glm4v_text', 'glm4v_moe', 'glm4v_moe_text', 'gpt_neox',
  'gpt_neox_japanese', 'gptj', 'moonshine', 'nemotron', 'persimmon', 'phi', 'phi3', 'phi4_multimodal', 'qwen3_next',
  'recurrent_gemma', 'stablelm',
]);

/** Classes whose attention divides hidden_size by the heads, while their rotary class reads head_dim. */
const dividesHidden: ReadonlySet<string> = new Set(['persimmon', 'fuyu', 'stablelm']);

/** Classes of multi-head latent attention whose rotary class reads head_dim, and its default. */
const readsHeadDim: Readonly<Record<string, number | 'none'>> = { deepseek_v3: 'none', longcat_flash: 64 };

/** Throws if tables for a part of each head meet whole heads. */
export function refusePart({ modelType, width, text }: LayerFacts, { dim, rotaryDim = dim }: RopeSpec): void {
  const ofHead = modelType === undefined ? undefined : readsHeadDim[modelType];
  const head = ofHead === undefined ? undefined : (text.peek('head_dim') ?? ofHead);
  const made =
    typeof head === 'number' ? Math.floor(head * Number(text.peek('partial_rotary_factor') ?? 1)) : undefined;
  if (width.latent && made !== undefined && made !== width.rotaryDim.value)
    throw new Refusal(
      'RuntimeError',
      `The size of tensor a (${width.rotaryDim.value}) must match the size of tensor b (${made}) at non-singleton dimension 3`,
      'write head_dim equal to qk_rope_head_dim, or leave it out',
    );
  if (modelType === undefined || width.latent || !modelTypes.has(modelType)) return;
  const [hidden, heads] = [text.peek('hidden_size'), text.peek('num_attention_heads')];
  const own = typeof hidden === 'number' && typeof heads === 'number' ? Math.floor(hidden / heads) : dim;
  const divided = dividesHidden.has(modelType) && own !== dim;
  if (!divided && (rotaryDim >= dim || partRotating.has(modelType))) return;
  const needed = divided ? Math.floor((own * rotaryDim) / dim) : dim;
  throw new Refusal(
    'RuntimeError',
    `The size of tensor a (${needed}) must match the size of tensor b (${rotaryDim}) at non-singleton dimension 3`,
    divided
      ? 'leave head_dim out: the class divides hidden_size by the heads'
      : 'leave partial_rotary_factor out: the class rotates whole heads',
  );
}

/** Classes whose configuration does not copy the older key `type` to rope_type before it is validated. */
// prettier-ignore
const needsRopeType: ReadonlySet<string> = new Set([
  'cohere', 'cohere2', 'gemma3', 'gemma3_text', 'gemma3n_text', 'granite', 'granitemoe', 'granitemoehybrid', 'granitemoeshared',
  'mllama_text_model', 'moonshine', 'nemotron', 'olmo3', 'qwen3_next',
]);

/** Classes that subscript rope_scaling, which is None if the file has none. */
const subscripts = /^(qwen2(_5)?_vl(_text)?|glm4v(_text)?|mllama(_text_model)?|colqwen2)$/;
const getsFrom = /^qwen3_vl(_moe)?(_text)?$/;

/** Errors from building the classes, before a rope type is read. */
export function refuseAsClass({ modelType = '', layer: { dict, era }, text, ropeType }: LayerFacts): void {
  if (!modelTypes.has(modelType)) return;
  if (modelType === 'modernbert-decoder') throw new NotKnown('the bases of its layers were not read');
  if (modelType === 'smollm3' && !text.has('num_hidden_layers'))
    throw new NotKnown('which layers rotate without num_hidden_layers was not read');
  if (era === 'none' && modelType === 'gpt_oss' && text.has('rope_theta'))
    throw new NotKnown('how its own YaRN takes the base of the file was not read');
  if (era === 'rope_parameters' && (modelType === 'apertus' || modelType === 'gpt_oss'))
    throw new NotKnown('its class has rope_scaling of its own, which rope_parameters do not replace');
  if (era !== 'rope_scaling') {
    const isNone = era === 'none' || !text.has('rope_scaling');
    if (isNone && subscripts.test(modelType))
      throw new Refusal('TypeError', "'NoneType' object is not subscriptable", 'write rope_scaling with mrope_section');
    if (isNone && getsFrom.test(modelType))
      throw new Refusal('AttributeError', "'NoneType' object has no attribute 'get'", 'write rope_scaling');
    return;
  }
  if (/^qwen2(_5)?_vl/.test(modelType) && !dict.has('mrope_section'))
    throw new Refusal('KeyError', "'mrope_section'", 'write mrope_section into rope_scaling');
  if (dict.keys().length === 0) return; // a layer type that the file's dictionary is not for
  const [newer, older] = [dict.peek('rope_type'), dict.peek('type')];
  if (newer !== undefined && older !== undefined && newer !== older && older !== 'mrope')
    throw new NotKnown('which of rope_type and type its class takes was not read');
  if (newer === undefined && needsRopeType.has(modelType))
    throw new Refusal(
      'KeyError',
      `Missing required keys in \`rope_scaling\` for 'rope_type'='${ropeType.given}': {'rope_type'}`,
      'write rope_type into rope_scaling',
    );
  if (newer === undefined && older === undefined)
    throw new Refusal(
      'KeyError',
      "Missing required keys in `rope_scaling` for 'rope_type'='None': {'rope_type'}",
      'write rope_type into rope_scaling',
    );
  if (modelType === 'deepseek_v3' && !dict.mentions('factor'))
    throw new Refusal('KeyError', "'factor'", 'write factor into rope_scaling');
  if (modelType === 'phi3' && ['short_factor', 'long_factor'].some((key) => !Array.isArray(dict.peek(key))))
    throw new Refusal(
      'ValueError',
      "`rope_scaling`'s short_factor field must be a list of numbers",
      'write both lists',
    );
  if (modelType === 'phi3' && (older === undefined || dict.keys().length !== 3))
    throw new Refusal(
      'ValueError',
      '`rope_scaling` must be a dictionary with three fields, `type`, `short_factor` and `long_factor`',
      'write these three fields alone',
    );
  const readsNone = ['mistral', 'mixtral'].includes(modelType) && !text.has('head_dim'); // the class keeps None
  if (readsNone && ['dynamic', 'longrope', 'yarn'].includes(ropeType.name))
    throw new Refusal('TypeError', "unsupported operand type(s) for *: 'NoneType' and 'float'", 'write head_dim');
}
