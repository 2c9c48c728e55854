/**
 * The model files of mlx-lm (mlx_lm/models/<name>.py): which one loads a configuration, and what it rotates by. Most of it
 * is generated from the files (files.ts); what stands here are the rules that fields and calls do not show, read at
 * d78bf58e. A file without a rule gives rope_theta and rope_scaling of the top level to initialize_rope.
 */
import type { Fields } from '../../hf/fields.js';
import { Refusal } from '../refusal.js';
import type { FileFacts } from './file-facts.js';
import { files, remapped } from './files.js';

interface Rule {
  /** The dictionary that it reads; 'su': one of LongRoPE, of its own check; 'alpha': the base grows by alpha of HunYuan. */
  readonly scaling?: 'rope_parameters' | 'su' | 'alpha' | 'none';
  /** Layer types have parameters of their own, and sliding layers are not scaled. */
  readonly layers?: boolean;
  /** The base of the top level is that of all layer types. */
  readonly oneBase?: boolean;
  /** Where the base stands: in rope_parameters or else at the top level. */
  readonly either?: boolean;
  /** What stands in the place of rope_parameters is that of the class of transformers. */
  readonly asClass?: boolean;
  /** The field of the width of a head, and which of two fields of the rotated part wins. */
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

/** Files that rotate and that no executed case reaches (tests/golden/engines/mlx-files.json); they were read. */
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
 * @param type of the whole configuration; without one llama.py answers, the simplest of them.
 * @param inner of the text model, which may have a file of its own.
 * @throws Refusal where there is no such file.
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

/** @throws Refusal for fields without which the file's dataclass cannot be made. */
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
