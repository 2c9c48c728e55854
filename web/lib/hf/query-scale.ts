/**
 * Queries multiplied by a factor that grows with position, in addition to or instead of rotation: Llama 4 in unrotated
 * layers (modeling_llama4.py); Ministral 3 and Mistral 4 in every layer (get_llama_4_attn_scale of
 * modeling_ministral3.py and modeling_mistral4.py), all read at transformers decba1d2; Grok-2 (xai_temperature_len of
 * SGLang, which multiplies the logits before capping) and Qwen 1 (logn_tensor of its modeling_qwen.py) in every layer.
 * The encodings `rope` and `nope` have the same formulas (src/encodings/query_scale.hpp).
 */
import type { NopeSpec, RopeSpec } from '../generated/encodings.js';
import type { QueryScale } from '../types/config.js';
import type { Context } from './context.js';
import type { Fields, Found } from './fields.js';
import { isGrok } from './grok.js';
import type { LayerSource } from './layers.js';
import { ropeRule } from './limits.js';

export type QueryScaleRule = Omit<QueryScale, 'formula' | 'at' | 'spec'>;

const inLlama4: ReadonlySet<string | undefined> = new Set(['llama4', 'llama4_text']);
const inEveryLayer: ReadonlySet<string | undefined> = new Set(['ministral3', 'mistral4']);

export function findQueryScale(
  text: Fields,
  modelType: string | undefined,
  layer: LayerSource,
  { original, max }: Context,
): Found<QueryScaleRule> | undefined {
  if (inLlama4.has(modelType)) {
    const on = text.boolean('attn_temperature_tuning');
    if (on?.value === false) return undefined;
    const length = text.number('floor_scale', ropeRule('floorScale'));
    const beta = text.number('attn_scale', ropeRule('attnScale'));
    const from = [on, length, beta].map((found) => found?.from).filter(Boolean);
    return {
      value: {
        rule: 'steps',
        beta: beta?.value ?? 0.1,
        length: length?.value ?? 8192,
        shift: 1,
        layers: 'unrotated',
      },
      from: from.length === 0 ? 'default: on, the class default of this model type' : from.join(', '),
    };
  }
  if (isGrok(text, modelType)) return ratio(text, 'attn_temperature_len', 0);
  // log-n is on by default, as in the published files; the length comes from the file
  if (modelType === 'qwen')
    return text.boolean('use_logn_attn')?.value === false ? undefined : ratio(text, 'seq_length', 1);
  if (!inEveryLayer.has(modelType)) return undefined;
  const beta = layer.dict.number('llama_4_scaling_beta', ropeRule('attnScale'));
  if (!beta) return undefined;
  const value = { rule: 'steps', beta: beta.value, length: (original ?? max).value, shift: 0, layers: 'all' } as const;
  return { value, from: beta.from };
}

/** ln n / ln length for n above a length that a field names. */
function ratio(text: Fields, key: string, shift: 0 | 1): Found<QueryScaleRule> | undefined {
  const length = text.number(key, { max: 1e16 });
  if (length === undefined || !(length.value > 1)) return undefined; // -1 means none
  return { value: { rule: 'ratio', beta: 1, length: length.value, shift, layers: 'all' }, from: length.from };
}

type Parameters = Pick<NopeSpec, 'attnScale' | 'floorScale' | 'queryRule' | 'queryShift'>;
/** Parameters of the `rope` and `nope` encodings. */
export const parametersOf = ({ rule, beta, length, shift }: QueryScaleRule): Parameters => ({
  attnScale: beta,
  floorScale: length,
  queryRule: rule,
  queryShift: shift,
});

/** Sets this query scale and removes any other. Adds none for Llama 4, whose rotated queries are not scaled. */
export function withQueryScale(spec: RopeSpec, rule: QueryScaleRule | undefined): RopeSpec {
  const { attnScale: _, floorScale: _2, queryRule: _3, queryShift: _4, scaling, ...plain } = spec;
  return {
    ...plain,
    ...(rule?.layers === 'all' && rule.beta !== 0 && parametersOf(rule)),
    ...(scaling && { scaling }),
  };
}

/** The factor at a position. */
export function queryScaleAt({ rule, beta, length, shift }: QueryScaleRule, position: number): number {
  const n = position + shift;
  if (rule === 'ramp') return 1 + beta * Math.log(Math.max(n / length, 1));
  if (rule === 'ratio') return n > length ? 1 + beta * (Math.log(n) / Math.log(length) - 1) : 1;
  return 1 + beta * Math.log(1 + Math.floor(n / length));
}

function formulaOf({ rule, beta, length, shift }: QueryScaleRule): string {
  const n = shift === 0 ? 'p' : `(p + ${shift})`;
  if (rule === 'ramp') return `1 + ${beta} ln(max(${n} / ${length}, 1))`;
  if (rule === 'steps') return `1 + ${beta} ln(1 + floor(${n} / ${length}))`;
  return `max(1, ln ${n} / ln ${length})`;
}

/** The rule with its formula, and its factors at the first step and at the last position of a context. */
export function queryScaleOver(rule: QueryScaleRule, contextLength: number, dim: number): QueryScale {
  const { length, shift } = rule;
  const places = [Math.ceil(length) - shift, contextLength - 1].filter((position) => position < contextLength);
  return {
    ...rule,
    formula: formulaOf(rule),
    at: [...new Set(places)].map((position) => ({ position, factor: queryScaleAt(rule, position) })),
    spec: { encoding: 'nope', dim, ...parametersOf(rule) },
  };
}
