/**
 * transformers 4: rope_scaling and rope_theta at the top level; rope_parameters is a field that nobody reads.
 */
import { defaultTheta, familyOf } from '../hf/families.js';
import type { Findings } from '../hf/import.js';
import { missingKey } from './refusal.js';
import { refuseAsClass, refuseFault, specWith } from './rules.js';
import { specAt } from './transformers-5.js';
import type { Engine, EngineLayer } from './types.js';

function layerOf(facts: Findings, contextLength: number | undefined): EngineLayer {
  const { layer, text, modelType } = facts;
  const latent = facts.width.latent && { latent: true as const };
  if (layer.era !== 'rope_parameters') {
    refuseAsClass(facts);
    refuseFault(facts, missingKey);
    const { type } = facts.scaling;
    const byLength = (type === 'longrope' || type === 'dynamic') && { byLength: true as const };
    return { spec: specAt(facts, contextLength), ...byLength, ...latent };
  }
  const theta = text.peek('rope_theta') ?? text.peek('rotary_emb_base');
  const base = typeof theta === 'number' ? theta : (familyOf(modelType).theta ?? defaultTheta);
  return { spec: specWith(facts, { type: 'default' }, { base }), ...latent };
}

export const transformers4: Engine = {
  id: 'transformers-4',
  title: 'transformers 4',
  version: '4.57',
  basis: 'memory',
  source: 'https://github.com/huggingface/transformers/blob/v4.57.0/src/transformers/modeling_rope_utils.py',
  flags: ['rope_theta and rope_scaling in config.json'],
  read: ({ layers }, contextLength) => ({
    layers: Object.fromEntries(layers.map((facts) => [facts.layer.name, layerOf(facts, contextLength)])),
    served: layers[0]!.maxContext.value,
    ...(layers.some(({ layer }) => layer.era === 'rope_parameters') && {
      notes: ['rope_parameters is not read: write rope_theta and rope_scaling, too (exportConfig with legacy)'],
    }),
  }),
};
