/** Finds the scheme of a model that does not rotate, as far as the file or its model type shows it. */
import { PosencError } from '../checks/errors.js';
import { printable, shown } from '../checks/show.js';
import { diffusersClass, notAText } from './axial/read.js';
import { classOf } from './families.js';
import type { Fields } from './fields.js';
import { isPlainObject } from './plain.js';
import { otherFile } from './other-files.js';
import {
  alibi,
  beyondReport,
  bucketed,
  disentangled,
  isComposite,
  learned,
  mixedCurves,
  noPositions,
  schemeOf,
  sinusoidal,
} from './schemes.js';
import { aboutPositions } from './unread.js';

/** Fields that only a rotary model has. `rope_scaling: null` counts: Llama-2 ships nothing else. */
// prettier-ignore
const rotaryFields = [
  'rope_theta', 'rope_parameters', 'rope_scaling', 'rope_local_base_freq', 'rope_interleave', 'global_rope_theta',
  'rotary_dim', 'rotary_pct', 'rotary_emb_base', 'rotary_emb_fraction', 'partial_rotary_factor', 'qk_rope_head_dim',
  'rotary', 'swa_rope_theta',
] as const;

/** Rotary model types that are not in the class table and whose files may name no rotary field. */
const rotaryTypes: ReadonlySet<string> = new Set([
  ...['codegen', 'gptj', 'idefics', 'EvollaModel', 'roformer', 'RefinedWeb', 'RefinedWebModel'],
]);

/**
 * Types whose attention layers have no positions although their files name a base: modeling_jamba.py and
 * modeling_nemotron_h.py of transformers, nemotron_h.py of vLLM, SGLang and mlx-lm, and llama.cpp's
 * LLAMA_ROPE_TYPE_NONE agree. Glm5NextTextAttention takes no angles (modeling_glm5_next.py of 5.23).
 */
const neverRotates: ReadonlySet<string> = new Set(['glm5_next', 'glm5_next_text', 'jamba', 'nemotron_h', 'zamba']);

/**
 * Classes that rotate only if a field says so, whatever else the file names: the field, its rotary value, and the
 * scheme otherwise. modeling_esm.py, _granitemoehybrid.py, _seamless_m4t.py, _wav2vec2_conformer.py and
 * _wav2vec2_bert.py of transformers decba1d2.
 */
interface OwnChoice {
  readonly field: string;
  readonly rotates: string | boolean;
  readonly otherwise: string;
}
const relativeSpeech = { field: 'position_embeddings_type', rotates: 'rotary', otherwise: 'relative positions' };
const ownChoice: ReadonlyMap<string, OwnChoice> = new Map([
  ['esm', { field: 'position_embedding_type', rotates: 'rotary', otherwise: learned }],
  ['solar_open2', { field: 'use_rope', rotates: true, otherwise: noPositions }], // modular_solar_open2.py and solar_open2.py of SGLang
  ['granitemoehybrid', { field: 'position_embedding_type', rotates: 'rope', otherwise: noPositions }],
  ['seamless_m4t', relativeSpeech],
  ['wav2vec2-conformer', relativeSpeech],
  ['wav2vec2-bert', relativeSpeech],
]);

/** Classes with two schemes, chosen by a field: modeling_trocr.py, modeling_xlm.py and modeling_flaubert.py. */
const eitherScheme: ReadonlyMap<string, { readonly field: string; readonly whereIs: boolean }> = new Map([
  ['trocr', { field: 'use_learned_position_embeddings', whereIs: false }],
  ['xlm', { field: 'sinusoidal_embeddings', whereIs: true }],
  ['flaubert', { field: 'sinusoidal_embeddings', whereIs: true }],
]);
function ofTwo(text: Fields, modelType: string): string | undefined {
  const choice = eitherScheme.get(modelType);
  const given = choice && text.boolean(choice.field);
  if (choice === undefined || given === undefined) return undefined;
  const scheme = given.value === choice.whereIs ? sinusoidal : learned;
  return `${scheme}: ${given.from} is ${String(given.value)}`;
}

/**
 * fla-org/flash-linear-attention, in files without `attn`, which names softmax attention layers with their own base.
 */
const recurrentTypes: ReadonlySet<string | undefined> = new Set([
  ...['delta_net', 'gated_deltanet', 'gla', 'gsa', 'hgrn', 'hgrn2'],
]);
const recurrent = (modelType: string | undefined): string | undefined =>
  recurrentTypes.has(modelType) ? 'recurrence and no position encoding' : undefined;

/** modeling_t5.py and modeling_mt5.py give has_relative_attention_bias to layer 0, modeling_umt5.py to each. */
const biasTables: ReadonlyMap<string, string> = new Map([
  ['t5', 'one table, that of the first layer, is for all layers'],
  ['mt5', 'one table, that of the first layer, is for all layers'],
  ['umt5', 'every layer has a table of its own'],
]);

/** Values of `position_embedding_type` and its spellings that mean rotary. */
const rotaryNames: ReadonlySet<string> = new Set(['rope', 'rotary', 'rotary_position_embedding']);

const typeFields = ['position_embedding_type', 'position_embeddings_type', 'pos_embedding_type'] as const;

/** The non-rotary scheme that the file itself states, or undefined. */
function statedScheme(text: Fields, modelType: string | undefined): string | undefined {
  const attention = text.peek('attn_config');
  for (const [where, flag] of [
    [text.at('alibi'), text.peek('alibi')],
    [`${text.at('attn_config')}.alibi`, isPlainObject(attention) ? attention['alibi'] : undefined],
  ] as const) {
    if (flag === true) return `${alibi}: ${where} is true`;
  }
  // Kimi Linear: its latent attention keeps the width of a rotated part but does not rotate
  if (text.peek('mla_use_nope') === true) return `${noPositions}: ${text.at('mla_use_nope')} is true`;
  // if no class reads another field instead, 0 and false are taken literally
  const family = modelType === undefined ? undefined : classOf(modelType);
  if (text.glance('qk_rope_head_dim') === 0 && (!family || family.latentDim !== undefined))
    return `${noPositions}: ${text.at('qk_rope_head_dim')} is 0`;
  if (text.glance('use_rope') === false && !family) return `${noPositions}: ${text.at('use_rope')} is false`;
  for (const key of typeFields) {
    const name = text.glance(key);
    if (typeof name !== 'string' || rotaryNames.has(name)) continue;
    if (name === 'nope') return `${noPositions}: ${text.at(key)} is 'nope'`;
    const rows = text.glance('max_position_embeddings');
    const size = typeof rows === 'number' ? ` of ${rows} positions` : '';
    const scheme = name === 'absolute' ? `${learned}${size}` : `'${printable(name)}' positions`;
    return `${scheme}: ${text.at(key)} is '${printable(name)}'`;
  }
  if (text.has('relative_attention_num_buckets'))
    return `${bucketed}: ${text.at('relative_attention_num_buckets')} is ${shown(text.glance('relative_attention_num_buckets'))}`;
  if (text.glance('relative_attention') === true) return `${disentangled}: ${text.at('relative_attention')} is true`;
  return undefined;
}

const namesRotary = (text: Fields): boolean =>
  rotaryFields.some((key) => text.mentions(key)) ||
  typeFields.some((key) => {
    return rotaryNames.has(String(text.glance(key))) && text.peek(key) !== undefined;
  });

/** True if the base is null; an absent base is a different case. */
function withoutBase(text: Fields): boolean {
  const dict = text.glance('rope_parameters');
  const inner = isPlainObject(dict) && Object.hasOwn(dict, 'rope_theta') ? dict['rope_theta'] : undefined;
  return inner === null || (inner === undefined && text.mentions('rope_theta') && !text.has('rope_theta'));
}

/**
 * The scheme of a model that does not rotate, in words that begin with its name; undefined for one that rotates. Throws
 * `unsupported_config` if neither the file nor the model type shows it.
 */
export function schemeInstead(text: Fields, modelType: string | undefined): string | undefined {
  const other = modelType === undefined ? otherFile(text) : undefined;
  if (other !== undefined) throw new PosencError('unsupported_config', 'config', `this is ${other}; give config.json`);
  const diffusers = diffusersClass(text.object);
  if (diffusers !== undefined) throw new PosencError('unsupported_config', 'config', notAText(diffusers));
  const stated = statedScheme(text, modelType);
  // ALiBi and NoPE take precedence over rope_theta: Falcon's and Granite's files contain both fields
  if (stated?.startsWith(alibi) || stated?.startsWith(noPositions)) return stated;
  if (modelType !== undefined && neverRotates.has(modelType)) return `${noPositions} in its attention layers`;
  if (schemeOf(modelType) === mixedCurves) return mixedCurves; // whatever else the file names
  const beyond = beyondReport(modelType);
  if (beyond !== undefined)
    throw new PosencError(
      'unsupported_config',
      'config',
      `${named(modelType)} is not described by this report: ${beyond}`,
    );
  const own = modelType === undefined ? undefined : ownChoice.get(modelType);
  if (own) {
    if (text.peek(own.field) === own.rotates) return undefined;
    return stated ?? `${own.otherwise}, as ${text.at(own.field)} does not say ${shown(own.rotates)}`;
  }
  // OLMo Hybrid as released: modeling_olmo_hybrid.py builds no rotary class without a base
  if (modelType === 'olmo_hybrid' && withoutBase(text)) return `${noPositions}: its rope_theta is null`;
  const width = text.peek('hidden_size');
  if (modelType === 'baichuan') {
    // one model type for two schemes (unconfirmed): 4096 channels (7B) rotate
    const large = typeof width === 'number' && width > 4096;
    return large ? `ALiBi, as ${text.at('hidden_size')} ${width} shows` : undefined;
  }
  if (namesRotary(text)) return undefined;
  if (stated !== undefined) {
    for (const key of typeFields) text.peek(key); // marks them as read
    const tables = stated.startsWith(bucketed) && modelType !== undefined ? biasTables.get(modelType) : undefined;
    return tables === undefined ? stated : `${stated}; ${tables}`;
  }
  const known =
    (modelType === undefined ? undefined : ofTwo(text, modelType)) ?? schemeOf(modelType) ?? recurrent(modelType);
  if (known !== undefined) return known;
  if (modelType !== undefined && (rotaryTypes.has(modelType) || classOf(modelType))) return undefined;
  if (isComposite(modelType))
    throw new PosencError(
      'unsupported_config',
      'config',
      `${named(modelType)} combines other models, which define its positions, but the file has no text_config: give a file that has one`,
    );
  throw new PosencError(
    'unsupported_config',
    'config',
    `${modelType === undefined ? 'the config has no model_type (give the whole config.json)' : `${named(modelType)} is not known`}, so posenc cannot tell if its positions are rotary: ${whatIsNamed(text)}`,
  );
}

/** Lists position fields, of the file or of an object in it, that no reader supports. */
function whatIsNamed(text: Fields): string {
  const found = text.keys().flatMap((key) => {
    if (aboutPositions.test(key) && text.has(key)) return [text.at(key)];
    const inner = text.glance(key);
    const own = isPlainObject(inner) ? Object.keys(inner).find((name) => aboutPositions.test(name)) : undefined;
    return own === undefined ? [] : [`${text.at(key)}.${own}`];
  });
  if (found.length === 0)
    return 'no field of it names rope or rotary (rope_theta, rope_parameters, rope_scaling, rotary_dim, …)';
  const names = found.slice(0, 8).map((path) => printable(path));
  return `its fields about positions are not understood: ${names.join(', ')}${found.length > 8 ? ', …' : ''}`;
}

const named = (modelType: string | undefined): string =>
  modelType === undefined ? 'this model' : `model_type '${printable(modelType)}'`;

/** The sentence on a scheme; also the error of the importer, which reads rotary positions only. */
export const insteadOf = (modelType: string | undefined, scheme: string): string =>
  `${named(modelType)} uses no rotary positions: it uses ${scheme}`;

/** Throws `unsupported_config` unless the config describes a rotary model. */
export function refuseNonRotary(text: Fields, modelType: string | undefined): void {
  const scheme = schemeInstead(text, modelType);
  if (scheme === undefined) return;
  throw new PosencError('unsupported_config', 'config', insteadOf(modelType, scheme));
}
