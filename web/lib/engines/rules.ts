/** Rules shared by several engines: how a configuration class fills a file in, and pieces of specs. */
import type { Llama3Scaling, LongropeScaling, RopeSpec, ScalingSpec, YarnScaling } from '../generated/encodings.js';
import { printable } from '../checks/show.js';
import { familyOf } from '../hf/families.js';
import type { LayerFacts } from '../hf/facts.js';
import type { Fields } from '../hf/fields.js';
import { missingKey, Refusal } from './refusal.js';
import type { Source } from './source.js';
import { refuseAsStrictClass } from './strict-class.js';

/** A number of the file as it stands; undefined for anything else. */
export const numberIn = (fields: Fields | undefined, key: string): number | undefined => {
  const value = fields?.peek(key);
  return typeof value === 'number' ? value : undefined;
};

export const isScaled = ({ ropeType }: LayerFacts): boolean => ropeType.name !== 'default';
const present = (value: unknown): value is number => typeof value === 'number';

/** Keys without which the configuration class of transformers 5 raises; it fills in the original length itself. */
const required: Readonly<Record<string, readonly string[]>> = {
  linear: ['factor'],
  dynamic: ['factor'],
  yarn: ['factor'],
  longrope: ['short_factor', 'long_factor'],
  llama3: ['factor', 'low_freq_factor', 'high_freq_factor'],
};

/** The validators of single configuration classes: configuration_phi3.py, _phi4_multimodal.py and _phimoe.py. */
function refuseAsPhi({ layer: { dict }, ropeType: { given, name }, modelType }: LayerFacts): void {
  if (name === 'default') return;
  if (modelType === 'phi3' || modelType === 'phi4_multimodal') {
    if (!['longrope', 'su', 'yarn'].includes(given))
      throw new Refusal('ValueError', `\`rope_parameters\`'s type field must be one of ['longrope'], got ${given}`);
    const absent = ['short_factor', 'long_factor'].filter((key) => !dict.has(key)); // yarn is renamed to longrope
    if (absent.length > 0)
      throw new Refusal(
        'KeyError',
        `Missing required keys in \`rope_parameters\` for 'rope_type'='longrope': {${absent.map((key) => `'${key}'`).join(', ')}}`,
        'this class knows longrope alone',
      );
  }
  const lacking = ['short_mscale', 'long_mscale'].find((key) => !present(dict.peek(key)));
  if (modelType === 'phimoe' && lacking !== undefined)
    throw new Refusal(
      'TypeError',
      `\`rope_parameters\`'s ${lacking} field must be a number, got None`,
      `write ${lacking} into the rope dictionary`,
    );
}

/** Throws if null replaces the length that the class would fill in. */
function refuseNullOriginal({ layer: { dict }, text, ropeType: { name }, modelType }: LayerFacts): void {
  const key = 'original_max_position_embeddings';
  if (!dict.mentions(key) || dict.has(key) || text.has(key) || familyOf(modelType).originalContext !== undefined)
    return;
  if (name !== 'yarn' && name !== 'llama3' && name !== 'longrope') return;
  throw new Refusal('TypeError', "unsupported operand type(s) for /: 'int' and 'NoneType'", `leave ${key} out`);
}

/** Lengths, which do not affect a plain rotation. */
const aLength = /(^|\.)(max_position_embeddings|n_positions|max_seq_len|sliding_window|model_max_length|seq_length)$/;

/**
 * Throws for a number that the file writes as a string. Python's json keeps it a string and no engine converts it: the
 * first computation with it raises. Read, not run.
 * @param without true if the engine reads no length of this file.
 */
export function refuseTexts({ text, layers }: Source, without = false): void {
  const scaledByLength = layers.some(({ ropeType: { name } }) => ['dynamic', 'longrope', 'yarn'].includes(name));
  const [found] = [...text.spelled].filter(([path]) => !(without && !scaledByLength && aLength.test(path)));
  if (found === undefined) return;
  const [path, value] = found;
  throw new Refusal(
    'TypeError',
    `${printable(path)} is the text '${printable(value)}', which is not a number`,
    `write ${printable(path)} as ${String(Number(value))}, without quotes`,
  );
}

/** SmolLM3Config reads an entry of no_rope_layers for each layer. */
function refuseShortMask({ text, modelType }: LayerFacts): void {
  const mask = text.peek('no_rope_layers');
  const count = text.peek('num_hidden_layers') ?? 36;
  if (modelType === 'smollm3' && Array.isArray(mask) && mask.length > 0 && mask.length < Number(count))
    throw new Refusal('IndexError', 'list index out of range', 'give no_rope_layers an entry for each layer');
}

/** The errors of transformers 5 when it builds the configuration, shared by every engine that loads files by it. */
export function refuseAsClass(facts: LayerFacts): void {
  const {
    layer: { dict },
    ropeType,
    modelType,
  } = facts;
  refuseAsStrictClass(facts);
  refuseAsPhi(facts);
  refuseNullOriginal(facts);
  refuseShortMask(facts);
  const keys = required[ropeType.name] ?? [];
  // the class of HunYuan-VL turns xdrope into dynamic itself
  const absent = ropeType.given === 'xdrope' ? [] : keys.filter((key) => !dict.mentions(key));
  // 'su' is renamed after the original length was filled in
  if (ropeType.given === 'su' && !dict.has('original_max_position_embeddings'))
    absent.push('original_max_position_embeddings');
  if (absent.length === 0 || modelType === undefined) return;
  throw new Refusal(
    'KeyError',
    `Missing required keys in \`rope_parameters\` for 'rope_type'='${ropeType.name}': {${absent.map((key) => `'${key}'`).join(', ')}}`,
    `write ${absent.join(' and ')} into the rope dictionary`,
  );
}

/** Throws for an unreadable rope dictionary: the engine's own error for an unknown type, ours otherwise. */
export function refuseFault({ fault, ropeType }: LayerFacts, unknown: (type: string) => Refusal): void {
  if (fault) throw fault.code === 'unsupported_config' ? unknown(ropeType.given) : fault;
}
export const unknownScaling = (type: string): Refusal =>
  new Refusal('ValueError', `Unknown RoPE scaling type ${type}`, `one of the types of transformers`);

/** The trained length as the class writes it: a top-level length counts only if the class has that field. */
export function originalAsBuilt({ layer: { dict }, text, max, modelType }: LayerFacts): number {
  const declared = familyOf(modelType).originalContext;
  const outer = text.peek('original_max_position_embeddings');
  if (declared !== undefined) return present(outer) ? outer : declared;
  const inner = dict.peek('original_max_position_embeddings');
  return present(inner) ? inner : max.value;
}

/** The rotated width as the class writes it, with precedence for the fraction in the rope dictionary. */
export function rotaryDimAsBuilt({ layer: { dict }, width }: LayerFacts): number {
  const inner = dict.peek('partial_rotary_factor');
  if (width.latent || !present(inner)) return width.rotaryDim.value;
  return Math.floor(width.headDim.value * inner);
}

/** The rotated fraction of a head at the top level of the file, by the names that vLLM knows. */
export const fractionAtTop = ({ text }: LayerFacts): number | undefined =>
  ['partial_rotary_factor', 'rotary_pct', 'rotary_emb_fraction'].map((key) => text.peek(key)).find(present);

/** The rotated width with precedence for a fraction at the top level, whatever the type. */
export function rotaryDimFromTop(facts: LayerFacts): number {
  const { width } = facts;
  const outer = fractionAtTop(facts);
  if (width.latent || outer === undefined) return width.rotaryDim.value;
  return Math.floor(width.headDim.value * outer);
}

export interface SpecParts {
  readonly dim?: number;
  readonly base?: number;
  readonly rotaryDim?: number;
}
/** Throws if the rotated channels do not form pairs. */
export function refuseOdd(rotaryDim: number, kind = 'RuntimeError'): void {
  if (rotaryDim % 2 === 0 && rotaryDim >= 2) return;
  throw new Refusal(
    kind,
    `the ${rotaryDim} channels that it is to rotate are no pairs`,
    'write a fraction that leaves an even number of channels',
  );
}

/** The spec of the reference with another extension, width or base. */
export function specWith({ spec }: LayerFacts, scaling: ScalingSpec, parts: SpecParts = {}): RopeSpec {
  const { dim, base = 10_000, layout, rotaryDim = dim } = { ...spec, ...parts };
  refuseOdd(rotaryDim);
  return {
    encoding: 'rope',
    dim,
    base,
    ...(layout !== undefined && { layout }),
    ...(rotaryDim !== dim && { rotaryDim }),
    ...(scaling.type !== 'default' && { scaling }),
  };
}

/** Stands for an mscale of 0: so small that only the 1 in 0.1 m ln s + 1 remains. */
const vanishing = 1e-300;

/** YaRN's amplitude g(s, m) / g(s, a) with g(s, m) = 0.1 m ln s + 1, for which 0 is an ordinary value. */
export const mscales = (mscale: number, mscaleAllDim: number): Pick<YarnScaling, 'mscale' | 'mscaleAllDim'> => ({
  mscale: mscale === 0 ? vanishing : mscale,
  mscaleAllDim: mscaleAllDim === 0 ? vanishing : mscaleAllDim,
});

/** The ramp of YaRN, without any amplitude from the file. */
export function plainYarn(yarn: YarnScaling, originalContext: number): YarnScaling {
  const { type, factor, betaFast = 32, betaSlow = 1, truncate = true } = yarn;
  return { type, factor, originalContext, betaFast, betaSlow, truncate };
}

/** A llama3 scaling in get_rope of vLLM and SGLang: of bounds that are reversed, the lower one counts for both. */
export function llama3AsOrdered(scaling: Llama3Scaling): ScalingSpec {
  const { lowFreqFactor: low = 1, highFreqFactor: high = 4 } = scaling;
  return low > high ? { ...scaling, lowFreqFactor: high } : scaling;
}

/** DeepSeek V4 sets both mscales to 0 (deepseek_v4/common/rope.py of vLLM, deepseek_v4_rope.py of SGLang). */
export const withAmplitudeOne = (yarn: YarnScaling): YarnScaling => ({
  ...plainYarn(yarn, yarn.originalContext ?? 0),
  truncate: true,
  attentionFactor: 1,
});

/** Engines that divide by the two turn counts raise if the file gives 0; transformers treats 0 as absent. */
export function refuseZeroBeta({ layer: { dict } }: LayerFacts): void {
  if (dict.peek('beta_fast') === 0 || dict.peek('beta_slow') === 0)
    throw new Refusal('ZeroDivisionError', 'float division by zero', 'leave beta_fast and beta_slow out');
}

/** LongRoPE in one of its regimes. Amplitude: short_mscale or long_mscale, or else sqrt(1 + ln(max / L) / ln L). */
export function ruledLongrope(
  facts: LayerFacts,
  scaling: LongropeScaling,
  original: number,
  long: boolean,
): LongropeScaling {
  const { shortFactor, longFactor } = scaling;
  const own = given(facts, long ? 'long_mscale' : 'short_mscale');
  return {
    type: 'longrope',
    originalContext: original,
    factor: facts.max.value / original,
    shortFactor,
    longFactor,
    ...(own !== undefined && own > 0 && { attentionFactor: own }),
    contextLength: long ? original + 1 : original,
  };
}

export function lengthOf(key: string, value: unknown): number {
  if (!present(value)) throw missingKey(key);
  return value;
}

/** alpha of rope_type dynamic, which vLLM and SGLang read for every model. */
export function baseByAlpha(facts: LayerFacts): ScalingSpec | undefined {
  const alpha = facts.ropeType.name === 'dynamic' ? given(facts, 'alpha') : undefined;
  return alpha === undefined || alpha <= 0 ? undefined : { type: 'ntk', factor: alpha };
}

/** A number of the dictionary like Python's dict.get: 0 is a value, null is absent. */
export const given = ({ layer: { dict } }: LayerFacts, key: string): number | undefined => {
  const value = dict.peek(key);
  return present(value) ? value : undefined;
};

/** vLLM and SGLang accept a list of LoRA factors instead of a number, and mistake an integer for such a list. */
export function refuseIntegerFactor(
  { layer: { dict } }: LayerFacts,
  isInteger: (path: string) => boolean | undefined,
): void {
  if (isInteger(dict.at('factor')))
    throw new Refusal(
      'TypeError',
      "'int' object is not iterable",
      `write ${dict.at('factor')} with a point, as ${String(dict.peek('factor'))}.0`,
    );
}
