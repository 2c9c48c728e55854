/**
 * torchtitan: the classes of torchtitan/models/common/rope.py with the fields of RoPE.Config set from the file. They
 * only rotate: YaRN's amplitude is in the softmax scale of the attention of gpt-oss and DeepSeek V3.
 */
import { printable } from '../checks/show.js';
import type { ScalingSpec } from '../generated/encodings.js';
import type { LayerFacts } from '../hf/facts.js';
import { Refusal } from './refusal.js';
import { given, mscales, refuseTexts, specWith } from './rules.js';
import type { Source } from './source.js';
import { mainLayer, nameOfAll, unsupported, yarnAsGiven } from './trainers.js';
import type { Engine } from './types.js';

interface Family {
  readonly rope: 'ComplexRoPE' | 'CosSinRoPE' | 'MRoPE';
  /** The softmax scale includes the square of YaRN's amplitude, from the factor or from mscale. */
  readonly fold?: 'factor' | 'mscale';
}
/** models/ of b5bcd76c; a model type without a folder is missing. */
const families: ReadonlyMap<string, Family> = new Map<string, Family>([
  ['llama', { rope: 'ComplexRoPE' }],
  ['deepseek_v3', { rope: 'ComplexRoPE', fold: 'mscale' }],
  ['kimi_k2', { rope: 'ComplexRoPE', fold: 'mscale' }],
  ['qwen3', { rope: 'CosSinRoPE' }],
  ['qwen3_moe', { rope: 'CosSinRoPE' }],
  ['gpt_oss', { rope: 'CosSinRoPE', fold: 'factor' }],
  ['qwen3_5_text', { rope: 'MRoPE' }],
]);

function familyOf(modelType: string | undefined): Family {
  const family = families.get(modelType ?? 'llama');
  if (family) return family;
  throw unsupported(`torchtitan has no model of type ${printable(modelType ?? '')}`, true);
}

function scalingOf(facts: LayerFacts, { rope, fold }: Family): ScalingSpec {
  const type = facts.ropeType.given;
  switch (type) {
    case 'default':
    case 'mrope':
      return { type: 'default' };
    case 'llama3':
      if (rope !== 'ComplexRoPE')
        throw new Refusal('NotImplementedError', 'Cos/sin RoPE does not support Llama scaling.');
      return {
        type,
        factor: given(facts, 'factor') ?? 8,
        lowFreqFactor: given(facts, 'low_freq_factor') ?? 1,
        highFreqFactor: given(facts, 'high_freq_factor') ?? 4,
        originalContext: given(facts, 'original_max_position_embeddings') ?? 8192,
      };
    case 'yarn': {
      const yarn = yarnAsGiven(facts);
      if (yarn.factor <= 1) return { type: 'default' };
      const allDim = given(facts, 'mscale_all_dim') ?? 0;
      if (fold === 'mscale') return { ...yarn, ...mscales(allDim, allDim) };
      return { ...yarn, ...(fold === undefined && { attentionFactor: 1 }) };
    }
    default:
      throw unsupported(`RoPE.Config has no scaling ${printable(type)}`);
  }
}

/** The fields to set, by the names of RoPE.Config. */
function fieldsOf(scaling: ScalingSpec): Readonly<Record<string, number | boolean>> {
  if (scaling.type === 'llama3') {
    const { factor, lowFreqFactor = 1, highFreqFactor = 4, originalContext } = scaling;
    return {
      scaling_factor: factor,
      low_freq_factor: lowFreqFactor,
      high_freq_factor: highFreqFactor,
      original_max_position_embeddings: originalContext,
    };
  }
  if (scaling.type !== 'yarn') return {};
  const { factor, betaFast = 32, betaSlow = 1, originalContext, truncate = true } = scaling;
  return {
    rope_factor: factor,
    beta_fast: betaFast,
    beta_slow: betaSlow,
    original_seq_len: originalContext,
    truncate,
  };
}
const python = (value: number | boolean): string =>
  value === true ? 'True' : value === false ? 'False' : String(value);

/** RoPE.Config of 0.3.0 as written in the model's registry; at b5bcd76c the length is named max_context_length. */
function configText(rope: string, scaling: ScalingSpec, dim: number, base: number, length: number): string {
  const name = scaling.type === 'llama3' ? 'llama' : scaling.type === 'yarn' ? 'yarn' : undefined;
  const fields = Object.entries({ dim, max_seq_len: length, theta: base, ...fieldsOf(scaling) });
  const set = fields.map(([key, value]) => `${key}=${python(value)}`);
  return `${rope}.Config(${[...set, ...(name === undefined ? [] : [`scaling="${name}"`])].join(', ')})`;
}

function notesOn(facts: LayerFacts, { fold }: Family, scaling: ScalingSpec): string[] {
  if (scaling.type !== 'yarn') return [];
  switch (fold) {
    case 'factor':
      return [
        "the amplitude of cos and sin is in the softmax scale, as its square; the file's attention_factor is not",
      ];
    case 'mscale':
      return [`set mscale=${given(facts, 'mscale_all_dim') ?? 0} of its attention, which is mscale_all_dim`];
    default:
      return ['it has no amplitude of YaRN: the attention of this model has none in its softmax scale either'];
  }
}

export const torchtitan: Engine = {
  id: 'torchtitan',
  title: 'torchtitan',
  version: 'b5bcd76c (2026-08-21)',
  basis: 'executed',
  source: 'https://github.com/pytorch/torchtitan/blob/main/torchtitan/models/common/rope.py',
  trains: true,
  byNameOnly: true,
  flags: ['the fields of RoPE.Config in models/*/__init__.py'],
  read(source: Source, length) {
    const family = familyOf(source.modelType);
    refuseTexts(source, true);
    const facts = mainLayer(source);
    const { rotaryDim, headDim } = facts.width;
    if (rotaryDim.value !== headDim.value && family.rope !== 'MRoPE') throw unsupported('the whole head is rotated');
    const scaling = scalingOf(facts, family);
    const rows = length ?? facts.max.value;
    return {
      layers: {
        [nameOfAll(source)]: {
          spec: specWith(facts, scaling),
          rows,
          ...(family.fold === 'mscale' && { latent: true }),
        },
      },
      served: facts.max.value,
      settings: configText(family.rope, scaling, rotaryDim.value, facts.base.value, rows),
      notes: notesOn(facts, family, scaling),
    };
  },
};
