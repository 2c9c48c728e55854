/**
 * Converts the keys of a GGUF file to one spec per kind of layer, as llama.cpp's loader and context read them:
 * load_hparams in src/llama-model.cpp, src/llama-context.cpp and src/models/<architecture>.cpp of ggml-org/llama.cpp
 * 0c1e5709. Records the key of each value.
 */
import { errorAbout, PosencError } from '../checks/errors.js';
import { printable, shown } from '../checks/show.js';
import type { RopeSpec, ScalingSpec } from '../generated/encodings.js';
import type { ImportedConfig, ImportedLayer, ReportWarning } from '../types/posenc.js';
import { Fields, type Found, positiveInteger } from './fields.js';
import type { GgufFields } from './gguf-fields.js';
import { schemeOfGguf, unrotatedGguf } from './gguf-unrotated.js';
import { findBareLayers, findSections } from './gguf-layers.js';
import { type LayerKeys, type Note, readScaling } from './gguf-scaling.js';
import {
  compressedKeys,
  halfWithSections,
  halvedFull,
  interleavedTypes,
  localBase,
  noRotation,
  plainSliding,
} from './gguf-types.js';
import { ropeRule } from './limits.js';
import { mropeFields } from './mrope.js';
import { multimodalSpecOf } from './mrope-spec.js';
import { type QueryScaleRule, withQueryScale } from './query-scale.js';
import { aboutPositions, listed } from './unread.js';
import type { Plain } from './plain.js';

export { unrotatedGguf };

/** @throws PosencError bad_config, bad_shape, or unsupported_config if llama.cpp does not rotate. */
export function importGguf(file: GgufFields): ImportedConfig {
  const { metadata, factors } = file;
  const architecture = architectureOf(file);
  const own = Object.entries(metadata).flatMap(([key, value]) =>
    key.startsWith(`${architecture}.`) ? [[key.slice(architecture.length + 1), value] as const] : [],
  );
  const keys = Fields.typed(Object.fromEntries(own), architecture);
  keys.peek('rope.scaling.finetuned'); // only the graphs of finetunedRotates depend on it; others print it
  const names = layerNames(keys, architecture);
  const layers = names.map((name) => [
    name ?? 'default',
    readLayer({ keys, architecture, factors, sliding: name === 'sliding_attention', layerType: name }),
  ]);
  return { modelType: architecture, layers: Object.fromEntries(layers) as Record<string, ImportedLayer> };
}

function architectureOf(file: GgufFields): string {
  const { metadata } = file;
  const name = metadata['general.architecture'];
  const part = metadata['split.no'];
  if (name === undefined && typeof part === 'number' && part > 0)
    throw new PosencError(
      'bad_config',
      'split.no',
      `this is part ${part + 1} of a file in parts; the keys are in the first one, …-00001-of-….gguf`,
    );
  if (typeof name !== 'string')
    throw errorAbout('bad_config', 'general.architecture', `is ${shown(name)}; it must be a text`);
  const instead = schemeOfGguf(file);
  if (instead === undefined && !noRotation.has(name)) return name;
  throw new PosencError(
    'unsupported_config',
    'general.architecture',
    `llama.cpp rotates nothing in the architecture '${printable(name)}'${instead === undefined ? '' : `: it uses ${instead}`}`,
  );
}

/** Kinds of layers that rotate differently. */
function layerNames(keys: Fields, architecture: string): readonly (string | undefined)[] {
  if (compressedKeys.has(architecture)) return ['main', 'compress'];
  return hasOwnSliding(keys, architecture) ? ['sliding_attention', 'full_attention'] : [undefined];
}

/** True if sliding-window layers rotate differently from the others. */
function hasOwnSliding(keys: Fields, architecture: string): boolean {
  const window = keys.number('attention.sliding_window', { integer: true, min: 0 });
  if (!window || window.value === 0) return false;
  return plainSliding.has(architecture) || keys.has('rope.freq_base_swa') || keys.has('rope.dimension_count_swa');
}

function readLayer(source: LayerKeys): ImportedLayer {
  const { keys, architecture, sliding, layerType } = source;
  const readFrom: Record<string, string> = { modelType: 'general.architecture' };
  const note: Note = (name, found) => {
    readFrom[name] = found.from;
    return found.value;
  };
  const max = need(keys.number('context_length', positiveInteger), keys, 'context_length');
  const latent = keys.has('attention.kv_lora_rank');
  const { headDim, rotaryDim } = findWidth(source, latent);
  const base = findBase(source);
  const original = keys.number('rope.scaling.original_context_length', positiveInteger);
  note('base', base);
  note('headDim', headDim);
  note('rotaryDim', rotaryDim);
  const mrope = findSections(keys, architecture, (key) => missing(keys, key));
  const interleaved = interleavedTypes.has(architecture) && !(mrope && halfWithSections.has(architecture));
  readFrom['layout'] =
    `derived: the type of ${architecture} in llama_model_rope_type${interleaved ? '; the rows of its weights may have been permuted by the converter' : ''}`;
  const scaling = readScaling(source, { note, max, original, pairs: rotaryDim.value / 2, base: base.value });
  const trained = findTrained(scaling, readFrom['originalContext'], max, original);
  note('trainedContext', trained);
  note('contextLength', max);
  readFrom['softmaxMultiplier'] = 'derived: rope.scaling.yarn_log_multiplier, in multi-head latent attention';
  const queryScale = findQueryScale(keys, architecture, original ?? max);
  if (queryScale) note('queryScale', queryScale);
  const plain: RopeSpec = {
    encoding: 'rope',
    dim: headDim.value,
    base: base.value,
    layout: interleaved ? 'interleaved' : 'half',
    ...(rotaryDim.value !== headDim.value && { rotaryDim: rotaryDim.value }),
    ...(scaling.type !== 'default' && { scaling }),
  };
  // layers of one kind may still differ: the window may apply to some of them only
  const given =
    sliding || layerType === undefined ? keys.number('attention.sliding_window', { integer: true, min: 0 }) : undefined;
  const window = given && given.value > 0 ? given : undefined;
  if (window) note('slidingWindow', window);
  if (mrope) {
    note('mropeSection', mrope.section);
    for (const name of ['mropeOrder', 'mropeInterleaved', 'mropeAxes']) note(name, mrope.order);
  }
  const bare = findBareLayers(keys, architecture);
  if (bare) note('unrotatedLayers', bare);
  const multimodalSpec = multimodalSpecOf(plain, mrope);
  return {
    spec: withQueryScale(plain, queryScale?.value),
    modelType: architecture,
    ...(layerType !== undefined && { layerType }),
    ...(window && { slidingWindow: window.value }),
    ...mropeFields(mrope),
    ...(multimodalSpec && { multimodalSpec }),
    ...(bare && { unrotatedLayers: bare.value }),
    ...(queryScale && { queryScale: queryScale.value }),
    trainedContext: trained.value,
    maxContext: max.value,
    latentAttention: latent,
    readFrom,
    warnings: unread(keys),
  };
}

/** Length before scaling: from the file, or derived from its factors; otherwise the context length. */
function findTrained(
  scaling: ScalingSpec,
  derived: string | undefined,
  max: Found<number>,
  original: Found<number> | undefined,
): Found<number> {
  if (scaling.type === 'default') return max;
  if (scaling.type === 'llama3' && derived !== undefined) return { value: scaling.originalContext, from: derived };
  return original ?? { value: max.value, from: `default: ${max.from}, the file names no length before scaling` };
}

/** src/models/llama4.cpp, mistral3.cpp and deepseek2.cpp. The values of Llama 4 are in its loader and in no key. */
function findQueryScale(keys: Fields, architecture: string, trained: Found<number>): Found<QueryScaleRule> | undefined {
  if (architecture === 'llama4') {
    const from = 'default: the numbers in the loader of llama4';
    if (keys.glance('attention.sliding_window') === 0) return undefined;
    return { value: { rule: 'steps', beta: 0.1, length: 8192, shift: 1, layers: 'unrotated' }, from };
  }
  if (architecture !== 'mistral3' && architecture !== 'deepseek2') return undefined;
  const beta = keys.number('attention.temperature_scale', ropeRule('attnScale'));
  const length = architecture === 'mistral3' ? trained : keys.number('attention.temperature_length', positiveInteger);
  if (!beta || beta.value === 0 || !length) return undefined;
  return { value: { rule: 'steps', beta: beta.value, length: length.value, shift: 0, layers: 'all' }, from: beta.from };
}

/** Warns of keys about positions that did not affect the reading. */
function unread(keys: Fields): ReportWarning[] {
  const names = keys.unasked().filter((key) => aboutPositions.test(key));
  if (names.length === 0) return [];
  const code = 'unread_position_fields';
  const source = 'https://github.com/ggml-org/llama.cpp/tree/master/src/models';
  return [
    {
      code,
      message: `these keys may change positions and had no part in this report, which may not be complete: ${listed(keys, names, (key) => keys.at(key))}`,
      source,
    },
  ];
}

function need<T>(found: Found<T> | undefined, keys: Fields, key: string): Found<T> {
  return found ?? missing(keys, key);
}

function missing(keys: Fields, key: string): never {
  throw errorAbout('bad_config', keys.at(key), 'is missing; llama.cpp does not load such a file');
}

function findBase({ keys, architecture, sliding, layerType }: LayerKeys): Found<number> {
  const own = 'attention.compress_rope_freq_base';
  if (layerType === 'compress') return need(keys.number(own, ropeRule('base')), keys, own);
  const full = keys.number('rope.freq_base', ropeRule('base')) ?? {
    value: 10_000,
    from: 'default: 10000, the file has no rope.freq_base',
  };
  if (!sliding) return full;
  return (
    keys.number('rope.freq_base_swa', ropeRule('base')) ??
    (localBase.has(architecture) ? { value: 10_000, from: 'default: 10000, the file has no rope.freq_base_swa' } : full)
  );
}

function findWidth(
  { keys, sliding, architecture }: LayerKeys,
  latent: boolean,
): { headDim: Found<number>; rotaryDim: Found<number> } {
  const width = ropeRule('dim');
  const own = (key: string): Found<number> | undefined =>
    (sliding ? keys.number(`${key}_swa`, width) : undefined) ?? keys.number(key, width);
  const rotated = own('rope.dimension_count');
  const halved = halvedFull.has(architecture) && !sliding;
  const headDim = latent && rotated ? rotated : (own('attention.key_length') ?? quotient(keys));
  const whole = rotated ?? { value: headDim.value, from: 'default: headDim, the file has no rope.dimension_count' };
  const rotaryDim = halved ? { value: whole.value / 2, from: `derived: half of ${whole.from}` } : whole;
  if (rotaryDim.value % 2 === 0 && rotaryDim.value >= 2 && rotaryDim.value <= headDim.value)
    return { headDim, rotaryDim };
  throw new PosencError(
    'bad_config',
    keys.at('rope.dimension_count'),
    `the rotated width is ${rotaryDim.value} (${rotaryDim.from}); it must be even, at least 2 and at most the head width ${headDim.value}`,
  );
}

function quotient(keys: Fields): Found<number> {
  const embedding = need(keys.number('embedding_length', positiveInteger), keys, 'embedding_length');
  const counts = keys.peek('attention.head_count');
  // one number, or one for each layer, 0 for layers without attention
  const heads = Array.isArray(counts) ? counts.find((n: Plain) => typeof n === 'number' && n > 0) : counts;
  const from = `derived: ${embedding.from} / ${keys.at('attention.head_count')}`;
  const value = typeof heads === 'number' && heads >= 1 ? Math.floor(embedding.value / heads) : 0;
  if (value >= 2 && value % 2 === 0) return { value, from };
  const given = `${from} is ${embedding.value} / ${shown(heads)}`;
  throw new PosencError('bad_config', keys.at('attention.head_count'), `the head width ${given}; it must be even`);
}
