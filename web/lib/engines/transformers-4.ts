/**
 * transformers 4: rope_scaling, rope_theta and partial_rotary_factor at the top level; it does not read
 * rope_parameters. It fills in less than version 5: the original length of YaRN and Llama 3 counts only in the
 * dictionary, that of LongRoPE only at the top level.
 */
import { printable } from '../checks/show.js';
import type { LongropeScaling, ScalingSpec, YarnScaling } from '../generated/encodings.js';
import { classOf, defaultTheta, familyOf } from '../hf/families.js';
import type { LayerFacts } from '../hf/facts.js';
import { ownCodeWasRead } from './known-types.js';
import { missingKey, NotKnown, Refusal } from './refusal.js';
import { given, refuseFault, refuseTexts, specWith } from './rules.js';
import type { Source } from './source.js';
import { modelTypes } from './transformers-4/known.js';
import { amplitudeOf, specAt } from './transformers-5.js';
import { isModelType } from './transformers-5/known.js';
import { refuseAsClass, refusePart } from './transformers-4/classes.js';
import { defaults } from './transformers-4/defaults.js';
import { parts } from './transformers-4/parts.js';
import type { Engine, EngineLayer } from './types.js';

/** The keys that modeling_rope_utils.py validates, and the length that Llama 3 indexes without a default. */
const required: Readonly<Record<string, readonly string[]>> = {
  linear: ['factor'],
  dynamic: ['factor'],
  yarn: ['factor'],
  longrope: ['short_factor', 'long_factor'],
  llama3: ['factor', 'original_max_position_embeddings', 'low_freq_factor', 'high_freq_factor'],
};
/** Names that a configuration class turns into one of ROPE_INIT_FUNCTIONS; other classes do not know them. */
const renamedBy: Readonly<Record<string, RegExp>> = {
  su: /^phi(3|moe|4_multimodal)$/,
  mrope: /^qwen(2(_5)?_(vl|omni)|3_vl)/,
};

function refuse({ layer: { dict }, ropeType, modelType }: LayerFacts): void {
  const { given: type, name } = ropeType;
  const renamed = renamedBy[type]?.test(modelType ?? '') ?? false;
  if (!renamed && type !== 'default' && required[type] === undefined)
    throw new Refusal('KeyError', `'${type}'`, 'one of the types of transformers 4, as rope_type');
  const absent = (required[name] ?? []).filter(
    // the classes of HunYuan check nothing
    (key) => !dict.mentions(key) && !(key === 'factor' && dict.has('alpha') && modelType?.startsWith('hunyuan')),
  );
  if (absent.length === 0) return;
  throw new Refusal(
    'KeyError',
    `Missing required keys in \`rope_scaling\` for 'rope_type'='${name}': {${absent.map((key) => `'${key}'`).join(', ')}}`,
    `write ${absent.join(' and ')} into rope_scaling`,
  );
}

/** Configuration.partial_rotary_factor: the top level, or the class. */
function rotaryDimOf({ text, width, modelType }: LayerFacts): number {
  if (width.latent || text.has('rotary_dim')) return width.rotaryDim.value;
  const keys =
    modelType === 'gpt_neox' ? ['rotary_pct'] : ['partial_rotary_factor', 'rotary_pct', 'rotary_emb_fraction'];
  const outer = keys.map((key) => text.peek(key)).find((value) => typeof value === 'number');
  return Math.floor(width.headDim.value * (outer ?? familyOf(modelType).partial ?? 1));
}

function scalingOf(facts: LayerFacts): ScalingSpec {
  const { scaling, max } = facts;
  const inDict = given(facts, 'original_max_position_embeddings');
  if (scaling.type === 'yarn') return { ...(scaling satisfies YarnScaling), originalContext: inDict || max.value };
  if (scaling.type === 'longrope') return longrope(facts, scaling);
  if (scaling.type === 'llama3') return { ...scaling, originalContext: inDict ?? scaling.originalContext };
  return scaling;
}

/** The factor is the ratio of the lengths if the configuration has both, or else the file's. */
function longrope(facts: LayerFacts, scaling: LongropeScaling): LongropeScaling {
  const { text, max, modelType } = facts;
  const atTop = text.peek('original_max_position_embeddings') ?? familyOf(modelType).originalContext;
  if (typeof atTop === 'number') return { ...scaling, originalContext: atTop, factor: max.value / atTop };
  const factor = given(facts, 'factor');
  if (factor === undefined && given(facts, 'attention_factor') === undefined)
    throw new Refusal(
      'TypeError',
      "'<=' not supported between instances of 'NoneType' and 'float'",
      'write original_max_position_embeddings at the top level',
    );
  return { ...scaling, originalContext: max.value, factor: Math.max(1, factor ?? 1) };
}

/** Bases of classes that later releases changed, and of which the corpus has no default. */
const older: Readonly<Record<string, number>> = { fuyu: 25_000, kyutai_speech_to_text: 100_000, persimmon: 25_000 };

/** The base that the class of this release fills in. */
function thetaOfClass(modelType: string | undefined): number {
  if (modelType !== undefined && older[modelType] !== undefined) return older[modelType];
  const own = modelType === undefined ? undefined : defaults.get(modelType);
  if (own === undefined) return familyOf(modelType).theta ?? defaultTheta;
  const theta = own['global_rope_theta'] ?? own['rope_theta'];
  return typeof theta === 'number' ? theta : defaultTheta;
}

/** Ignores a base in rope_parameters: the class has one for each kind of layer. */
function baseOf({ text, layer, modelType, base }: LayerFacts): number {
  const isSliding = layer.layerType === 'sliding_attention';
  const { localTheta, plainSliding } = familyOf(modelType);
  if (layer.era !== 'rope_parameters' && !base.from.startsWith(`${layer.dict.path}.`)) {
    const ofClass = base.from.startsWith('default') && (!isSliding || plainSliding);
    return ofClass ? thetaOfClass(modelType) : base.value;
  }
  if (isSliding && localTheta !== undefined) {
    const local = text.peek('rope_local_base_freq');
    return typeof local === 'number' ? local : localTheta;
  }
  const outer = modelType === 'gpt_neox' ? undefined : text.peek('rope_theta');
  const found = outer ?? text.peek('rotary_emb_base');
  return typeof found === 'number' ? found : thetaOfClass(modelType);
}

function layerOf(facts: LayerFacts, contextLength: number | undefined): EngineLayer {
  refuseAsClass(facts);
  const own = { base: baseOf(facts), rotaryDim: rotaryDimOf(facts) };
  refusePart(facts, { ...facts.spec, rotaryDim: own.rotaryDim });
  const latent = facts.width.latent && { latent: true as const };
  if (facts.layer.era === 'rope_parameters') return { spec: specWith(facts, { type: 'default' }, own), ...latent };
  const known = facts.modelType === undefined || classOf(facts.modelType) !== undefined; // else its own code decides
  if (known && facts.layer.era === 'rope_scaling') refuse(facts);
  refuseFault(facts, missingKey);
  const scaling = known ? scalingOf(facts) : facts.scaling;
  const read = { ...facts, scaling, spec: specWith(facts, scaling, own) };
  const byLength = (scaling.type === 'longrope' || scaling.type === 'dynamic') && { byLength: true as const };
  // version 5 reads truncate elsewhere
  const spec = scaling.type === 'yarn' ? read.spec : specAt(read, contextLength);
  return { spec, ...byLength, ...amplitudeOf(facts, scaling), ...latent };
}

/** Throws for types newer than its list. Code that comes with the model was not read. */
function refuseUnknownType(source: Source): void {
  const { outerType, modelType, hasOwnCode } = source;
  const isPart = outerType !== undefined && parts.has(outerType);
  const lacking = isPart
    ? outerType
    : [outerType, modelType].find((type) => type !== undefined && !modelTypes.has(type));
  if (lacking === undefined || (hasOwnCode && ownCodeWasRead(source))) return;
  if (hasOwnCode) throw new NotKnown('it runs code that comes with the model, which we did not read');
  throw new Refusal(
    'ValueError',
    `The checkpoint you are trying to load has model type \`${printable(lacking)}\` but Transformers does not recognize this architecture.`,
    isModelType(lacking)
      ? 'use transformers 5, or code of the model itself (auto_map)'
      : 'use code of the model itself (auto_map), or an engine that has the type',
    true,
  );
}

export const transformers4: Engine = {
  id: 'transformers-4',
  title: 'transformers 4',
  version: '4.57.6',
  basis: 'executed',
  source: 'https://github.com/huggingface/transformers/blob/v4.57.6/src/transformers/modeling_rope_utils.py',
  arithmetic: {
    steps: 'torch',
    table: 'type of the model',
    source: 'modeling_rope_utils.py, _compute_*_parameters; cos.to(dtype=x.dtype) in the models',
  },
  flags: ['rope_theta and rope_scaling in config.json'],
  read(source, contextLength) {
    refuseUnknownType(source);
    refuseTexts(source, true);
    const { layers } = source;
    return {
      layers: Object.fromEntries(layers.map((facts) => [facts.layer.name, layerOf(facts, contextLength)])),
      served: layers[0]!.maxContext.value,
      ...(layers.some(({ layer }) => layer.era === 'rope_parameters') && {
        notes: ['rope_parameters is not read: write rope_theta and rope_scaling, too (exportConfig with legacy)'],
      }),
    };
  },
};
