/**
 * ollama's converters (convert/convert_*.go at fb307609): the keys that they write for a config.json, after
 * llama/compat has renamed and filled in keys for llama.cpp. Names are those of llama.cpp's writer (../llama-cpp/model.ts).
 */
import { printable } from '../../checks/show.js';
import type { Fields } from '../../hf/fields.js';
import type { FrequencyFactors } from '../llama-cpp/model.js';
import { Refusal } from '../refusal.js';
import { list, number, refuseNumberForList, string } from './go.js';

/** Values that a converter writes. */
export interface Written {
  readonly architecture: string;
  readonly headDim: number;
  readonly base: number;
  /** Base of the layers with a sliding window, if different. */
  readonly slidingBase?: number;
  readonly context: number;
  /** rope.scaling.type, factor and original length. */
  readonly type?: string;
  readonly factor?: number;
  readonly original?: number;
  /** rope.scaling.attn_factor, which also multiplies cos and sin. */
  readonly amplitude?: number;
  readonly betas?: readonly [fast: number, slow: number];
  readonly logMultiplier?: number;
  readonly factors?: FrequencyFactors;
  /** rope.dimension_count; defaults to the whole head. */
  readonly count?: number;
  /** Head width of the layers with a sliding window, if different. */
  readonly slidingHeadDim?: number;
}
export interface Given {
  readonly text: Fields;
  readonly architecture: string;
}
export type Converter = (given: Given) => Written;

const perHead = (text: Fields): number =>
  Math.floor(number(text, 'hidden_size') / (number(text, 'num_attention_heads') || 1));
const lengthOf = (text: Fields): number => number(text, 'max_position_embeddings');

/** linear by `type` and llama3 by `rope_type`, from rope_scaling only; every other type is dropped silently. */
function llama({ text }: Given, name: string): Written {
  const dict = text.child('rope_scaling');
  const base = number(text, 'rope_theta');
  const count = perHead(text);
  const head = number(text, 'head_dim');
  if (name === 'llama' && head > 0 && head !== count)
    throw new Refusal('std::runtime_error', `invalid n_rot: ${count}, expected ${head}`);
  const or = (key: string, otherwise: number): number => number(dict, key) || otherwise;
  const factors: FrequencyFactors | undefined =
    string(dict, 'rope_type') === 'llama3' && base > 0
      ? {
          kind: 'llama3',
          factor: or('factor', 8),
          low: or('low_freq_factor', 1),
          high: or('high_freq_factor', 4),
          original: or('original_max_position_embeddings', 8192),
        }
      : undefined;
  return {
    architecture: name,
    headDim: head || count,
    count,
    base: base || 10_000,
    context: lengthOf(text) || number(text, 'n_ctx'),
    ...(string(dict, 'type') === 'linear' && { type: 'linear', factor: number(dict, 'factor') }),
    ...(factors && { factors }),
  };
}

/** Reads rope_parameters only; missing values are written as 0 or an empty string. */
const mistral3: Converter = ({ text }) => {
  const dict = text.child('rope_parameters');
  const allDim = dict?.peek('mscale_all_dim');
  return {
    architecture: 'mistral3',
    headDim: number(text, 'head_dim') || perHead(text),
    base: number(text, 'rope_theta') || number(dict, 'rope_theta'),
    context: lengthOf(text),
    type: string(dict, 'rope_type'),
    factor: number(dict, 'factor'),
    original: number(dict, 'original_max_position_embeddings'),
    betas: [number(dict, 'beta_fast'), number(dict, 'beta_slow')],
    ...(typeof allDim === 'number' && { logMultiplier: allDim }),
  };
};

const gemma =
  (architecture: string): Converter =>
  ({ text }) => ({ architecture, headDim: number(text, 'head_dim'), base: 10_000, context: lengthOf(text) });

/** llama/compat, handle_gemma3: fills in missing bases, and linear 8 from 131072 positions on if no type is written. */
const gemma3Filled = (context: number): Pick<Written, 'type' | 'factor'> =>
  context >= 131_072 ? { type: 'linear', factor: 8 } : {};

const gemma3: Converter = ({ text, architecture }) => {
  if (architecture === 'Gemma3ForConditionalGeneration')
    return {
      architecture: 'gemma3',
      headDim: number(text, 'head_dim') || 256,
      base: 1_000_000,
      slidingBase: 10_000,
      context: 131_072, // the converter looks for max_position_embeddings outside the text model
      ...gemma3Filled(131_072),
    };
  const dict = text.child('rope_scaling');
  const yarn = string(dict, 'rope_type') === 'yarn' && number(dict, 'factor') > 0;
  const context = lengthOf(text);
  return {
    architecture: 'gemma3',
    headDim: number(text, 'head_dim'),
    base: number(text, 'rope_theta') || 1_000_000,
    slidingBase: number(text, 'rope_local_base_freq') || 10_000,
    context,
    // beta_fast and beta_slow are written without yarn_ in their names, and gemma3's loader reads neither
    ...(yarn
      ? {
          type: 'yarn',
          factor: number(dict, 'factor'),
          original: number(dict, 'original_max_position_embeddings'),
        }
      : gemma3Filled(context)),
  };
};

/** llama.cpp has no key rope.freq_base_local; its loader uses 10000. */
const gemma3n: Converter = ({ text }) => ({
  architecture: 'gemma3n',
  headDim: number(text, 'head_dim'),
  base: number(text, 'rope_theta'),
  slidingBase: 10_000,
  context: lengthOf(text),
});

const gemma4: Converter = ({ text }) => {
  const parameters = text.child('rope_parameters');
  const [full, sliding] = [parameters?.child('full_attention'), parameters?.child('sliding_attention')];
  const fraction = full?.peek('partial_rotary_factor');
  const headDim = number(text, 'global_head_dim') || number(text, 'head_dim');
  return {
    architecture: 'gemma4',
    headDim,
    slidingHeadDim: number(text, 'head_dim') || headDim,
    base: full ? number(full, 'rope_theta') : 10_000,
    slidingBase: sliding ? number(sliding, 'rope_theta') : 10_000,
    context: lengthOf(text),
    ...(number(text, 'global_head_dim') > 0 && {
      factors: { kind: 'off', fraction: typeof fraction === 'number' ? fraction : 0.25 } as const,
    }),
  };
};

/** Writes both lists for any type and the amplitude by `type` only, and rotates the whole head. */
const phi3: Converter = ({ text }) => {
  const dict = text.child('rope_scaling');
  const [context, original] = [lengthOf(text), number(text, 'original_max_position_embeddings')];
  const [long, short] = [list(dict, 'long_factor'), list(dict, 'short_factor')];
  const count = perHead(text);
  const type = string(dict, 'type');
  if (!['', 'su', 'longrope', 'yarn'].includes(type)) throw new Refusal('panic', 'unknown rope scaling type');
  if (type !== '' && original === 0) throw notANumber('original_max_position_embeddings');
  if (long.length > 0 && long.length !== Math.floor(count / 2))
    throw new Refusal(
      'std::runtime_error',
      `tensor 'rope_factors_long.weight' has wrong shape; expected ${Math.floor(count / 2)}, got ${long.length}`,
    );
  const scale = context / original;
  const amplitude = type === 'yarn' ? 0.1 * Math.log(scale) + 1 : Math.sqrt(1 + Math.log(scale) / Math.log(original));
  return {
    architecture: 'phi3',
    headDim: count,
    count,
    base: number(text, 'rope_theta'),
    context,
    original,
    ...(long.length > 0 && { factors: { kind: 'two-lists', short, long } as const }),
    amplitude: type === '' ? 1 : Math.max(1, amplitude),
  };
};

const emptyFactor = (type: string): Refusal =>
  new Refusal(
    'std::runtime_error',
    `key rope.scaling.factor has wrong type: ${printable(type)} is written with an empty list`,
  );

/** A numeric factor is rejected before anything is written: the struct has a list there. */
function qwen(given: Given, architecture: string, headDim: number): Written {
  const { text } = given;
  const dict = text.child('rope_scaling');
  refuseNumberForList(dict, 'factor', given.architecture);
  const type = string(dict, 'type');
  if (!['', 'yarn', 'mrope', 'default'].includes(type)) throw new Refusal('panic', 'unknown rope scaling type');
  if (type === 'yarn') throw emptyFactor(type);
  return {
    architecture,
    headDim,
    base: number(text, 'rope_theta'),
    context: lengthOf(text),
  };
}

const qwen3Next: Converter = (given) => {
  const { text, architecture } = given;
  const [scaling, parameters] = [text.child('rope_scaling'), text.child('rope_parameters')];
  refuseNumberForList(scaling, 'factor', architecture);
  const headDim = number(text, 'head_dim') || perHead(text);
  const base = number(text, 'rope_theta') || number(parameters, 'rope_theta');
  const fraction = number(text, 'partial_rotary_factor') || number(parameters, 'partial_rotary_factor');
  if (base === 0) throw new Refusal('error', 'qwen3next: rope_theta must be set', 'write rope_theta');
  if (fraction <= 0 || fraction > 1)
    throw new Refusal('error', `qwen3next: partial_rotary_factor must be in (0,1], got ${fraction}`);
  const type = string(scaling, 'type') || string(parameters, 'rope_type');
  if (type !== '' && type !== 'default') throw emptyFactor(type);
  return { architecture: 'qwen35', headDim, count: Math.floor(headDim * fraction), base, context: lengthOf(text) };
};

/** attention_factor is written as rope.scaling.attn_factor; llama.cpp multiplies it by the amplitude of the factor. */
const olmo3: Converter = ({ text }) => {
  const dict = text.child('rope_scaling');
  const type = string(dict, 'rope_type');
  const factor = number(dict, 'attention_factor');
  return {
    architecture: 'olmo2',
    headDim: perHead(text),
    base: number(text, 'rope_theta') || 10_000,
    context: lengthOf(text),
    factor: number(dict, 'factor'),
    original: number(dict, 'original_max_position_embeddings'),
    ...(type !== '' && { type }),
    ...(factor > 0 && { amplitude: factor }),
  };
};

const gptOss: Converter = ({ text }) => {
  const dict = text.child('rope_scaling');
  const [factor, initial] = [number(text, 'rope_scaling_factor'), number(text, 'initial_context_length')];
  return {
    architecture: 'gpt-oss',
    headDim: number(text, 'head_dim'),
    base: number(text, 'rope_theta'),
    context: lengthOf(text) || factor * initial,
    type: string(dict, 'rope_type') || 'yarn',
    factor: factor || number(dict, 'factor'),
    original: number(dict, 'original_max_position_embeddings') || initial,
  };
};

/** Reads `type` of rope_scaling; without it an empty string is written. */
const deepseek2: Converter = ({ text }) => {
  const dict = text.child('rope_scaling');
  return {
    architecture: 'deepseek2',
    headDim: number(text, 'qk_rope_head_dim'),
    base: number(text, 'rope_theta') || 10_000,
    context: lengthOf(text),
    type: string(dict, 'type'),
    factor: number(dict, 'factor'),
    original: number(dict, 'original_max_position_embeddings'),
    logMultiplier: 0.1 * number(dict, 'mscale_all_dim'),
  };
};
const glm4MoeLite: Converter = ({ text }) => ({
  architecture: 'deepseek2',
  headDim: number(text, 'qk_rope_head_dim'),
  base: number(text, 'rope_theta') || 1_000_000,
  context: lengthOf(text),
});
const commandR: Converter = ({ text }) => ({
  architecture: 'command-r',
  headDim: perHead(text),
  base: number(text, 'rope_theta'),
  context: number(text, 'model_max_length') || lengthOf(text) || number(text, 'n_ctx'),
});
const lfm2: Converter = ({ text }) => ({
  architecture: 'lfm2',
  headDim: perHead(text),
  base: number(text, 'rope_theta') || number(text.child('rope_parameters'), 'rope_theta') || 10_000,
  context: lengthOf(text),
});

export const notANumber = (key: string): Refusal =>
  new Refusal(
    'NaN',
    `${key} is written as 0, with which cosines and sines are no numbers`,
    `write ${key} at the top level of the text model: this converter does not look into rope_parameters`,
  );

/** Converters by the first name in `architectures` (LoadModelMetadata of convert.go); undefined: not read. */
export const converters: ReadonlyMap<string, Converter | undefined> = new Map<string, Converter | undefined>([
  ['LlamaForCausalLM', (given) => llama(given, 'llama')],
  ['MixtralForCausalLM', (given) => llama(given, 'llama')],
  ['Llama4ForConditionalGeneration', (given) => llama(given, 'llama4')],
  ['Mistral3ForConditionalGeneration', mistral3],
  ['Ministral3ForCausalLM', mistral3],
  ['GemmaForCausalLM', gemma('gemma')],
  ['Gemma2ForCausalLM', gemma('gemma2')],
  ['Gemma3ForCausalLM', gemma3],
  ['Gemma3ForConditionalGeneration', gemma3],
  ['Gemma3nForConditionalGeneration', gemma3n],
  ['Gemma4ForCausalLM', gemma4],
  ['Gemma4ForConditionalGeneration', gemma4],
  ['Phi3ForCausalLM', phi3],
  ['Qwen2ForCausalLM', (given) => qwen(given, 'qwen2', perHead(given.text))],
  ['Qwen2_5_VLForConditionalGeneration', (given) => qwen(given, 'qwen2vl', perHead(given.text))],
  ['Qwen3VLForConditionalGeneration', (given) => qwen(given, 'qwen3vl', number(given.text, 'head_dim'))],
  ['Qwen3VLMoeForConditionalGeneration', (given) => qwen(given, 'qwen3vlmoe', number(given.text, 'head_dim'))],
  ['Qwen3NextForCausalLM', qwen3Next],
  ['Qwen3_5ForConditionalGeneration', qwen3Next],
  ['Qwen3_5MoeForConditionalGeneration', qwen3Next],
  ['Olmo3ForCausalLM', olmo3],
  ['CohereForCausalLM', commandR],
  ['GptOssForCausalLM', gptOss],
  ['DeepseekV3ForCausalLM', deepseek2],
  ['Glm4MoeLiteForCausalLM', glm4MoeLite],
  ['Lfm2ForCausalLM', lfm2],
  ['Lfm2MoeForCausalLM', lfm2],
  ...[
    'MllamaForConditionalGeneration',
    'Gemma3TextModel',
    'NomicBertModel',
    'NomicBertMoEModel',
    'DeepseekOCRForCausalLM',
    'LagunaForCausalLM',
    'GlmOcrForConditionalGeneration',
    'Lfm2VlForConditionalGeneration',
    'NemotronHForCausalLM',
    'NemotronH_Nano_VL_V2',
    'NemotronH_Nano_Omni_Reasoning_V3',
  ].map((name) => [name, undefined] as const),
]);
