/**
 * transformers 5, the reference. Its reading is that of importConfig; this file adds the errors, and two effects that a
 * spec cannot express.
 */
import type { Engine, EngineLayer } from './types.js';
import { ownCodeWasRead, runsOwnCode, unknownType } from './known-types.js';
import { missingKey, NotKnown, Refusal } from './refusal.js';
import { given, refuseAsClass, refuseFault, refuseTexts } from './rules.js';
import type { LongropeScaling, RopeSpec, ScalingSpec } from '../generated/encodings.js';
import { usableAttentionFactor } from '../hf/scaling.js';
import { familyOf } from '../hf/families.js';
import type { LayerFacts } from '../hf/facts.js';
import {
  baseBesideDict,
  flatForTwo,
  hasPlainSliding,
  ignoresFraction,
  keepsDefaultType,
  ofClassAlone,
  refuseAsRotaryClass,
  refusePart,
  refuseSilent,
} from './transformers-5/rotary-classes.js';

/**
 * The spec at a length. As constructed, LongRoPE holds the short factors and dynamic NTK the unstretched base. The
 * class reads `truncate` from the top of rope_parameters, not from the dictionary of a layer type.
 */
export function specAt(facts: LayerFacts, contextLength: number | undefined): RopeSpec {
  const { spec, layer } = facts;
  const beside = baseBesideDict(facts);
  if (beside !== undefined) {
    const { partial } = ofClassAlone(facts) ? familyOf(facts.modelType) : {};
    const rotaryDim = partial === undefined ? undefined : Math.floor(spec.dim * partial);
    const plain = flatForTwo(facts) ? whole(unscaled(spec)) : unscaled(spec);
    return { ...plain, base: beside, ...(rotaryDim !== undefined && { rotaryDim }) };
  }
  if (keepsDefaultType(facts)) return unscaled(spec);
  const scaling = ownScaling(facts);
  if (scaling.type === 'yarn' && (layer.layerType !== undefined || hasPlainSliding(facts)))
    return { ...spec, scaling: { ...scaling, truncate: true } };
  if (scaling.type !== 'longrope' && scaling.type !== 'dynamic') return spec;
  const length = contextLength ?? scaling.originalContext;
  if (scaling.type === 'dynamic') return { ...spec, scaling: { ...scaling, contextLength: length } };
  // Phi-3.5-MoE's forward recomputes the frequencies without a length: always the short factors
  const regime = facts.modelType === 'phimoe' ? scaling.originalContext : length;
  return { ...spec, scaling: { ...withMscale(facts, scaling, length), contextLength: regime } };
}
const unscaled = ({ scaling: _, ...spec }: RopeSpec): RopeSpec => spec;

/** Only HunYuan's classes support alpha of dynamic, and none supports rope_type ntk. */
function ownScaling(facts: LayerFacts): ScalingSpec {
  const { scaling, modelType, max } = facts;
  if (scaling.type === 'kexue-fixed' || scaling.type === 'kexue-mixed') throw missingKey('ntk');
  if (scaling.type === 'yarn-log') throw missingKey('yarn_log');
  if (facts.ropeType.name === 'theta_scale') throw missingKey('theta_scale');
  if (scaling.type === 'telechat3-yarn') throw missingKey('telechat3-yarn');
  if (scaling.type !== 'ntk' || modelType?.startsWith('hunyuan')) return scaling; // a model type without a class
  const factor = given(facts, 'factor');
  if (factor === undefined)
    throw new Refusal('KeyError', "Missing required keys in `rope_parameters` for 'rope_type'='dynamic': {'factor'}");
  return { type: 'dynamic', factor, originalContext: max.value };
}

/** Phi-3.5-MoE's class multiplies by the mscale of each regime; the others do not read it. */
function withMscale(facts: LayerFacts, scaling: LongropeScaling, length: number): LongropeScaling {
  if (usableAttentionFactor(facts.layer.dict)) return scaling;
  const { attentionFactor: _, ...ruled } = scaling;
  const own = given(facts, length > scaling.originalContext ? 'long_mscale' : 'short_mscale');
  return facts.modelType === 'phimoe' && own !== undefined ? { ...ruled, attentionFactor: own } : ruled;
}

/** An amplitude that a spec cannot have: cos and sin are also multiplied by 0 or a negative number. */
export function amplitudeOf({ layer }: LayerFacts, { type }: ScalingSpec): Pick<EngineLayer, 'attentionFactor'> {
  const literal = layer.dict.peek('attention_factor');
  const odd = (type === 'yarn' || type === 'longrope') && typeof literal === 'number' && literal <= 0;
  return odd ? { attentionFactor: literal } : {};
}

/** Classes that read no fraction, or no rotary_dim. */
function inWholeHead(facts: LayerFacts): boolean {
  const { modelType, layer, text, width } = facts;
  const { wholeHead } = familyOf(modelType);
  if (width.rotaryDim.value === width.headDim.value) return false;
  if (!wholeHead) return ignoresFraction(facts);
  return ![layer.dict, text].some((fields) => fields.has('partial_rotary_factor'));
}
const whole = ({ rotaryDim: _, ...spec }: RopeSpec): RopeSpec => spec;

/** Mistral 4's fraction is in the rope parameters that its class writes; an old rope_scaling replaces them. */
function latentWhole({ modelType, layer, text }: LayerFacts): number | undefined {
  if (modelType !== 'mistral4' || layer.era !== 'rope_scaling' || layer.dict.has('partial_rotary_factor'))
    return undefined;
  const part = (key: string): number => Number(text.peek(key) ?? 64);
  return part('qk_nope_head_dim') + part('qk_rope_head_dim');
}

function layerOf(facts: LayerFacts, contextLength: number | undefined): EngineLayer {
  refuseAsClass(facts);
  if (!flatForTwo(facts)) refuseFault(facts, missingKey);
  refuseAsRotaryClass(facts);
  const { width } = facts;
  const own = specAt(facts, contextLength);
  const wide = latentWhole(facts);
  const spec = wide === undefined ? (inWholeHead(facts) ? whole(own) : own) : { ...whole(own), dim: wide };
  refusePart(facts, spec);
  const { scaling = { type: 'default' } } = spec;
  return {
    spec,
    ...((scaling.type === 'longrope' || scaling.type === 'dynamic') && { byLength: true }),
    ...amplitudeOf(facts, scaling),
    ...(width.latent && { latent: true }),
  };
}

function wholeNote(facts: LayerFacts): string {
  const { headDim, rotaryDim } = facts.width;
  if (ignoresFraction(facts))
    return `its class reads no partial_rotary_factor unless it scales: all ${headDim.value} channels of a head are rotated, not ${rotaryDim.value}`;
  const remedy = `write partial_rotary_factor ${rotaryDim.value / headDim.value}`;
  return `its class rotates all ${headDim.value} channels of a head, of which the model's own code rotates ${rotaryDim.value}: ${remedy}`;
}

function notesOn(layers: readonly LayerFacts[]): { notes?: readonly string[] } {
  const first = layers[0]!;
  const notes = layers.some(inWholeHead) ? [wholeNote(first)] : [];
  const flat = layers.find(flatForTwo);
  if (flat)
    notes.push(
      `its class has rope parameters for each layer type, and passes those of ${flat.layer.dict.path} by: write them under full_attention and sliding_attention`,
    );
  const beside = layers.find((facts) => {
    const byLayer = facts.layer.theta?.from.includes('layer_rope_theta');
    const own = facts.modelType === 'dbrx' || byLayer || ofClassAlone(facts) ? baseBesideDict(facts) : undefined;
    return own !== undefined && own !== facts.base.value;
  });
  if (beside)
    notes.push(
      `its class does not read ${beside.base.from}, ${beside.base.value}: write rope_parameters with rope_theta ${beside.base.value}`,
    );
  return notes.length > 0 ? { notes } : {};
}

export const transformers5: Engine = {
  id: 'transformers-5',
  title: 'transformers 5',
  version: '5.23.0',
  basis: 'executed',
  source: 'https://github.com/huggingface/transformers/blob/main/src/transformers/modeling_rope_utils.py',
  arithmetic: {
    steps: 'torch',
    table: 'type of the model',
    source: 'modeling_rope_utils.py, _compute_*_parameters; cos.to(dtype=x.dtype) in the models',
  },
  flags: ['rope_parameters in config.json, or from_pretrained(..., rope_parameters={...})'],
  read(source, contextLength) {
    refuseTexts(source);
    const { layers } = source;
    refuseSilent(layers[0]!);
    const reading = {
      layers: Object.fromEntries(layers.map((facts) => [facts.layer.name, layerOf(facts, contextLength)])),
      served: layers[0]!.maxContext.value,
      ...notesOn(layers),
    };
    const unknown = unknownType(source);
    if (unknown) throw new Refusal(unknown.kind, unknown.message, unknown.todo, true, reading);
    if (!runsOwnCode(source) || ownCodeWasRead(source)) return reading;
    throw new NotKnown('it runs code that comes with the model, which we did not read');
  },
};
