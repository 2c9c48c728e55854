/**
 * Megatron-Core: RotaryEmbedding and YarnRotaryEmbedding as GPTModel and MultiLatentAttention build them
 * (megatron/core/models/common/embeddings), with the arguments of megatron/training/arguments.py set from the file.
 */
import { printable } from '../checks/show.js';
import type { ScalingSpec } from '../generated/encodings.js';
import { num } from '../hf/number-text.js';
import type { LayerFacts } from '../hf/facts.js';
import { given, mscales, refuseTexts, specWith } from './rules.js';
import type { Source } from './source.js';
import { mainLayer, nameOfAll, unsupported, yarnAsGiven } from './trainers.js';
import type { Engine } from './types.js';

/** RotaryEmbedding._apply_scaling: only the fourth number, the factor, is an argument. */
const llama3 = { lowFreqFactor: 1, highFreqFactor: 4, originalContext: 8192 } as const;

function scalingOf(facts: LayerFacts): ScalingSpec {
  const type = facts.ropeType.given;
  if (type === 'yarn') {
    const yarn = yarnAsGiven(facts);
    const own = mscales(given(facts, 'mscale') ?? 1, given(facts, 'mscale_all_dim') ?? 0);
    return { ...yarn, ...(facts.width.latent && { truncate: true }), ...own };
  }
  if (facts.width.latent && type !== 'default')
    throw unsupported(`latent attention knows rope and yarn, not ${printable(type)}`);
  switch (type) {
    case 'default':
    case 'mrope':
      return { type: 'default' };
    case 'llama3':
      return { type, factor: given(facts, 'factor') ?? 8, ...llama3 };
    case 'linear': {
      const factor = given(facts, 'factor') ?? 1;
      if (!Number.isInteger(factor)) throw unsupported('--rotary-seq-len-interpolation-factor is an integer');
      return { type, factor };
    }
    default:
      throw unsupported(`no argument for rope_type ${printable(type)}`);
  }
}

/** The arguments to set. For latent attention the ramp is not an argument, but fields of MLATransformerConfig. */
function argumentsText(scaling: ScalingSpec, base: number, fraction: number, latent: boolean): string {
  const parts = [`--rotary-base ${base}`];
  if (fraction !== 1) parts.push(`--rotary-percent ${num(fraction, 6)}`);
  switch (scaling.type) {
    case 'linear':
      parts.unshift('--position-embedding-type rope');
      parts.push(`--rotary-seq-len-interpolation-factor ${scaling.factor}`);
      break;
    case 'llama3':
      parts.unshift('--position-embedding-type rope');
      parts.push(`--use-rope-scaling --rope-scaling-factor ${scaling.factor}`);
      break;
    case 'yarn': {
      const { factor, originalContext, betaFast = 32, betaSlow = 1, truncate, mscale = 1, mscaleAllDim = 0 } = scaling;
      const amplitudes = [mscale, mscaleAllDim].map((value) => (value < 1e-200 ? 0 : value));
      parts.unshift(latent ? '--multi-latent-attention --rope-type yarn' : '--position-embedding-type yarn');
      parts.push(`--rotary-scaling-factor ${factor} --mscale ${amplitudes[0]} --mscale-all-dim ${amplitudes[1]}`);
      if (latent) break;
      parts.push(`--yarn-original-max-position-embeddings ${originalContext}`);
      parts.push(`--yarn-beta-fast ${betaFast} --yarn-beta-slow ${betaSlow}`);
      if (truncate === false) parts.push('--no-yarn-correction-range-round-to-int');
      break;
    }
    default:
      parts.unshift(latent ? '--multi-latent-attention --rope-type rope' : '--position-embedding-type rope');
  }
  return parts.join(' ');
}

function notesOn(facts: LayerFacts, scaling: ScalingSpec): string[] {
  const { width } = facts;
  const notes: string[] = [];
  if (scaling.type === 'llama3') {
    const file = facts.scaling.type === 'llama3' ? facts.scaling : undefined;
    const { lowFreqFactor = 1, highFreqFactor = 4, originalContext = 8192 } = file ?? {};
    // gpt_config_from_args of 0.19.2 passes the flag alone; executed
    if (scaling.factor !== 8)
      notes.push(
        `0.19.2 parses --rope-scaling-factor and does not hand it to its model, which keeps 8: set rope_scaling_factor=${scaling.factor} of GPTModelConfig`,
      );
    if (lowFreqFactor !== 1 || highFreqFactor !== 4 || originalContext !== 8192)
      notes.push(
        'low_freq_factor 1, high_freq_factor 4 and the original length 8192 are fixed: only the factor is an argument',
      );
  }
  if (scaling.type !== 'yarn') return notes;
  if (width.latent)
    notes.push(
      `no argument of its command line sets original_max_position_embeddings ${scaling.originalContext}, beta_fast ${scaling.betaFast ?? 32} and beta_slow ${scaling.betaSlow ?? 1} of latent attention: they are fields of MLATransformerConfig, 4096, 32 and 1 if not given`,
    );
  if (given(facts, 'attention_factor') !== undefined) notes.push('attention_factor has no argument');
  if (!width.latent && width.rotaryDim.value !== width.headDim.value)
    notes.push('its YaRN rotates the whole head: --rotary-percent has no effect on it');
  return notes;
}

export const megatronCore: Engine = {
  id: 'megatron-core',
  title: 'Megatron-Core',
  version: 'd98e8a64 (2026-08-22)',
  basis: 'executed',
  source:
    'https://github.com/NVIDIA/Megatron-LM/blob/main/megatron/core/models/common/embeddings/yarn_rotary_pos_embedding.py',
  trains: true,
  byNameOnly: true,
  flags: [
    '--position-embedding-type',
    '--rotary-base',
    '--rotary-percent',
    '--use-rope-scaling',
    '--rotary-scaling-factor',
  ],
  read(source: Source) {
    refuseTexts(source, true);
    const facts = mainLayer(source);
    const { width, layer } = facts;
    if (layer.nested || source.layers.some(({ base }) => base.value !== facts.base.value))
      throw unsupported('one base for all layers');
    const base = Math.floor(facts.base.value); // --rotary-base is an integer
    const scaling = scalingOf(facts);
    const whole = scaling.type === 'yarn' && !width.latent;
    const rotaryDim = whole ? width.headDim.value : width.rotaryDim.value;
    return {
      layers: {
        [nameOfAll(source)]: {
          spec: specWith(facts, scaling, { base, rotaryDim }),
          ...(width.latent && { latent: true }),
        },
      },
      served: facts.max.value,
      settings: argumentsText(scaling, base, width.rotaryDim.value / width.headDim.value, width.latent),
      notes: notesOn(facts, scaling),
    };
  },
};
