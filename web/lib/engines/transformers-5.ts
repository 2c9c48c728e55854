/**
 * transformers 5: the reference. Its reading is that of importConfig; here stand what it refuses, and the two things
 * that it does with a file that no spec can say.
 */
import type { Engine, EngineLayer } from './types.js';
import { refuseAsClass } from './rules.js';
import type { RopeSpec } from '../generated/encodings.js';
import type { Findings } from '../hf/import.js';

/**
 * The spec at a length. As constructed, LongRoPE holds the short factors and dynamic NTK the unstretched base. `truncate`
 * is read from the top of rope_parameters, where one per layer type does not stand.
 */
export function specAt({ spec, layer }: Findings, contextLength: number | undefined): RopeSpec {
  const { scaling } = spec;
  if (scaling?.type === 'yarn' && layer.nested) return { ...spec, scaling: { ...scaling, truncate: true } };
  if (scaling?.type !== 'longrope' && scaling?.type !== 'dynamic') return spec;
  return { ...spec, scaling: { ...scaling, contextLength: contextLength ?? scaling.originalContext } };
}

function layerOf(facts: Findings, contextLength: number | undefined): EngineLayer {
  refuseAsClass(facts);
  const { scaling, width } = facts;
  const literal = facts.layer.dict.peek('attention_factor');
  const odd = (scaling.type === 'yarn' || scaling.type === 'longrope') && typeof literal === 'number' && literal <= 0;
  return {
    spec: specAt(facts, contextLength),
    ...((scaling.type === 'longrope' || scaling.type === 'dynamic') && { byLength: true }),
    ...(odd && { attentionFactor: literal }),
    ...(width.latent && { latent: true }),
  };
}

export const transformers5: Engine = {
  id: 'transformers-5',
  title: 'transformers 5',
  version: '5.16.0.dev0, decba1d2 (2026-08-19)',
  basis: 'executed',
  source: 'https://github.com/huggingface/transformers/blob/main/src/transformers/modeling_rope_utils.py',
  flags: ['rope_parameters in config.json, or from_pretrained(..., rope_parameters={...})'],
  read: ({ layers }, contextLength) => ({
    layers: Object.fromEntries(layers.map((facts) => [facts.layer.name, layerOf(facts, contextLength)])),
    served: layers[0]!.maxContext.value,
  }),
};
