/**
 * Finds the model type by which a file is read. For an unknown type this is a guess: the known type that
 * `architectures` or the name itself points to, or else the general rule, that of Llama.
 */
import { printable } from '../checks/show.js';
import type { Assumption } from '../types/assumption.js';
import { classDefaults } from './class-defaults.js';
import { classOf } from './families.js';
import { beyondReport, isComposite, schemesByType, schemeOf } from './schemes.js';

/** Types of transformers whose scheme depends on a field, or that are in no other table. */
// prettier-ignore
export const byField: readonly string[] = [
  'EvollaModel', 'codegen', 'gptj', 'idefics', 'jamba', 'llava', 'llava_next', 'nemotron_h', 'roformer', 'seamless_m4t',
  'vipllava', 'wav2vec2-bert', 'wav2vec2-conformer', 'zamba',
];

/**
 * Types with their own code and no class in transformers. Their reading was compared with that code or with a class of
 * an engine: foreign.ts, grok.ts, unsupported.ts, layout.ts; the tables of llama.cpp's converter and of mlx-lm
 * (web/lib/engines); tests/golden/engines/published.json.
 */
const outside: readonly string[] = `
  RefinedWeb RefinedWebModel afm7 baichuan baichuan_m1 bailing_moe bailing_moe_linear bailing_moe_v2 deci deepseek
  delta_net dream exaone gated_deltanet gla grok grok-1 grok1 grok-2 grok2 gsa hgrn hgrn2 hunyuan internlm internlm2
  internlm3 iquestcoder iquestloopcoder joyai_llm_flash kimi_k2 kimi_linear kimi_vl lille-130m longcat_flash_ngram mimo minicpm minicpm3 nemotron-nas
  openelm orion phi-msft phi3small phixtral plamo plamo2 qwen samba solar_open2 stablelm_epoch telechat3 xverse youtu_llm Klear glm5_next glm5_next_text
`
  .trim()
  .split(/\s+/);

const inNoTable: ReadonlySet<string> = new Set([...byField, ...outside]);

export const isKnownType = (type: string): boolean =>
  inNoTable.has(type) ||
  isComposite(type) ||
  [classOf, schemeOf, beyondReport].some((told) => told(type) !== undefined);

/** Normalizes the name of a model type or of an architecture: deepseek_v3 and DeepseekV3ForCausalLM become equal. */
export const bareName = (name: string): string =>
  name
    .replace(
      /(For(CausalLM|ConditionalGeneration|MaskedLM|SequenceClassification|TokenClassification)|LMHeadModel|Model)$/,
      '',
    )
    .replace(/_text$/, '')
    .replaceAll(/[_-]/g, '')
    .toLowerCase();

/** The known type whose class is the first of `architectures`. */
function typeOf(architectures: unknown): string | undefined {
  const [first] = Array.isArray(architectures) ? (architectures as readonly unknown[]) : [];
  return typeof first === 'string' ? types.find((type) => bareName(type) === bareName(first)) : undefined;
}

/** How a file of an unknown class is read. */
export interface Assumed {
  /** The model type of the file, if it names one. */
  readonly given: string | undefined;
  /** The known type used instead; absent: the general rule. */
  readonly as?: string;
  readonly by?: 'architectures' | 'its name';
}

const types: readonly string[] = [...new Set([...classDefaults.keys(), ...inNoTable, ...schemesByType.keys()])];

/**
 * The longest known type that the name begins with, before a version or `_text`: deepseek_v41_text, solar_open2. Types
 * that do not rotate are excluded, because their names mislead: pvt has positions, pvt_v2 has none.
 */
function typeInName(given: string): string | undefined {
  for (let end = given.length - 1; end > 1; end--) {
    const type = given.slice(0, end);
    const told = classOf(type) !== undefined || inNoTable.has(type) || isComposite(type);
    if (told && /^(_?(v?\d+(p\d+)?|text))+$/i.test(given.slice(end))) return type;
  }
  return undefined;
}

/** The type by which a file is read, and whether it is a guess; neither: the general rule. */
export interface ModelClass {
  readonly modelType?: string;
  readonly assumed?: Assumed;
  /** The file names no type; its `architectures` name the class. */
  readonly untyped?: true;
}

/** The type that the file names. */
export const givenType = ({ modelType, assumed, untyped }: ModelClass): string | undefined =>
  assumed ? assumed.given : untyped ? undefined : modelType;

/** Warning on a file without a type, which transformers 5 rejects (AutoConfig.from_pretrained). */
export const untypedText = (type: string): string =>
  `the file names no model_type, without which transformers refuses it; it is read as ${type}, the class that architectures names`;

/** Without a model type, a known class in `architectures` decides; next to an unknown type, it is a guess. */
export function classOfFile(given: string | undefined, architectures: unknown): ModelClass {
  if (given !== undefined && isKnownType(given)) return { modelType: given };
  const named = typeOf(architectures);
  if (given === undefined) return named === undefined ? { assumed: { given } } : { modelType: named, untyped: true };
  if (named !== undefined) return { modelType: named, assumed: { given, as: named, by: 'architectures' } };
  const within = typeInName(given);
  return within === undefined
    ? { modelType: given, assumed: { given } }
    : { modelType: within, assumed: { given, as: within, by: 'its name' } };
}

/** Sentence that precedes every result for such a file. */
export const assumptionText = ({ given, as, by }: Assumed): string =>
  `${given === undefined ? 'the file names no model_type' : `the class of model_type '${printable(given)}' is not known here`}; ${
    as === undefined
      ? 'the file is read by the general rule, that of Llama'
      : `the file is read as ${as}, a guess by ${by}`
  }, so that every number is assumed`;

export const assumptionOf = (assumed: Assumed): Required<Assumption> => ({
  assumed: true,
  assumption: assumptionText(assumed),
});
