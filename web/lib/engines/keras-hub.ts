/**
 * keras-hub: from_preset of a Hugging Face file, by convert_backbone_config of its model type (utils/transformers) and
 * the rotary layer of that model's attention. Fields that a converter does not read are lost.
 */
import { printable } from '../checks/show.js';
import type { RopeSpec, ScalingSpec } from '../generated/encodings.js';
import { type Fields } from '../hf/fields.js';
import type { LayerFacts } from '../hf/facts.js';
import { type Converter, converters } from './keras-hub/converters.js';
import { missingKey, NotKnown, Refusal } from './refusal.js';
import { numberIn, refuseOdd, refuseTexts } from './rules.js';
import type { Source } from './source.js';
import { nameOfAll } from './trainers.js';
import type { Engine, EngineLayer } from './types.js';

function required(fields: Fields, key: string): number {
  const value = numberIn(fields, key);
  if (value === undefined) throw missingKey(key);
  return value;
}

function converterOf({ outerType }: Source): Converter {
  if (outerType === undefined) throw missingKey('model_type');
  const converter = converters.get(outerType);
  if (converter) return converter;
  throw new Refusal(
    'ValueError',
    `KerasHub has no converter for huggingface/transformers models with model type \`'${printable(outerType)}'\`.`,
    'use another engine',
    true,
  );
}

/** rope_theta of rope_parameters, or else of the file; there is no default. */
function baseOf(text: Fields): number {
  if (text.mentions('rope_parameters') && !text.has('rope_parameters'))
    throw new Refusal('AttributeError', "'NoneType' object has no attribute 'get'", 'leave rope_parameters out');
  return numberIn(text.child('rope_parameters'), 'rope_theta') ?? required(text, 'rope_theta');
}

function headOf(text: Fields, { head }: Converter): number {
  const derived = (): number => Math.floor(required(text, 'hidden_size') / required(text, 'num_attention_heads'));
  if (head === 'derived') return derived();
  return head === 'required' ? required(text, 'head_dim') : (numberIn(text, 'head_dim') ?? derived());
}

/** Llama's converter expects llama3 in rope_scaling; it does not read rope_parameters. */
function llama3(text: Fields): ScalingSpec {
  const dict = text.child('rope_scaling');
  if (!dict) return { type: 'default' };
  const type = dict.peek('rope_type');
  if (type === undefined) throw missingKey('rope_type');
  if (type !== 'llama3') throw new Refusal('ValueError', 'The config should be a valid llama3 config.');
  return {
    type,
    factor: required(dict, 'factor'),
    lowFreqFactor: required(dict, 'low_freq_factor'),
    highFreqFactor: required(dict, 'high_freq_factor'),
    originalContext: required(dict, 'original_max_position_embeddings'),
  };
}

/**
 * gpt-oss: always YaRN, which reads only the factor from rope_scaling. Its ramp ends at the last pair at the latest,
 * expressed here by the turns at that end.
 */
function yarn(text: Fields, base: number, head: number): ScalingSpec {
  const dict = text.child('rope_scaling');
  const factor = dict ? (numberIn(dict, 'factor') ?? 32) : 1;
  if (factor === 1) return { type: 'default' };
  const originalContext = 4096;
  const turnsOfLast = originalContext / (2 * Math.PI * base ** ((head - 2) / head));
  return {
    type: 'yarn',
    factor,
    originalContext,
    betaFast: 32,
    betaSlow: Math.max(1, turnsOfLast),
    truncate: false,
    ...(factor < 1 && { attentionFactor: 0.1 * Math.log(factor) + 1 }),
  };
}

/** Divides positions by the factor, whatever the type. */
function gemma3(text: Fields, local: boolean): ScalingSpec {
  const parameters = text.child('rope_parameters');
  const dict = local
    ? parameters?.child('sliding_attention')
    : (text.child('rope_scaling') ?? parameters?.child('full_attention'));
  const factor = numberIn(dict, 'factor') ?? 1;
  return factor === 1 ? { type: 'default' } : { type: 'linear', factor };
}

function layerOf(text: Fields, converter: Converter, facts: LayerFacts): EngineLayer {
  const { kind } = converter;
  const local = facts.layer.layerType === 'sliding_attention';
  const base = kind === 'gemma3' ? (local ? 10_000 : 1_000_000) : kind === 'gemma' ? 10_000 : baseOf(text);
  const dim = headOf(text, converter);
  const scaling: ScalingSpec =
    kind === 'llama'
      ? llama3(text)
      : kind === 'yarn'
        ? yarn(text, base, dim)
        : kind === 'gemma3'
          ? gemma3(text, local)
          : { type: 'default' };
  const rotaryDim = kind === 'partial' ? facts.width.rotaryDim.value : dim;
  refuseOdd(rotaryDim, 'ValueError');
  const spec: RopeSpec = {
    encoding: 'rope',
    dim,
    base,
    ...(facts.spec.layout !== undefined && { layout: facts.spec.layout }),
    ...(rotaryDim !== dim && { rotaryDim }),
    ...(scaling.type !== 'default' && { scaling }),
  };
  return { spec };
}

/** Without a window and a list of layers, all layers are those of full attention. */
function inGemma3(text: Fields, layers: readonly LayerFacts[]): readonly LayerFacts[] {
  const listed = text.peek('layer_types');
  const windowed =
    Array.isArray(listed) && listed.length > 0
      ? listed.includes('sliding_attention')
      : numberIn(text, 'sliding_window');
  return windowed ? layers : layers.filter(({ layer }) => layer.layerType !== 'sliding_attention');
}

function notesOn({ layers }: Source, converter: Converter, own: Readonly<Record<string, EngineLayer>>): string[] {
  const notes: string[] = [];
  const scaled = layers.find(({ scaling }) => scaling.type !== 'default');
  if (!scaled) return notes;
  const { ropeType, layer, scaling } = scaled;
  const kept = Object.values(own).some(({ spec }) => spec.scaling);
  const type = printable(ropeType.given);
  if (!kept && converter.kind === 'llama' && layer.era === 'rope_parameters')
    notes.push(
      `its converter reads rope_scaling, not rope_parameters, so that ${type} is dropped: write rope_scaling, too`,
    );
  else if (!kept) notes.push(`its converter reads no scaling: ${type} is dropped`);
  if (converter.kind === 'gemma3' && ropeType.given !== 'linear')
    notes.push(`its converter takes the factor of ${type} for that of linear`);
  if (converter.kind === 'yarn' && scaling.type === 'yarn')
    notes.push('beta_fast 32, beta_slow 1, the original length 4096 and no rounding are fixed in its attention');
  return notes;
}

export const kerasHub: Engine = {
  id: 'keras-hub',
  title: 'keras-hub',
  version: '0.32.0',
  basis: 'executed',
  source: 'https://github.com/keras-team/keras-hub/tree/v0.32.0/keras_hub/src/utils/transformers',
  byNameOnly: true,
  flags: ['rope_theta and rope_scaling in config.json'],
  read(source) {
    const converter = converterOf(source);
    if (converter.unread) throw new NotKnown(`its converter for ${printable(source.outerType ?? '')} was not read`);
    refuseTexts(source, true);
    const { text, layers } = source;
    if (converter.needs !== undefined && !text.has(converter.needs)) throw missingKey(converter.needs);
    const answers: Record<string, EngineLayer> =
      converter.kind === 'gemma3'
        ? Object.fromEntries(inGemma3(text, layers).map((facts) => [facts.layer.name, layerOf(text, converter, facts)]))
        : { [nameOfAll(source)]: layerOf(text, converter, layers[0]!) };
    return {
      layers: answers,
      served: layers[0]!.max.value,
      notes: notesOn(source, converter, answers),
    };
  },
};
