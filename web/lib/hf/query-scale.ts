/**
 * Queries that are multiplied by a factor that grows with their position, beside or instead of rotation: Llama 4 in the
 * layers that do not rotate (modeling_llama4.py), Ministral 3 and Mistral 4 in every layer (get_llama_4_attn_scale of
 * modeling_ministral3.py and modeling_mistral4.py), all read at transformers decba1d2.
 */
import type { QueryScale } from '../types/config.js';
import type { Context } from './context.js';
import type { Fields, Found } from './fields.js';
import type { LayerSource } from './layers.js';

export type QueryScaleRule = Omit<QueryScale, 'formula' | 'at'>;

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
    const length = text.number('floor_scale', { min: 0, above: true });
    const beta = text.number('attn_scale');
    const from = [on, length, beta].map((found) => found?.from).filter(Boolean);
    return {
      value: { beta: beta?.value ?? 0.1, length: length?.value ?? 8192, shift: 1, layers: 'unrotated' },
      from: from.length === 0 ? 'default: on, the class default of this model type' : from.join(', '),
    };
  }
  if (!inEveryLayer.has(modelType)) return undefined;
  const beta = layer.dict.number('llama_4_scaling_beta');
  if (!beta) return undefined;
  return { value: { beta: beta.value, length: (original ?? max).value, shift: 0, layers: 'all' }, from: beta.from };
}

/** The factor at a position. */
export const queryScaleAt = ({ beta, length, shift }: QueryScaleRule, position: number): number =>
  1 + beta * Math.log(1 + Math.floor((position + shift) / length));

/** The rule with its formula, and its factors at the first step and at the last position of a context. */
export function queryScaleOver(rule: QueryScaleRule, contextLength: number): QueryScale {
  const { beta, length, shift } = rule;
  const places = [Math.ceil(length) - shift, contextLength - 1].filter((position) => position < contextLength);
  return {
    ...rule,
    formula: `1 + ${beta} ln(1 + floor(${shift === 0 ? 'p' : `(p + ${shift})`} / ${length}))`,
    at: [...new Set(places)].map((position) => ({ position, factor: queryScaleAt(rule, position) })),
  };
}
