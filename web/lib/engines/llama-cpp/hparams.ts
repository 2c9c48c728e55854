/**
 * `hparams` and `rope_parameters` of the converter (load_hparams and TextModel.__init__ in conversion/base.py): the file as
 * the configuration class of transformers 4.57.6 writes it, which its requirements pin. If that version has no class for
 * the file, or the class raises, it is the file as it stands, and no field is filled in.
 */
import { sizesOf } from '../../hf/class-sizes.js';
import type { Fields } from '../../hf/fields.js';
import { isPlainObject, type Plain, type PlainObject } from '../../hf/plain.js';
import { missingKey } from '../refusal.js';
import type { Source } from '../source.js';
import { modelTypes } from '../transformers-4/known.js';
import { defaults } from '../transformers-4/defaults.js';

export interface Hparams {
  /** True if a configuration class filled fields in. */
  readonly built: boolean;
  /** Python's hparams.get: undefined for an absent key and for None. */
  get(key: string): Exclude<Plain, null> | undefined;
  number(key: string): number | undefined;
  /** True if the key exists, even with None. */
  has(key: string): boolean;
  readonly rope: RopeParameters;
}

export interface RopeParameters {
  /** self.rope_parameters */
  readonly whole: PlainObject;
  /** The dictionary of full attention, or that of all layers if the file has no others. */
  readonly full: PlainObject;
  readonly localBase: number | undefined;
}

/** Keys that rope_config_validation looks up (_check_received_keys of modeling_rope_utils.py). */
const required: ReadonlyMap<string, readonly string[]> = new Map([
  ['linear', ['factor']],
  ['dynamic', ['factor']],
  ['yarn', ['factor']],
  ['longrope', ['short_factor', 'long_factor']],
  ['llama3', ['factor', 'original_max_position_embeddings', 'low_freq_factor', 'high_freq_factor']],
]);
const textOf = (value: Plain | undefined): string => (typeof value === 'string' ? value : '');

/** Types whose class calls rope_config_validation. */
const checked: ReadonlySet<string> = new Set(
  (
    'apertus arcee aria_text code_llama cohere cohere2 csm deepseek_v2 deepseek_v3 diffllama doge emu3_text_model ernie4_5 ' +
    'ernie4_5_moe evolla flex_olmo gemma3_text gemma3n_text glm4_moe glm4v_text glm4v_moe_text Glm4vMoe_text gpt_neox gpt_oss ' +
    'granite granitemoe granitemoehybrid granitemoeshared llama longcat_flash mllama_text_model moonshine nemotron olmo3 ' +
    'olmoe persimmon phi phimoe qwen2 qwen2_5_omni_text qwen2_5_vl_text qwen2_moe qwen2_vl_text qwen3 qwen3_moe qwen3_next ' +
    'qwen3_omni_moe_text qwen3_vl_moe_text qwen3_vl_text seed_oss smollm3 stablelm starcoder2'
  ).split(' '),
);
/** Types whose class accepts exactly `type`, linear or dynamic, and a factor (_rope_scaling_validation). */
const twoFields: ReadonlySet<string> = new Set(['chameleon', 'olmo', 'olmo2']);

/** True if the class of 4.57.6 raises on the dictionary in rope_scaling, so that the converter reads the bare file. */
function classRaises(type: string, scaling: Plain | undefined): boolean {
  if (!isPlainObject(scaling)) return false;
  if (type === 'phi3' || type === 'phi4_multimodal') return !phiAccepts(scaling);
  if (type === 'phimoe' && ['short_mscale', 'long_mscale'].some((key) => typeof scaling[key] !== 'number')) return true;
  const count = Object.keys(scaling).length;
  if (twoFields.has(type)) return count !== 2 || !['linear', 'dynamic'].includes(textOf(scaling['type']));
  if (!checked.has(type) && !checked.has(`${type}_text`)) return false;
  const name = scaling['rope_type'] ?? scaling['type'];
  return (required.get(textOf(name)) ?? []).some((key) => !Object.hasOwn(scaling, key));
}

/** configuration_smollm3.py reads an entry for each layer. */
function shortMask(type: string, text: Fields): boolean {
  if (type !== 'smollm3') return false;
  const [mask, count] = [text.peek('no_rope_layers'), asNumber(text.peek('num_hidden_layers')) ?? 36];
  return Array.isArray(mask) && mask.length > 0 && mask.length < count;
}

/** configuration_phi3.py: three fields, of which type is longrope or an older name of it. */
function phiAccepts(scaling: PlainObject): boolean {
  const lists = ['short_factor', 'long_factor'].every((key) => Array.isArray(scaling[key]));
  return Object.keys(scaling).length === 3 && lists && ['su', 'yarn', 'longrope'].includes(textOf(scaling['type']));
}

export function hparamsOf(source: Source): Hparams {
  const { text, modelType, outerType } = source;
  const type = modelType ?? '';
  const known = outerType !== undefined && modelTypes.has(outerType) && modelTypes.has(modelType ?? outerType);
  const built = known && !classRaises(type, text.peek('rope_scaling')) && !shortMask(type, text);
  const filled = built ? (defaults.get(type) ?? defaults.get(`${type}_text`)) : undefined;
  const value = (key: string): Plain | undefined => (text.mentions(key) ? text.peek(key) : ofClass(type, filled, key));
  const base = {
    built,
    get: (key: string) => value(key) ?? undefined,
    number: (key: string) => asNumber(value(key)),
    has: (key: string) => text.mentions(key) || ofClass(type, filled, key) !== undefined,
  };
  return { ...base, rope: ropeParameters(base, built) };
}

/** Values that are left out of the table: the usual base, and widths of models. */
function ofClass(type: string, filled: PlainObject | undefined, key: string): Plain | undefined {
  if (filled === undefined || Object.hasOwn(filled, key)) return filled?.[key];
  if (key === 'rope_theta') return 10_000;
  if (key === 'hidden_size') return sizesOf(type)?.hidden;
  return key === 'num_attention_heads' ? sizesOf(type)?.heads : undefined;
}

export const asNumber = (value: Plain | undefined): number | undefined =>
  typeof value === 'number' ? value : undefined;

const globalBases = ['global_rope_theta', 'rope_global_theta', 'rope_theta_global', 'rope_theta', 'rotary_emb_base'];
const localBases = [
  'local_rope_theta',
  'rope_local_theta',
  'rope_theta_local',
  'swa_rope_theta',
  'rope_local_base_freq',
];
const fractions = ['partial_rotary_factor', 'rope_pct', 'rope_percent'];

/** find_hparam: the first key that exists, even if its value is None. */
export const findHparam = (hparams: Pick<Hparams, 'get' | 'has'>, keys: readonly string[]): Plain | undefined => {
  const key = keys.find((name) => hparams.has(name));
  return key === undefined ? undefined : hparams.get(key);
};

function ropeParameters(hparams: Pick<Hparams, 'get' | 'has'>, built: boolean): RopeParameters {
  const newer = hparams.has('rope_parameters');
  const given = hparams.get(newer ? 'rope_parameters' : 'rope_scaling');
  const dict: Record<string, Plain> = isPlainObject(given) ? { ...given } : {};
  // the configuration classes of version 4 replace rope_type in rope_scaling by an older `type`
  if (built && !newer && typeof dict['type'] === 'string') dict['rope_type'] = dict['type'];
  const add = (key: string, value: Plain | undefined): void => {
    const given = value ?? undefined;
    if (!Object.hasOwn(dict, key) && given !== undefined) dict[key] = given;
  };
  const local = findHparam(hparams, localBases);
  if (!Object.hasOwn(dict, 'full_attention') && !Object.hasOwn(dict, 'sliding_attention')) {
    if (local !== undefined) dict['sliding_attention'] = { rope_theta: local };
    add('rope_theta', findHparam(hparams, globalBases));
    add('rope_type', dict['type']);
    add('partial_rotary_factor', findHparam(hparams, fractions));
    add('original_max_position_embeddings', hparams.get('original_max_position_embeddings'));
  }
  const { full_attention: full, sliding_attention: sliding } = dict;
  return {
    whole: dict,
    full: isPlainObject(full) ? full : dict,
    localBase: isPlainObject(sliding) ? asNumber(sliding['rope_theta']) : undefined,
  };
}

/** dict[key] of Python. */
export function needed(dict: PlainObject, key: string): Plain {
  if (!Object.hasOwn(dict, key)) throw missingKey(key);
  return dict[key]!;
}
