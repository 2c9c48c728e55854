/**
 * The model files of mlx-lm (mlx_lm/models/<name>.py): which one loads a configuration, and how it rotates. Most facts
 * are generated from the files (files.ts). The rules here, which fields and calls do not show, were read at d78bf58e. A
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
  /** Missing rope_parameters are those of the class of transformers. */
  readonly asClass?: boolean;
  /** The field of the head width, and the preferred one of two fields of the rotated part. */
  readonly headKey?: string;
  readonly first?: string;
}

const rules: Readonly<Record<string, Rule & Omit<FileFacts, 'scaling'>>> = {
  bailing_moe: { first: 'rotary_dim' },
  dbrx: { asClass: true },
  exaone_moe: { either: true },
  gemma3_text: { layers: true },
  gemma4_text: { scaling: 'rope_parameters', layers: true, asClass: true },
  glm_moe_dsa: { scaling: 'rope_parameters' },
  hunyuan: { scaling: 'alpha' },
  hunyuan_v1_dense: { scaling: 'alpha' },
  laguna: { scaling: 'rope_parameters', layers: true, fraction: 'partial_rotary_factor', fractionDefault: 1 },
  lfm2: { either: true },
  lfm2_moe: { either: true },
  mellum: { scaling: 'rope_parameters', layers: true },
  mimo_v2_flash: { layers: true },
  ministral3: { scaling: 'rope_parameters', needs: ['rope_parameters'] },
  minicpm3: { scaling: 'su' },
  olmo3: { layers: true, oneBase: true },
  phi3: { scaling: 'su' },
  phi3small: { scaling: 'none' },
  phimoe: { scaling: 'su' },
  plamo2: { headKey: 'hidden_size_per_head', headDim: 128 },
  step3p5: { fraction: 'partial_rotary_factors' }, // a list, one for each layer
  qwen3_5: { scaling: 'rope_parameters', fraction: 'partial_rotary_factor', fractionDefault: 0.25 },
};

/** Rotary files that no executed case reaches (tests/golden/engines/mlx-files.json); they were read. */
// prettier-ignore
export const onlyRead: ReadonlySet<string> = new Set([
  'Klear', 'afm7', 'afmoe', 'baichuan_m1', 'dbrx', 'deepseek_v2', 'exaone4', 'gemma3n', 'granitemoehybrid', 'hunyuan',
  'hunyuan_v1_dense', 'lfm2', 'lfm2_moe', 'lille-130m', 'llama4', 'llama4_text', 'mellum', 'nanochat', 'nemotron-nas',
  'olmo', 'olmo3', 'openelm', 'phimoe', 'qwen3_next', 'recurrent_gemma',
]);

export interface ModelFile extends Omit<FileFacts, 'scaling'>, Omit<Rule, 'scaling'> {
  readonly name: string;
  readonly scaling?: string;
}

const named = (name: string): ModelFile => ({ name, ...files[name], ...rules[name] });
const fileOf = (type: string): string => (Object.hasOwn(remapped, type) ? remapped[type]! : type);
const isFile = (name: string): boolean => Object.hasOwn(files, name);

/**
 * @param type of the whole configuration; llama.py, the simplest file, is used without one.
 * @param inner of the text model, which may have its own file.
 * @throws Refusal if there is no such file.
 */
export function modelFile(type: string | undefined, inner: string | undefined): ModelFile {
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
