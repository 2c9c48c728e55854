/** Errors of vLLM 0.29.0 with transformers 5.16.1 that later releases do not have; evidence/vllm has them. */
import type { LayerFacts } from '../../hf/facts.js';
import { missingKey, NotKnown, Refusal } from '../refusal.js';
import { numberIn } from '../rules.js';
import type { Source } from '../source.js';

/** Towers whose class in transformers 5.16.1 does not have the rope_type that 5.23 writes. */
const withoutAxial: ReadonlySet<string> = new Set(['kimi_k25_vision', 'pixtral']);

function refuseTower({ whole }: Source): void {
  const tower = whole.child('vision_config');
  const type = tower?.child('rope_parameters')?.peek('rope_type');
  if (type !== 'axial' || !withoutAxial.has(String(tower?.peek('model_type')))) return;
  throw new Refusal('ValueError', 'the class of the tower has no rope_type axial', 'update transformers');
}

/** transformers_utils/configs/nemotron.py of vLLM looks for the new key alone, and for a factor with a point. */
function refuseNemotron({ layer: { dict, era }, modelType }: LayerFacts, isInteger: Source['isInteger']): void {
  if (modelType !== 'nemotron' || era === 'none') return;
  const type = dict.peek('rope_type');
  if (type !== 'default' && type !== 'linear' && type !== 'dynamic')
    throw new Refusal('ValueError', "`rope_type` must be one of ['default', 'linear', 'dynamic']", 'write rope_type');
  const factor = numberIn(dict, 'factor');
  if (type === 'default' || (factor !== undefined && factor > 1 && !isInteger(dict.at('factor')))) return;
  throw new Refusal(
    'ValueError',
    "`rope_parameters`'s factor field must be a float > 1",
    'write a factor above 1 with a point',
  );
}

function refuseOwnConfig({ modelType, layer }: LayerFacts): void {
  if (modelType === 'recurrent_gemma') throw new NotKnown('RecurrentGemma changed after transformers 5.16.1');
  if (layer.nested && layer.era !== 'none') return;
  if (modelType === 'laguna') throw new NotKnown('its own configuration class of Laguna was not read');
  if (modelType === 'mellum' && layer.era !== 'none') throw missingKey('sliding_attention');
}

/** Keys of its YaRN whose effect here was not looked at. */
function refuseOwnKeys({ ropeType: { name }, width, layer: { dict } }: LayerFacts): void {
  const [of, times] = [numberIn(dict, 'extrapolation_factor') ?? 1, numberIn(dict, 'attn_factor') ?? 1];
  if (name === 'yarn' && (of !== 1 || (width.latent && times !== 1)))
    throw new NotKnown('extrapolation_factor, and attn_factor in latent attention, were not looked at');
}

export function refuseAsOlder(source: Source, instead: boolean): void {
  const byTransformers = instead || source.outerType === 'qwen2_5_omni_thinker'; // it has a class for the whole alone
  refuseTower(source);
  for (const facts of source.layers) {
    refuseNemotron(facts, source.isInteger);
    refuseOwnConfig(facts);
    if (!instead) refuseOwnKeys(facts);
    const { mrope, modelType = '' } = facts;
    if (byTransformers && /^qwen2(_5)?_(vl|omni)/.test(modelType) && !mrope?.named) throw missingKey('mrope_section');
  }
}
