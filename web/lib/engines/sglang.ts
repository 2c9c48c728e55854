/** SGLang: get_rope, called with the dictionary that the configuration class of transformers 5 built. */
import type { ScalingSpec, YarnScaling } from '../generated/encodings.js';
import type { LayerFacts } from '../hf/facts.js';
import {
  baseByAlpha,
  given,
  mscales,
  originalAsBuilt,
  plainYarn,
  refuseAsClass,
  refuseFault,
  refuseIntegerFactor,
  refuseTexts,
  refuseZeroBeta,
  rotaryDimAsBuilt,
  ruledLongrope,
  specWith,
  unknownScaling,
  withAmplitudeOne,
} from './rules.js';
import { Refusal } from './refusal.js';
import { byTransformersNote, runsTransformers } from './known-types.js';
import { modelTypes, withoutClass } from './sglang/known.js';
import { servedBySglang } from './served.js';
import type { Source } from './source.js';
import { transformers5 } from './transformers-5.js';
import type { Engine, EngineLayer } from './types.js';

const models = { modelTypes, withoutClass };

interface Scaled {
  readonly scaling: ScalingSpec;
  readonly rows: number;
}

/** deepseek_yarn always rounds its ramp and has defaults for the two mscales; the general one needs both or neither. */
function yarn(facts: LayerFacts, scaling: YarnScaling, original: number): Scaled {
  refuseZeroBeta(facts);
  const rows = Math.ceil(original * scaling.factor);
  if (facts.layer.amplitude) return { scaling: withAmplitudeOne(scaling), rows };
  const plain = plainYarn(scaling, original);
  const [mscale, allDim] = [given(facts, 'mscale'), given(facts, 'mscale_all_dim')];
  if (facts.width.latent && facts.modelType !== 'minicpm3')
    return { scaling: { ...plain, truncate: true, ...mscales(mscale ?? 1, allDim ?? 0) }, rows };
  if (mscale === undefined || allDim === undefined) return { scaling: plain, rows };
  return { scaling: { ...plain, ...mscales(mscale, allDim) }, rows };
}

function scaled(facts: LayerFacts, source: Source, length: number | undefined): Scaled {
  const scaling = baseByAlpha(facts) ?? facts.scaling;
  const max = facts.max.value;
  const original = originalAsBuilt(facts);
  switch (scaling.type) {
    case 'linear':
      refuseIntegerFactor(facts, source.isInteger);
      return { scaling, rows: Math.ceil(max * scaling.factor) };
    case 'dynamic': {
      // always stretched to its largest length, factor * max: the base grows by (s * s - (s - 1))^(d/(d-2))
      const { factor } = scaling;
      return { scaling: { type: 'ntk', factor: factor * factor - (factor - 1) }, rows: Math.ceil(max * factor) };
    }
    case 'yarn':
      return yarn(facts, scaling, original);
    case 'longrope': {
      const long = length !== undefined && length > original;
      return { scaling: ruledLongrope(facts, scaling, original, long), rows: long ? max : original };
    }
    case 'kexue-fixed':
    case 'kexue-mixed':
      throw new Refusal('ValueError', 'Unknown RoPE scaling type ntk');
    case 'llama3':
      return { scaling: { ...scaling, originalContext: original }, rows: max };
    case 'proportional':
      return { scaling: { type: 'proportional', fraction: scaling.fraction }, rows: max };
    default:
      return { scaling, rows: max };
  }
}

/**
 * DeepSeek V4: SGLang rotates layers without compressed keys by the same YaRN, at their own base (deepseek_v4_rope.py);
 * transformers and vLLM leave them unscaled.
 */
function scaledBy(facts: LayerFacts, { layers }: Source): LayerFacts {
  const other = layers.find(({ layer }) => layer.amplitude);
  return other && facts.layer.era !== 'none' ? other : facts;
}

function layerOf(facts: LayerFacts, source: Source, length: number | undefined): EngineLayer {
  refuseAsClass(facts);
  refuseFault(facts, unknownScaling);
  if (facts.ropeType.given === 'xdrope') throw unknownScaling('xdrope');
  const { scaling, rows } = scaled(scaledBy(facts, source), source, length);
  const rotaryDim = scaling.type === 'proportional' ? facts.width.headDim.value : rotaryDimAsBuilt(facts);
  return {
    spec: specWith(facts, scaling, { rotaryDim }),
    rows,
    ...(scaling.type === 'longrope' && { byLength: true }),
    ...(facts.width.latent && { latent: true }),
  };
}

function notesOn({ layers }: Source): string[] {
  const notes: string[] = [];
  if (layers.some(({ scaling }) => scaling.type === 'longrope'))
    notes.push(
      'a batch whose highest position equals the original length rotates that token as position 0: keep --context-length below it or well above it',
    );
  if (layers.some(({ layer }) => layer.amplitude && layer.name === 'compress' && layer.era !== 'none'))
    notes.push(
      'it scales the layers of DeepSeek V4 without compressed keys, too; sgl-project/sglang#34788, merged after this version, leaves them unscaled: update',
    );
  return notes;
}

export const sglang: Engine = {
  id: 'sglang',
  title: 'SGLang',
  version: '6ed5780c (2026-08-22)',
  basis: 'executed',
  source: 'https://github.com/sgl-project/sglang/blob/main/python/sglang/srt/layers/rotary_embedding/factory.py',
  arithmetic: {
    steps: 'torch, positions divided',
    table: 'float32',
    source:
      'rotary_embedding.py, _compute_inv_freq and _compute_cos_sin_cache; linear: _compute_cos_sin_cache divides the positions; rotary_embedding/base.py keeps the table in float32 on CUDA and XPU for text (sgl-project/sglang#33117: M-RoPE casts it)',
  },
  flags: ['--context-length', '--json-model-override-args'],
  read(source, length) {
    const instead = runsTransformers(source, models);
    refuseTexts(source);
    if (instead) {
      const own = transformers5.read(source, length).layers;
      return { layers: own, served: servedBySglang(source), basis: 'read', notes: [byTransformersNote(source)] };
    }
    const layers = source.layers.map((facts) => [facts.layer.name, layerOf(facts, source, length)]);
    const notes = notesOn(source);
    return {
      layers: Object.fromEntries(layers) as Record<string, EngineLayer>,
      served: servedBySglang(source),
      ...(notes.length > 0 && { notes }),
    };
  },
};
