/**
 * exllamav3: read_rope_settings_default and the class RoPE (exllamav3/util/rope.py), called with the raw fields of the
 * file. It does not use the configuration classes of transformers, so nothing is filled in.
 */
import { printable, shown } from '../checks/show.js';
import type { RopeSpec, ScalingSpec, YarnScaling } from '../generated/encodings.js';
import { Fields } from '../hf/fields.js';
import type { LayerFacts } from '../hf/facts.js';
import { architectureName, withoutArchitectures } from './architecture-names.js';
import { type Architecture, architectures } from './exllamav3/architectures.js';
import { anyRotates, basesOf, lacking, stillNote } from './exllamav3/rotating.js';
import { missingKey, NotKnown, Refusal } from './refusal.js';
import { mscales, numberIn, refuseOdd, refuseTexts } from './rules.js';
import type { Source } from './source.js';
import type { Engine, EngineLayer, Reading } from './types.js';

/** A number by Python's truth: 0 counts as absent. */
const truthy = (fields: Fields, key: string): number | undefined => numberIn(fields, key) || undefined;

interface Chosen {
  readonly name: string;
  readonly architecture: Architecture;
}

/** Reads a file that names neither an architecture nor a model type as a Llama. */
function chosenBy(source: Source): Chosen {
  const { outerArchitectures: names, modelType } = source;
  if (names.length > 1) throw new Refusal('AssertionError', 'Multiple architectures defined in config.json');
  const name = architectureName(source, architectures) ?? (modelType === undefined ? 'LlamaForCausalLM' : undefined);
  const architecture = architectures.get(name ?? '');
  if (name !== undefined && architecture) return { name, architecture };
  throw new Refusal(
    'AssertionError',
    `Unknown architecture ${printable(name ?? modelType ?? '')} in config.json`,
    'use another engine',
    true,
  );
}

/** Throws if the class reads another object than the text model: it sees no fields elsewhere. */
function refuseWrongPlace({ text }: Source, { nested = false }: Architecture): void {
  if ((text.path !== '') === nested) return;
  const key = nested ? 'text_config' : 'hidden_size';
  throw new Refusal('ValueError', `Missing any of the following keys: ['${key}']`);
}

/** deepseek_v3.py, glm4_moe_lite.py and glm_moe_dsa.py. */
function refuseLatent(text: Fields): void {
  if (!text.has('qk_rope_head_dim')) throw lacking('qk_rope_head_dim');
  const [groups, best] = [numberIn(text, 'n_group') ?? 1, numberIn(text, 'topk_group') ?? 1];
  if (groups === 1 && best === 1) return;
  const message = `Group-limited expert routing (n_group = ${groups}, topk_group = ${best}) is not supported`;
  throw new Refusal('AssertionError', message, 'use another engine', true);
}

interface Settings {
  readonly fields: Fields;
  /** rope_scaling, or else rope_parameters. */
  readonly dict: Fields;
  readonly base: number;
  readonly head: number;
  readonly fraction: number;
  readonly type: string;
  readonly max: number | undefined;
}

function settingsOf({ text }: Source, by: Architecture, { width }: LayerFacts): Settings {
  const { theta = 10_000, headDim, rotates } = by;
  const [own] = (rotates === 'layer_rope_theta' && basesOf(text)) || [];
  const parameters = text.child('rope_parameters');
  const dict = text.child('rope_scaling') ?? parameters ?? Fields.none;
  const type = dict.peek('rope_type') ?? dict.peek('type') ?? 'default';
  const derived = Math.floor((numberIn(text, 'hidden_size') ?? 0) / (numberIn(text, 'num_attention_heads') ?? 1));
  return {
    fields: text,
    dict,
    base: own ?? numberIn(text, 'rope_theta') ?? numberIn(parameters, 'rope_theta') ?? theta,
    head: width.latent ? width.headDim.value : (truthy(text, 'head_dim') ?? headDim ?? derived),
    fraction: numberIn(text, 'partial_rotary_factor') ?? numberIn(parameters, 'partial_rotary_factor') ?? 1,
    type: typeof type === 'string' ? type : shown(type),
    max: numberIn(text, 'max_position_embeddings'),
  };
}

/** max_position_embeddings / original length; the file's own factor counts only if it gives no original length. */
function yarnFactor({ dict, max }: Settings): { factor: number; originalContext: number } {
  if (max === undefined) throw new Refusal('AssertionError', 'YaRN scaling requires explicit max_position_embeddings');
  const original = numberIn(dict, 'original_max_position_embeddings');
  if (original !== undefined && !Number.isInteger(original))
    throw new Refusal('ValueError', `YaRN original_max_position_embeddings must be an integer, got ${original}`);
  if (original === 0) throw new Refusal('ZeroDivisionError', 'division by zero');
  if (original !== undefined) return { factor: max / original, originalContext: original };
  const factor = numberIn(dict, 'factor');
  if (factor === undefined) throw missingKey('factor');
  return { factor, originalContext: max };
}

/**
 * The two mscales count if the architecture uses them as DeepSeek does. Otherwise the amplitude is 1 if queries are
 * scaled by position, and that of the factor if not.
 */
function yarnAmplitude({ dict }: Settings, { mscaleRatio }: Architecture): Partial<YarnScaling> {
  const own = numberIn(dict, 'attention_factor');
  if (own !== undefined) return own > 0 ? { attentionFactor: own } : {};
  const [mscale, allDim] = [truthy(dict, 'mscale'), truthy(dict, 'mscale_all_dim')];
  if (mscaleRatio && mscale !== undefined && allDim !== undefined) return mscales(mscale, allDim);
  return truthy(dict, 'llama_4_scaling_beta') === undefined ? {} : { attentionFactor: 1 };
}

function yarn(settings: Settings, architecture: Architecture): YarnScaling {
  const { dict } = settings;
  const ramp = yarnFactor(settings);
  const amplitude = yarnAmplitude(settings, architecture);
  const [betaFast, betaSlow] = [numberIn(dict, 'beta_fast') ?? 32, numberIn(dict, 'beta_slow') ?? 1];
  if (betaFast === 0 || betaSlow === 0) throw new Refusal('ZeroDivisionError', 'float division by zero');
  const truncate = !dict.mentions('truncate') || Boolean(dict.peek('truncate')); // null counts as false
  return { type: 'yarn', ...ramp, betaFast, betaSlow, truncate, ...amplitude };
}

function longrope({ fields, dict, max }: Settings, length: number | undefined): ScalingSpec {
  const key = 'original_max_position_embeddings';
  const original = numberIn(dict, key) ?? numberIn(fields, key);
  if (original === undefined || max === undefined)
    throw new Refusal('TypeError', "'>' not supported between instances of 'int' and 'NoneType'", `write ${key}`);
  const list = (name: string): readonly number[] => {
    const value = dict.peek(name);
    if (!Array.isArray(value)) throw new Refusal('TypeError', `${name} is not a list of numbers`);
    return value as readonly number[];
  };
  return {
    type: 'longrope',
    originalContext: original,
    factor: max / original,
    shortFactor: list('short_factor'),
    longFactor: list('long_factor'),
    contextLength: length ?? max,
  };
}

function scalingOf(settings: Settings, architecture: Architecture, length: number | undefined): ScalingSpec {
  const { dict, type, fraction } = settings;
  switch (type) {
    case 'default':
    case 'mrope':
      return { type: 'default' };
    case 'linear':
      return { type, factor: numberIn(dict, 'factor') ?? 1 };
    case 'llama3':
      return {
        type,
        factor: numberIn(dict, 'factor') ?? 8,
        lowFreqFactor: numberIn(dict, 'low_freq_factor') ?? 1,
        highFreqFactor: numberIn(dict, 'high_freq_factor') ?? 4,
        originalContext: numberIn(dict, 'original_max_position_embeddings') ?? 8192,
      };
    case 'proportional':
      return { type, fraction, factor: numberIn(dict, 'factor') ?? 1 };
    case 'yarn':
      return yarn(settings, architecture);
    case 'longrope':
    case 'su':
      return longrope(settings, architecture.byLength ? length : undefined);
    default:
      throw new Refusal('ValueError', `Unknown rope_type: ${printable(type)}`);
  }
}

function layerOf(source: Source, facts: LayerFacts, by: Architecture, length: number | undefined): EngineLayer {
  const settings = settingsOf(source, by, facts);
  const local = by.local !== undefined && facts.layer.layerType === 'sliding_attention';
  const dim = settings.head;
  if (local && by.local === 'own base') return { spec: { encoding: 'rope', dim, base: 10_000 } };
  const scaling: ScalingSpec = local ? { type: 'default' } : scalingOf(settings, by, length);
  const rotated = truthy(settings.fields, 'rotary_dim') ?? Math.floor(dim * settings.fraction);
  const rotaryDim = scaling.type === 'proportional' ? dim : rotated;
  refuseOdd(rotaryDim);
  const spec: RopeSpec = {
    encoding: 'rope',
    dim,
    base: settings.base,
    ...(facts.spec.layout !== undefined && { layout: facts.spec.layout }),
    ...(rotaryDim !== dim && { rotaryDim }),
    ...(scaling.type !== 'default' && { scaling }),
  };
  const literal = numberIn(settings.dict, 'attention_factor');
  return {
    spec,
    ...(scaling.type === 'yarn' && literal !== undefined && literal <= 0 && { attentionFactor: literal }),
    ...(by.mscaleRatio && { latent: true }),
  };
}

function notesOn({ outerArchitectures: names, layers }: Source, { name }: Chosen): string[] {
  const notes: string[] = [];
  if (names.length === 0) notes.push(withoutArchitectures('exllamav3', name));
  const scaling = layers.map((facts) => facts.scaling).find(({ type }) => type === 'yarn');
  const given = scaling?.type === 'yarn' ? scaling : undefined;
  const max = layers[0]!.max.value;
  if (given && max !== given.factor * given.originalContext)
    notes.push(
      `it takes max_position_embeddings / original_max_position_embeddings for YaRN's factor, not ${given.factor}: write max_position_embeddings ${given.factor * given.originalContext}`,
    );
  return notes;
}

const stillLayer = ({ width }: LayerFacts): EngineLayer => ({
  spec: { encoding: 'rope', dim: width.headDim.value, scaling: { type: 'proportional', fraction: 0 } },
});

type Layers = Reading['layers'];
function onlyLayer({ layers: [first] }: Source, layerBy: (facts: LayerFacts) => EngineLayer): Layers {
  return { [first!.layer.layerType === undefined ? first!.layer.name : 'default']: layerBy(first!) };
}

function layersOf(source: Source, by: Architecture, length: number | undefined): Layers {
  const { local, ...global } = by;
  // olmo3.py: without a list of layers, none has a window
  if (local === undefined || (local === 'unscaled' && !Array.isArray(source.text.peek('layer_types'))))
    return onlyLayer(source, (facts) => layerOf(source, facts, global, length));
  return Object.fromEntries(source.layers.map((each) => [each.layer.name, layerOf(source, each, by, length)]));
}

export const exllamav3: Engine = {
  id: 'exllamav3',
  title: 'exllamav3',
  version: '1.6.5',
  basis: 'executed',
  source: 'https://github.com/turboderp-org/exllamav3/blob/master/exllamav3/util/rope.py',
  byNameOnly: true,
  flags: ['-cs', 'max_position_embeddings, rope_theta and rope_scaling in config.json'],
  read(source, length) {
    const chosen = chosenBy(source);
    const { architecture } = chosen;
    if (architecture.unread) throw new NotKnown(`its class for ${chosen.name} was not read`);
    refuseWrongPlace(source, architecture);
    if (architecture.latent) refuseLatent(source.text);
    refuseTexts(source);
    const key = 'max_position_embeddings';
    const turns = anyRotates(source.text, chosen.name, architecture);
    return {
      layers: turns ? layersOf(source, architecture, length) : onlyLayer(source, stillLayer),
      // model/config.py: the top of the file first
      served: numberIn(source.whole, key) ?? numberIn(source.text, key) ?? architecture.length ?? 8192,
      notes: [...notesOn(source, chosen), ...(turns ? [] : [stillNote[architecture.rotates!]])],
    };
  },
};
