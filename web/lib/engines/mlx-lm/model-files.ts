/**
 * The model files of mlx-lm (mlx_lm/models/<name>.py): which one loads a configuration, and how it rotates. Most facts
 * are generated from the files (files.ts). The rules here, which fields and calls do not show, were read at 0.32.2. A
 * file without a rule passes the top-level rope_theta and rope_scaling to initialize_rope.
 */
import type { Fields } from '../../hf/fields.js';
import { Refusal } from '../refusal.js';
import type { FileFacts } from './file-facts.js';
import { files, remapped } from './files.js';

interface Rule {
  /** The dictionary that it reads; 'su': LongRoPE with its own checks; 'alpha': HunYuan's alpha raises the base. */
  readonly scaling?: 'rope_parameters' | 'su' | 'alpha' | 'none';
  /** Layer types have their own parameters, and sliding layers are not scaled. */
  readonly layers?: boolean;
  /** The base of the top level applies to all layer types. */
  readonly oneBase?: boolean;
  /** Reads the base from rope_parameters, or else from the top level. */
  readonly either?: boolean;
  /** Reads rope_parameters for what the top level lacks. */
  readonly after?: boolean;
  /** Never reads rope_parameters: the bases of its layer types are those of the top level. */
  readonly topLevel?: boolean;
  /** Does not pass max_position_embeddings to initialize_rope. */
  readonly noMax?: boolean;
  /** Calls a method of rope_scaling without asking if there is one. */
  readonly needsScaling?: boolean;
  /** A dictionary and the key that it must contain. */
  readonly reads?: readonly [string, string];
  /** Keys that rope_scaling must contain if there is one. */
  readonly keys?: readonly string[];
  /** The field of the head width of full attention, and its default. */
  readonly fullHead?: readonly [string, number];
  /** The layers or widths that it rotates follow from fields that are not read here. */
  readonly notRead?: boolean;
  /** Missing rope_parameters are those of the class of transformers. */
  readonly asClass?: boolean;
  /** The field of the head width, and the preferred one of two fields of the rotated part. */
  readonly headKey?: string;
  readonly first?: string;
  /** The field of the type, if only linear and dynamic are allowed there. */
  readonly linearOrDynamic?: string;
  /** 0.31: takes every position twice, unless scaling is linear. */
  readonly doubles?: boolean;
  /** 0.31: takes keys of rope_scaling without asking if there is one. */
  readonly subscripts?: boolean;
}

type OwnRule = Rule & Omit<FileFacts, 'scaling'>;
export interface Release {
  readonly files: Readonly<Record<string, FileFacts>>;
  /** Model types that are loaded with the file of another. */
  readonly remapped: Readonly<Record<string, string>>;
  /** In place of the rules below. */
  readonly rules: Readonly<Record<string, OwnRule>>;
  /** initialize_rope has no dynamic type. */
  readonly noDynamic?: boolean;
}
export const newest: Release = { files, remapped, rules: {} };

const newestRules: Readonly<Record<string, OwnRule>> = {
  bailing_hybrid: { notRead: true },
  bailing_moe_linear: { notRead: true },
  bailing_moe: { first: 'rotary_dim' },
  dbrx: { asClass: true, reads: ['attn_config', 'rope_theta'] },
  deepseek_v2: { needsScaling: true },
  exaone_moe: { either: true },
  gemma3_text: { layers: true, topLevel: true },
  gemma4_text: { scaling: 'rope_parameters', layers: true, asClass: true, fullHead: ['global_head_dim', 512] },
  glm_moe_dsa: { scaling: 'rope_parameters' },
  gpt_oss: { noMax: true },
  hunyuan: { scaling: 'alpha' },
  hunyuan_v1_dense: { scaling: 'alpha', keys: ['alpha', 'factor', 'type'] },
  internlm2: { keys: ['factor', 'type'], linearOrDynamic: 'type' },
  internlm3: { keys: ['factor', 'rope_type'], linearOrDynamic: 'rope_type' },
  laguna: { scaling: 'rope_parameters', layers: true, fraction: 'partial_rotary_factor', fractionDefault: 1 },
  lfm2: { either: true },
  lfm2_moe: { either: true },
  mellum: { scaling: 'rope_parameters', layers: true },
  mimo_v2_flash: { layers: true },
  ministral3: {
    ...{ scaling: 'rope_parameters', needs: ['rope_parameters'] },
    reads: ['rope_parameters', 'llama_4_scaling_beta'],
  },
  minicpm3: { scaling: 'su', needsScaling: true },
  minimax_m3_vl: {
    ...{ scaling: 'rope_parameters', either: true, first: 'rotary_dim' },
    ...{ fraction: 'partial_rotary_factor', fractionDefault: 0.5 },
  },
  mistral4: { scaling: 'rope_parameters', either: true, needs: ['qk_rope_head_dim'] },
  muse_glimmer: { notRead: true },
  muse_spark: { notRead: true },
  olmo_hybrid: { either: true },
  olmo3: { layers: true, oneBase: true },
  phi3: { scaling: 'su' },
  phi3small: { scaling: 'none' },
  phimoe: { scaling: 'su' },
  plamo2: { headKey: 'hidden_size_per_head', headDim: 128 },
  qwen3: { after: true },
  recurrent_gemma: { fraction: 'partial_rotary_factor', fractionDefault: 0.5 },
  step3p5: { fraction: 'partial_rotary_factors' }, // a list, one for each layer
  qwen3_5: { scaling: 'rope_parameters', fraction: 'partial_rotary_factor', fractionDefault: 0.25 },
};

export interface ModelFile extends Omit<FileFacts, 'scaling'>, Omit<Rule, 'scaling'> {
  readonly name: string;
  readonly scaling?: string;
  readonly noDynamic?: boolean;
}

/**
 * @param type of the whole configuration; llama.py, the simplest file, is used without one.
 * @param inner of the text model, which may have its own file.
 * @throws Refusal if there is no such file.
 */
export function modelFile(type: string | undefined, inner: string | undefined, release: Release): ModelFile {
  const { files, remapped, noDynamic } = release;
  const rules = { ...newestRules, ...release.rules };
  const named = (name: string): ModelFile => ({
    name,
    ...files[name],
    ...rules[name],
    ...(noDynamic && { noDynamic }),
  });
  const fileOf = (one: string): string => (Object.hasOwn(remapped, one) ? remapped[one]! : one);
  const isFile = (name: string): boolean => Object.hasOwn(files, name);
  if (type === undefined) return named('llama');
  const outer = fileOf(type);
  if (!isFile(outer)) throw new Refusal('ValueError', `Model type ${outer} not supported.`, 'use another engine', true);
  let file = named(outer);
  while (file.uses !== undefined && rules[file.name] === undefined) {
    const text = inner === undefined ? '' : fileOf(inner);
    const other = named(isFile(text) && text !== outer ? text : file.uses);
    if (other.name === file.name) break;
    const { uses: _, ...facts } = file;
    file =
      other.uses === undefined || rules[other.name] ? { ...other, ...(facts.needs && { needs: facts.needs }) } : other;
  }
  return file;
}

/** @throws Refusal for missing fields that the file's dataclass requires. */
export function refuseLacking({ name, needs = [] }: ModelFile, text: Fields): void {
  const lacking = needs.filter((key) => !text.mentions(key)).map((key) => `'${key}'`);
  if (lacking.length === 0) return;
  const last = lacking.at(-1)!;
  const list = lacking.length === 1 ? last : `${lacking.slice(0, -1).join(', ')} and ${last}`;
  throw new Refusal(
    'TypeError',
    `ModelArgs.__init__() missing ${lacking.length} required positional argument${lacking.length === 1 ? '' : 's'}: ${list}`,
    `write ${list.replaceAll("'", '')} at the top level, where ${name}.py looks for ${lacking.length === 1 ? 'it' : 'them'}`,
  );
}
