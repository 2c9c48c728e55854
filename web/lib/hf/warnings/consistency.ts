/** Rules on values that a config states twice, wrongly, or in fields that are not supported. */
import { num } from '../number-text.js';
import { usableAttentionFactor } from '../scaling.js';
import { shown } from '../../checks/show.js';
import { isPlainObject, type Plain } from '../plain.js';
import type { LayerFacts } from '../facts.js';
import { type ConfigRule, transformersRope } from './rule.js';

const ratioTypes: ReadonlySet<string> = new Set(['yarn', 'longrope']);

const factorOf = ({ scaling }: LayerFacts): number | undefined =>
  'factor' in scaling && typeof scaling.factor === 'number' ? scaling.factor : undefined;

/** True for equal dictionaries, in any order of their keys. */
function sameEntries(a: Plain | undefined, b: Plain | undefined): boolean {
  const sorted = (value: Plain | undefined): string =>
    JSON.stringify(isPlainObject(value) ? Object.entries(value).sort(([x], [y]) => (x < y ? -1 : 1)) : value);
  return sorted(a) === sorted(b);
}

export const consistencyRules: readonly ConfigRule[] = [
  {
    code: 'rope_type_conflict',
    source: transformersRope,
    check({ layer: { dict }, ropeType }) {
      const [newer, older] = [dict.glance('rope_type'), dict.glance('type')];
      if (newer === undefined || older === undefined || newer === older) return undefined;
      // transformers writes both when it loads an old M-RoPE file; they mean the same
      if (newer === 'default' && older === 'mrope') return undefined;
      return `rope_type is ${shown(newer)} and type is ${shown(older)}; ${ropeType.given} from rope_type is used, as transformers and SGLang do; mlx-lm uses ${shown(older)}, and vLLM refuses such a file`;
    },
  },
  {
    code: 'two_rope_dictionaries',
    source: 'unslothai/unsloth#7028, convert_rope_params_to_dict of transformers',
    check({ text, layer, base, ropeType }) {
      const [newer, older] = [text.glance('rope_parameters'), text.glance('rope_scaling')];
      if (layer.era !== 'rope_scaling' || newer === undefined || !isPlainObject(newer)) return undefined;
      if (sameEntries(newer, older)) return undefined;
      // one dictionary for each layer type, as posenc fix writes them for Gemma 3
      const used = { rope_type: ropeType.given, rope_theta: base.value, ...layer.dict.object };
      if (Object.hasOwn(newer, layer.name) && sameEntries(newer[layer.name], used)) return undefined;
      const theta = newer['rope_theta'];
      const lost =
        typeof theta !== 'number' || theta === base.value
          ? ''
          : `; its rope_theta ${num(theta)} is lost with it, and the base becomes ${num(base.value)} (${base.from})`;
      return `${text.at('rope_parameters')} and ${text.at('rope_scaling')} are both given and differ: rope_scaling is used, as transformers 4, transformers 5 and SGLang do, which put it in the place of rope_parameters${lost}. Leave one of them out`;
    },
  },
  {
    code: 'original_context_conflict',
    source: transformersRope,
    check({ text, layer, original, trained }) {
      const [outer, inner] = [
        text.peek('original_max_position_embeddings'),
        layer.dict.peek('original_max_position_embeddings'),
      ];
      if (outer === undefined || inner === undefined || outer === inner) return undefined;
      return `original_max_position_embeddings is ${shown(outer)} at the top level and ${shown(inner)} in the rope dictionary; ${num(trained.value)} from ${original?.from ?? trained.from} is used, as transformers does`;
    },
  },
  {
    code: 'missing_original_context',
    source: transformersRope,
    check({ original, max, ropeType }) {
      if (original || !['yarn', 'longrope', 'llama3'].includes(ropeType.name)) return undefined;
      return `rope_type ${ropeType.given} needs original_max_position_embeddings; transformers then takes max_position_embeddings ${num(max.value)} for the trained length, which is wrong if that was already raised`;
    },
  },
  {
    code: 'implied_trained_context',
    source: 'arXiv:2306.15595',
    check({ original, max, scaling }) {
      if (original || scaling.type !== 'linear' || scaling.factor <= 1) return undefined;
      return `the trained length is only implied: linear with factor ${num(scaling.factor)} and no original_max_position_embeddings; max_position_embeddings ${num(max.value)} is taken, but ${num(max.value / scaling.factor)} was trained on if it counts the extended length`;
    },
  },
  {
    code: 'missing_max_position_embeddings',
    source: transformersRope,
    check: ({ max }) =>
      max.from.startsWith('default') || max.from.startsWith('derived')
        ? `the config has no max_position_embeddings; ${num(max.value)} is used (${max.from})`
        : undefined,
  },
  {
    code: 'factor_not_ratio',
    source: transformersRope,
    check(facts) {
      const { original, max, layer, scaling } = facts;
      const factor = factorOf(facts);
      if (
        !original ||
        factor === undefined ||
        !ratioTypes.has(scaling.type) ||
        !layer.dict.has('factor') ||
        layer.dict.at('factor').startsWith('default')
      )
        return undefined;
      const ratio = max.value / original.value;
      if (ratio === factor || ratio === 1) return undefined;
      return `factor is ${num(factor)} but max_position_embeddings / original_max_position_embeddings is ${num(max.value)} / ${num(original.value)} = ${num(ratio)}; the explicit factor is used, as transformers does`;
    },
  },
  {
    code: 'max_position_embeddings_not_raised',
    source: transformersRope,
    check(facts) {
      const { original, max, scaling } = facts;
      const factor = factorOf(facts);
      if (scaling.type !== 'yarn' || factor === undefined || factor <= 1 || original?.value !== max.value)
        return undefined;
      return `max_position_embeddings ${num(max.value)} is still the trained length although factor ${num(factor)} extends it to ${num(max.value * factor)}; engines that serve max_position_embeddings cut the context there`;
    },
  },
  {
    code: 'factor_below_one',
    source: transformersRope,
    check(facts) {
      const factor = factorOf(facts);
      if (factor === undefined || factor >= 1) return undefined;
      return `factor ${num(factor)} is below 1: it raises frequencies instead of extending the context; transformers only logs it`;
    },
  },
  {
    code: 'beta_order',
    source: transformersRope,
    check({ scaling }) {
      if (scaling.type !== 'yarn') return undefined;
      const { betaFast = 32, betaSlow = 1 } = scaling;
      if (betaFast >= betaSlow) return undefined;
      return `beta_fast ${num(betaFast)} is below beta_slow ${num(betaSlow)}: the ramp runs backwards; transformers only logs it`;
    },
  },
  {
    code: 'frequency_factor_order',
    source: transformersRope,
    check({ scaling }) {
      if (scaling.type !== 'llama3') return undefined;
      const { lowFreqFactor = 1, highFreqFactor = 4 } = scaling;
      if (highFreqFactor > lowFreqFactor) return undefined;
      return `high_freq_factor ${num(highFreqFactor)} must be greater than low_freq_factor ${num(lowFreqFactor)}; transformers only logs it`;
    },
  },
  {
    code: 'missing_frequency_factors',
    source: transformersRope,
    check({ scaling, layer }) {
      if (scaling.type !== 'llama3') return undefined;
      const absent = ['low_freq_factor', 'high_freq_factor'].filter((key) => !layer.dict.has(key));
      if (absent.length === 0) return undefined;
      return `${absent.join(' and ')} missing: ${num(scaling.lowFreqFactor ?? 1)} and ${num(scaling.highFreqFactor ?? 4)} of Llama 3.1 are used; transformers refuses such a file`;
    },
  },
  {
    code: 'attention_factor_invalid',
    source: transformersRope,
    check({ scaling, layer: { dict } }) {
      const value = dict.glance('attention_factor');
      if (value === undefined || (scaling.type !== 'yarn' && scaling.type !== 'longrope')) return undefined;
      if (usableAttentionFactor(dict)) return undefined;
      return `attention_factor is ${shown(value)}, not a number above 0: the rule of rope_type ${scaling.type} is used instead; transformers logs it and continues with the value`;
    },
  },
  {
    code: 'head_dim_not_whole',
    source: transformersRope,
    check({ width, text }) {
      if (!width.headDim.from.startsWith('derived')) return undefined;
      const hidden = text.peek('hidden_size') ?? text.peek('n_embd') ?? text.peek('d_model');
      const heads = text.peek('num_attention_heads') ?? text.peek('n_head') ?? text.peek('n_heads');
      if (typeof hidden !== 'number' || typeof heads !== 'number' || hidden % heads === 0) return undefined;
      return `${num(hidden)} / ${num(heads)} heads = ${num(hidden / heads)} is not a whole head width; ${width.headDim.value} is used, as in integer division`;
    },
  },
];
