/**
 * SGLang 0.5.23: get_rope, called by its model classes with parts of the dictionary that the configuration class of
 * transformers 5.19 built; evidence/sglang has what they do.
 */
import { printable } from '../checks/show.js';
import type { ScalingSpec, YarnScaling } from '../generated/encodings.js';
import type { LayerFacts } from '../hf/facts.js';
import {
  baseByAlpha,
  given,
  llama3AsOrdered,
  mscales,
  numberIn,
  originalAsBuilt,
  plainYarn,
  refuseAsClass,
  refuseFault,
  refuseIntegerFactor,
  refuseTexts,
  refuseZeroBeta,
  ruledLongrope,
  specWith,
  unknownScaling,
  withAmplitudeOne,
} from './rules.js';
import { Refusal } from './refusal.js';
import { byTransformersNote, runsTransformers, unrecognizedType } from './known-types.js';
import { modelTypes, withoutClass } from './sglang/known.js';
import {
  baseOf,
  isPlain,
  isSpelledOtherwise,
  isTextAlone,
  losesDict,
  originalOfField,
  refuseAsSglangClass,
  refuseFieldsOfLayers,
  refuseWithoutSections,
  topLevelAlone,
  widthOf,
} from './sglang/classes.js';
import { unrecognized } from './sglang/unrecognized.js';
import { unsupported } from './sglang/unsupported.js';
import { servedBySglang } from './served.js';
import type { Source } from './source.js';
import { transformers5 } from './transformers-5.js';
import {
  baseBesideDict,
  flatForTwo,
  keepsDefaultType,
  nestedForOne,
  refuseTwoDicts,
} from './transformers-5/rotary-classes.js';
import type { Engine, EngineLayer, Reading } from './types.js';

const models = { modelTypes, withoutClass };

interface Scaled {
  readonly scaling: ScalingSpec;
  readonly rows: number;
}

/** Multi-head latent attention as in deepseek_v2.py. */
const isLatent = ({ width, modelType }: LayerFacts): boolean => width.latent && modelType !== 'minicpm3';

/** deepseek_v2.py: every rope_type except default becomes a YaRN with defaults for what the dictionary lacks. */
function deepseekYarn(facts: LayerFacts, originalContext: number): Scaled {
  if (facts.ropeType.name === 'default') return { scaling: { type: 'default' }, rows: facts.max.value };
  refuseZeroBeta(facts);
  const factor = given(facts, 'factor') ?? 1;
  const own = mscales(given(facts, 'mscale') ?? 1, given(facts, 'mscale_all_dim') ?? 0);
  const [betaFast, betaSlow] = [given(facts, 'beta_fast') ?? 32, given(facts, 'beta_slow') ?? 1];
  const scaling = { type: 'yarn' as const, factor, originalContext, betaFast, betaSlow, truncate: true, ...own };
  return { scaling, rows: Math.ceil(originalContext * factor) };
}

/** The general YaRN needs both mscales or neither. */
function yarn(facts: LayerFacts, scaling: YarnScaling, original: number): Scaled {
  refuseZeroBeta(facts);
  const rows = Math.ceil(original * scaling.factor);
  if (facts.layer.amplitude) return { scaling: withAmplitudeOne(scaling), rows };
  const plain = plainYarn(scaling, original);
  const [mscale, allDim, times] = ['mscale', 'mscale_all_dim', 'attn_factor'].map((key) => given(facts, key));
  const both = mscale !== undefined && allDim !== undefined;
  const grown = (by: number): number => (plain.factor <= 1 ? 1 : 0.1 * by * Math.log(plain.factor) + 1);
  if (times !== undefined)
    return { scaling: { ...plain, attentionFactor: (both ? grown(mscale) / grown(allDim) : grown(1)) * times }, rows };
  return { scaling: both ? { ...plain, ...mscales(mscale, allDim) } : plain, rows };
}

/** The original length: that of the top level, if the class writes it into the dictionary. */
function originalOf(facts: LayerFacts): number {
  const outer = numberIn(facts.text, 'original_max_position_embeddings');
  return outer && originalOfField.has(facts.modelType ?? '') ? outer : originalAsBuilt(facts);
}

function scaled(facts: LayerFacts, source: Source, length: number | undefined): Scaled {
  const scaling = baseByAlpha(facts) ?? facts.scaling;
  const max = facts.max.value;
  if (isPlain(facts)) return { scaling: { type: 'default' }, rows: max };
  const original = originalOf(facts);
  if (isLatent(facts) && !facts.layer.amplitude) return deepseekYarn(facts, original);
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
      return { scaling: llama3AsOrdered({ ...scaling, originalContext: original }), rows: max };
    case 'proportional': {
      const { dim, rotaryDim } = widthOf(facts);
      return { scaling: { type: 'proportional', fraction: rotaryDim / dim }, rows: max };
    }
    default:
      return { scaling, rows: max };
  }
}

function layerOf(facts: LayerFacts, source: Source, length: number | undefined): EngineLayer {
  refuseAsClass(facts);
  refuseTwoDicts(facts);
  refuseAsSglangClass(facts, source.outerType ?? '');
  if (nestedForOne(facts)) throw new Refusal('TypeError', "unhashable type: 'dict'", 'write one flat rope_parameters');
  const beside = flatForTwo(facts) && !losesDict(facts) ? baseBesideDict(facts) : undefined;
  if (!isPlain(facts) && !isLatent(facts) && beside === undefined) refuseFault(facts, unknownScaling);
  if (facts.ropeType.given === 'xdrope') throw unknownScaling('xdrope');
  const { scaling, rows } =
    beside === undefined
      ? scaled(facts, source, length)
      : { scaling: { type: 'default' as const }, rows: facts.max.value };
  const { dim, rotaryDim } = widthOf(facts);
  const base = beside ?? baseOf(facts, source.outerType ?? '');
  return {
    spec: specWith(facts, scaling, {
      dim,
      ...(base !== undefined && { base }),
      rotaryDim: scaling.type === 'proportional' ? dim : rotaryDim,
    }),
    rows,
    ...(scaling.type === 'longrope' && { byLength: true }),
    ...(facts.width.latent && { latent: true }),
  };
}

/**
 * gemma3_causal.py computes the frequencies of full attention by the functions of transformers, with a flat dictionary;
 * those of sliding layers are plain.
 */
const usesFunctionsOfTransformers = ({ modelType = '' }: Source): boolean => /^gemma3(_text)?$/.test(modelType);
function layerOfFunctions(facts: LayerFacts, layers: Reading['layers']): EngineLayer | undefined {
  const scales = facts.scaling.type !== 'default' && !keepsDefaultType(facts) && !flatForTwo(facts);
  const layer = scales && facts.layer.layerType === 'full_attention' ? layers[facts.layer.name] : undefined;
  return layer && facts.scaling.type === 'yarn' ? { ...layer, spec: facts.spec } : layer;
}

function notesOn({ layers }: Source): string[] {
  const notes: string[] = [];
  if (layers.some(({ scaling }) => scaling.type === 'longrope'))
    notes.push(
      'a batch whose highest position equals the original length rotates that token as position 0: keep --context-length below it or well above it',
    );
  return notes;
}

export const sglang: Engine = {
  id: 'sglang',
  title: 'SGLang',
  version: '0.5.23',
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
    const { outerType = '' } = source;
    if (unrecognized.has(outerType) && !source.hasOwnCode) throw unrecognizedType(outerType);
    const instead =
      runsTransformers(source, models) || isSpelledOtherwise(source) || isTextAlone(outerType, modelTypes);
    refuseTexts(source);
    if (unsupported.has(outerType))
      throw new Refusal(
        'ValueError',
        `${source.outerArchitectures.map(printable).join(', ')} has no SGlang implementation and the Transformers implementation is not compatible with SGLang.`,
        'use an engine that has the type',
        true,
      );
    refuseFieldsOfLayers(source);
    if (instead) {
      refuseWithoutSections(source);
      return {
        layers: transformers5.read(source, length).layers,
        served: servedBySglang(source),
        notes: [byTransformersNote(source)],
      };
    }
    const byFunctions = usesFunctionsOfTransformers(source) ? transformers5.read(source, length).layers : {};
    const layers = source.layers.map((facts) => [
      facts.layer.name,
      layerOfFunctions(facts, byFunctions) ?? layerOf(facts, source, length),
    ]);
    const notes = notesOn(source);
    return {
      layers: Object.fromEntries(layers) as Record<string, EngineLayer>,
      served: servedBySglang(source, topLevelAlone[source.modelType ?? ''] !== undefined),
      ...(notes.length > 0 && { notes }),
    };
  },
};
