/**
 * mlx-lm: initialize_rope, called with rope_theta and rope_scaling from the top level of the file, or as its model file
 * calls it if that was read. It does not use defaults from the classes of transformers.
 */
import { shown } from '../checks/show.js';
import type { RopeSpec, ScalingSpec } from '../generated/encodings.js';
import type { Fields } from '../hf/fields.js';
import type { LayerFacts } from '../hf/facts.js';
import { type ModelFile, modelFile, newest, refuseLacking, type Release } from './mlx-lm/model-files.js';
import { release31 } from './mlx-lm/older.js';
import { lengthOf, mscales, numberIn, refuseTexts } from './rules.js';
import { missingKey, NotKnown, Refusal } from './refusal.js';
import type { Source } from './source.js';
import type { Engine, EngineLayer, Reading } from './types.js';

const number = (fields: Fields, key: string, otherwise: number): number => numberIn(fields, key) ?? otherwise;
const list = (fields: Fields, key: string): readonly number[] => {
  const value = fields.peek(key);
  if (!Array.isArray(value)) throw missingKey(key);
  return value as readonly number[];
};

function scalingOf(
  dict: Fields,
  max: number,
  length: number | undefined,
  { noMax, noDynamic }: Pick<ModelFile, 'noMax' | 'noDynamic'>,
): ScalingSpec {
  const type = dict.peek('type') ?? dict.peek('rope_type') ?? 'default'; // the old key first
  const factor = (): number => lengthOf('factor', dict.peek('factor'));
  switch (type) {
    case 'default':
      return { type };
    case 'linear':
      return { type, factor: factor() };
    case 'dynamic': // recomputed in every call for the current length
      if (noDynamic) throw new Refusal('ValueError', `Unsupported RoPE type ${type}`, 'update mlx-lm to 0.32');
      if (noMax) throw new Refusal('TypeError', "'>' not supported between instances of 'NoneType' and 'int'");
      return { type, factor: factor(), originalContext: max, contextLength: length ?? max };
    case 'llama3':
      return {
        type,
        factor: factor(),
        lowFreqFactor: number(dict, 'low_freq_factor', 1),
        highFreqFactor: number(dict, 'high_freq_factor', 4),
        originalContext: number(dict, 'original_max_position_embeddings', 8192),
      };
    case 'yarn':
    case 'deepseek_yarn': {
      const [betaFast, betaSlow] = [number(dict, 'beta_fast', 32), number(dict, 'beta_slow', 1)];
      const original = 'original_max_position_embeddings';
      if (dict.mentions(original) && dict.peek(original) === undefined)
        throw new Refusal(
          'TypeError',
          "unsupported operand type(s) for /: 'NoneType' and 'float'",
          `remove ${original}`,
        );
      if (betaFast === 0 || betaSlow === 0) throw new Refusal('ZeroDivisionError', 'float division by zero');
      const originalContext = number(dict, original, 4096);
      const own = mscales(number(dict, 'mscale', 1), number(dict, 'mscale_all_dim', 0));
      return { type: 'yarn', factor: factor(), originalContext, betaFast, betaSlow, ...own };
    }
    case 'longrope': {
      const key = 'original_max_position_embeddings';
      const originalContext = lengthOf(key, dict.peek(key));
      if (noMax) throw new Refusal('TypeError', "unsupported operand type(s) for /: 'NoneType' and 'int'");
      const [shortFactor, longFactor] = [list(dict, 'short_factor'), list(dict, 'long_factor')];
      const contextLength = originalContext + 1; // always the long list
      return { type, originalContext, factor: max / originalContext, shortFactor, longFactor, contextLength };
    }
    case 'proportional':
      return { type, fraction: number(dict, 'partial_rotary_factor', 1), factor: number(dict, 'factor', 1) };
    case 'mrope': {
      const sections = dict.peek('mrope_section');
      const count = Array.isArray(sections) ? sections.length : 0;
      if (count === 3) return { type: 'default' };
      throw new Refusal('AssertionError', `MRoPE currently only supports 3 sections, got ${count}.`);
    }
    default:
      throw new Refusal('ValueError', `Unsupported RoPE type ${typeof type === 'string' ? type : shown(type)}`);
  }
}

/** phi3.py, phimoe.py and minicpm3.py build LongRoPE themselves; phi3.py ignores unknown types. */
function suScaling(text: Fields, max: number, { name }: ModelFile, pairs: number): ScalingSpec {
  const dict = text.child('rope_scaling');
  if (!dict) return { type: 'default' };
  const type = dict.peek('type');
  if (name === 'phi3' && (type === undefined || !dict.has('long_factor')))
    throw new Refusal('ValueError', "rope_scaling must contain keys {'long_factor', 'type'}");
  if (name === 'phi3' && type === 'linear') return { type, factor: lengthOf('factor', dict.peek('factor')) };
  if (name === 'phi3' && type !== 'longrope' && type !== 'su') return { type: 'default' };
  const originalContext = number(name === 'minicpm3' ? dict : text, 'original_max_position_embeddings', 4096);
  const listed = (key: string): readonly number[] =>
    name === 'minicpm3' && !dict.has(key) ? Array<number>(pairs).fill(1) : list(dict, key);
  const [shortFactor, longFactor] = [listed('short_factor'), listed('long_factor')];
  const attentionFactor = name === 'phimoe' ? lengthOf('long_mscale', dict.peek('long_mscale')) : undefined;
  return {
    type: 'longrope',
    originalContext,
    factor: max / originalContext,
    shortFactor,
    longFactor,
    contextLength: originalContext + 1, // always the long list
    ...(attentionFactor && { attentionFactor }),
  };
}

/** DynamicNTKScalingRoPE of internlm2.py takes its factor, 2 by default, as the scale of positions, too. */
function doubled(dict: Fields | undefined, max: number, length = max): ScalingSpec {
  if (length > max) throw new NotKnown(`what it computes beyond ${max} positions was not executed`);
  const linear = (dict?.peek('type') ?? dict?.peek('rope_type')) === 'linear';
  return { type: 'linear', factor: linear ? lengthOf('factor', dict!.peek('factor')) : 0.5 };
}

function scalingBy(file: ModelFile, { text }: Source, facts: LayerFacts, length: number | undefined): ScalingSpec {
  const max = facts.max.value;
  const inner = facts.layer.layerType === 'sliding_attention';
  if (file.reads && !text.child(file.reads[0])?.has(file.reads[1])) throw missingKey(file.reads[1]);
  const given = text.child('rope_scaling');
  if (file.keys && given && file.keys.some((key) => !given.has(key)))
    throw new Refusal(
      'ValueError',
      `rope_scaling must contain keys {${file.keys.map((key) => `'${key}'`).join(', ')}}`,
    );
  const limited = file.linearOrDynamic !== undefined ? given?.peek(file.linearOrDynamic) : undefined;
  if (limited !== undefined && limited !== 'linear' && limited !== 'dynamic')
    throw new Refusal(
      'ValueError',
      `rope_scaling '${file.linearOrDynamic!}' currently only supports 'linear' or 'dynamic'`,
    );
  if (file.doubles) return doubled(given, max, length);
  if (file.subscripts && !given) throw new Refusal('TypeError', "'NoneType' object is not subscriptable");
  if (file.needsScaling && !given)
    throw new Refusal('AttributeError', "'NoneType' object has no attribute 'get'", 'write rope_scaling');
  if (file.scaling === 'none' || (file.layers && inner && file.scaling === undefined)) return { type: 'default' };
  if (file.scaling === 'no rotation') return { type: 'proportional', fraction: 0 };
  if (file.scaling === 'alpha') return facts.scaling.type === 'ntk' ? facts.scaling : { type: 'default' };
  if (file.scaling === 'su') return suScaling(text, max, file, facts.width.rotaryDim.value / 2);
  if (file.scaling === 'linear') {
    const dict = text.child('rope_scaling');
    return dict?.peek('type') === 'linear' ? scalingOf(dict, max, length, file) : { type: 'default' };
  }
  const scaling = text.child('rope_scaling');
  const parameters = (): Fields | undefined => parametersOf(facts, file);
  const dict = file.scaling === 'rope_parameters' ? parameters() : (scaling ?? (file.after ? parameters() : undefined));
  return dict ? scalingOf(dict, max, length, file) : { type: 'default' };
}

/** rope_parameters under that name: of the whole file, or of a layer type if the model file looks there. */
function parametersOf({ layer }: LayerFacts, { layers, asClass }: ModelFile): Fields | undefined {
  const own = layer.era === 'rope_parameters' || (asClass && layer.era === 'none');
  return own && layer.nested === Boolean(layers) && layer.dict.keys().length > 0 ? layer.dict : undefined;
}

function baseBy(file: ModelFile, { text }: Source, facts: LayerFacts): number {
  const { theta = 10_000, base = 'rope_theta' } = file;
  const dict = parametersOf(facts, file);
  if (file.scaling === 'rope_parameters') return dict ? number(dict, 'rope_theta', theta) : theta;
  if (file.topLevel)
    return facts.layer.layerType === 'sliding_attention'
      ? number(text, 'rope_local_base_freq', 10_000)
      : number(text, base, theta);
  if ((file.layers && !file.oneBase) || file.asClass) return facts.base.value;
  const given = base === 'fixed' ? theta : number(text, base, theta);
  if (file.after && dict && !text.has(base)) return number(dict, 'rope_theta', theta);
  return file.either && dict ? number(dict, 'rope_theta', given) : given;
}

/** Head width that the model file uses; for latent attention, that of the configuration. */
function headBy(file: ModelFile, { text }: Source, { width, layer }: LayerFacts): number {
  const { headDim, headKey = 'head_dim' } = file;
  if (width.latent) return width.headDim.value;
  if (file.fullHead && layer.layerType !== 'sliding_attention') {
    const [key, otherwise] = file.fullHead;
    if (!text.mentions(key)) return otherwise;
    if (text.has(key)) return number(text, key, otherwise);
  }
  if (text.has(headKey) && headDim !== 'derived')
    return headKey === 'head_dim' ? width.headDim.value : number(text, headKey, 0);
  if (typeof headDim === 'number') return headDim;
  const derived = number(text, 'hidden_size', 0) / number(text, 'num_attention_heads', 1);
  return derived >= 2 && derived % 2 === 0 ? derived : width.headDim.value;
}

function rotatedBy(file: ModelFile, { text }: Source, facts: LayerFacts, head: number): number {
  const { fraction, fractionDefault = 1, scaling, first } = file;
  if (fraction === undefined || facts.width.latent) return head;
  if (first !== undefined && text.has(first)) return number(text, first, head);
  const given = number(text, fraction, fractionDefault);
  if (fraction === 'rotary_dim') return given;
  const own = scaling === 'rope_parameters' && parametersOf(facts, file);
  const part = Math.floor(head * (own ? number(own, fraction, given) : given));
  if (part % 2) throw new Refusal('ValueError', `[rope] dims must be even but got ${part}.`);
  return part;
}

function specOf(source: Source, facts: LayerFacts, length: number | undefined, file: ModelFile): RopeSpec {
  const scaling = scalingBy(file, source, facts, length);
  const dim = headBy(file, source, facts);
  const rotaryDim = rotatedBy(file, source, facts, dim);
  return {
    encoding: 'rope',
    dim,
    base: baseBy(file, source, facts),
    ...(rotaryDim !== dim && { rotaryDim }),
    ...(scaling.type !== 'default' && { scaling }),
  };
}

function notesOn({ text, modelType }: Source, { name, scaling, either, after }: ModelFile): string[] {
  if (modelType === undefined) return ['the file names no model_type, by which mlx-lm chooses: read as llama.py does'];
  if (scaling === 'no rotation') return [`${name}.py rotates nothing`];
  const parameters = text.child('rope_parameters');
  return [
    ...(scaling === 'none' && (text.child('rope_scaling') ?? isScaledBy(parameters))
      ? [`${name}.py never scales`]
      : []),
    ...(parameters && scaling !== 'rope_parameters' && !either && !after
      ? [`${name}.py does not read rope_parameters: write rope_theta and rope_scaling at the top level, too`]
      : []),
  ];
}
const isScaledBy = (dict: Fields | undefined): boolean | undefined => dict?.has('factor');

const row = {
  title: 'mlx-lm',
  basis: 'executed',
  source: 'https://github.com/ml-explore/mlx-lm/blob/main/mlx_lm/models/rope_utils.py',
  flags: ['rope_theta and rope_scaling in config.json'],
} as const;

export const mlxLm: Engine = {
  ...row,
  id: 'mlx-lm',
  version: '0.32.2',
  read: (source, length) => read(source, length, newest),
};

export const mlxLm31: Engine = {
  ...row,
  id: 'mlx-lm@0.31.3',
  title: 'mlx-lm 0.31.3',
  version: '0.31.3',
  byNameOnly: true,
  read: (source, length) => read(source, length, release31),
};

function read(source: Source, length: number | undefined, release: Release): Reading {
  const file = modelFile(source.outerType, source.modelType, release);
  if (file.notRead) throw new NotKnown(`which layers ${file.name}.py rotates was not read`);
  refuseLacking(file, source.text);
  refuseTexts(source, true);
  const [first] = source.layers;
  if (file.fullHead && first!.layer.layerType === undefined)
    throw new NotKnown(`${file.name}.py has two kinds of layers, and this file does not say which layer is which`);
  const layerOf = (facts: LayerFacts): EngineLayer => {
    const spec = specOf(source, facts, length, file);
    return {
      spec,
      ...(spec.scaling?.type === 'dynamic' && { byLength: true }),
      ...(facts.width.latent && { latent: true }),
    };
  };
  const whole = first!.layer.layerType === undefined ? first!.layer.name : 'default';
  return {
    layers: file.layers
      ? Object.fromEntries(source.layers.map((facts) => [facts.layer.name, layerOf(facts)]))
      : { [whole]: layerOf(first!) },
    served: first!.max.value,
    notes: notesOn(source, file),
  };
}
