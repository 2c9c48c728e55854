/**
 * mlx-lm: initialize_rope, given rope_theta and rope_scaling as they stand at the top level of the file, or as its model
 * file gives them where that was read. It has no defaults from the classes of transformers.
 */
import { shown } from '../checks/show.js';
import type { RopeSpec, ScalingSpec } from '../generated/encodings.js';
import type { Fields } from '../hf/fields.js';
import type { Findings } from '../hf/import.js';
import { asLlama, executedWithout, type ModelFile, modelFiles } from './mlx-lm/model-files.js';
import { lengthOf, mscales } from './rules.js';
import { missingKey, Refusal } from './refusal.js';
import type { Source } from './source.js';
import type { Engine, EngineLayer } from './types.js';

const number = (fields: Fields, key: string, otherwise: number): number => {
  const value = fields.peek(key);
  return typeof value === 'number' ? value : otherwise;
};
const list = (fields: Fields, key: string): readonly number[] => {
  const value = fields.peek(key);
  if (!Array.isArray(value)) throw missingKey(key);
  return value as readonly number[];
};

function scalingOf(dict: Fields, max: number, length: number | undefined): ScalingSpec {
  const type = dict.peek('type') ?? dict.peek('rope_type') ?? 'default'; // the old key first
  const factor = (): number => lengthOf('factor', dict.peek('factor'));
  switch (type) {
    case 'default':
      return { type };
    case 'linear':
      return { type, factor: factor() };
    case 'dynamic': // recomputed in every call for the length so far
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
      if (betaFast === 0 || betaSlow === 0) throw new Refusal('ZeroDivisionError', 'float division by zero');
      const originalContext = number(dict, 'original_max_position_embeddings', 4096);
      const own = mscales(number(dict, 'mscale', 1), number(dict, 'mscale_all_dim', 0));
      return { type: 'yarn', factor: factor(), originalContext, betaFast, betaSlow, ...own };
    }
    case 'longrope': {
      const key = 'original_max_position_embeddings';
      const originalContext = lengthOf(key, dict.peek(key));
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

function specOf({ text, layers }: Source, facts: Findings, length: number | undefined, file: ModelFile): RopeSpec {
  const max = layers[0]!.max.value;
  const nested = file.scaling === 'rope_parameters';
  const dict = file.scaling === 'none' ? undefined : nested ? facts.layer.dict : text.child('rope_scaling');
  const plain = file.layers && facts.layer.layerType === 'sliding_attention';
  const scaling: ScalingSpec = dict && !plain ? scalingOf(dict, max, length) : { type: 'default' };
  const { headDim, rotaryDim } = facts.width;
  return {
    encoding: 'rope',
    dim: headDim.value,
    base: nested || file.layers ? facts.base.value : number(text, 'rope_theta', 10_000),
    ...(file.partial && rotaryDim.value !== headDim.value && { rotaryDim: rotaryDim.value }),
    ...(scaling.type !== 'default' && { scaling }),
  };
}

function notesOn({ text, modelType = '' }: Source, read: ModelFile | undefined): string[] {
  if (read) {
    if (read.scaling === 'none' && text.child('rope_scaling')) return [`${read.name}.py never scales`];
    return [];
  }
  const own = executedWithout.get(modelType);
  return [
    ...(asLlama.has(modelType)
      ? []
      : [`initialize_rope alone: ${own ?? 'a model file that builds its rotation itself may differ'}`]),
    ...(text.child('rope_parameters')
      ? ['rope_parameters is not read: write rope_theta and rope_scaling at the top level, too']
      : []),
  ];
}

export const mlxLm: Engine = {
  id: 'mlx-lm',
  title: 'mlx-lm',
  version: 'd78bf58e (2026-08-22)',
  basis: 'executed',
  source: 'https://github.com/ml-explore/mlx-lm/blob/main/mlx_lm/models/rope_utils.py',
  flags: ['rope_theta and rope_scaling in config.json'],
  read(source, length) {
    const read = modelFiles.get(source.modelType ?? '');
    const file = read ?? { name: 'llama' };
    const [first] = source.layers;
    const layerOf = (facts: Findings): EngineLayer => {
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
      ...(read && { basis: 'read' as const }),
      notes: notesOn(source, read),
    };
  },
};
