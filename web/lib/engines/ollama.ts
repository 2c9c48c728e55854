/**
 * ollama: `ollama create` of a folder with safetensors. Its own converters write the keys, its compatibility layer
 * (llama/compat) renames some of them on load, and llama.cpp then reads them. The layer changes no position keys of a
 * GGUF from llama.cpp's converter, which is therefore read as by llama.cpp. ollama's MLX runner is not covered.
 */
import { printable } from '../checks/show.js';
import { architectureName, withoutArchitectures } from './architecture-names.js';
import { llamaCpp } from './llama-cpp.js';
import type { LlamaModel } from './llama-cpp/model.js';
import { run } from './llama-cpp/run.js';
import { converters, notANumber, type Written } from './ollama/converters.js';
import { NotKnown, Refusal } from './refusal.js';
import { refuseTexts } from './rules.js';
import type { Source } from './source.js';
import type { Engine, EngineLayer, GgufKeys } from './types.js';

const known: ReadonlyMap<string, { readonly nested?: boolean }> = new Map(
  [...converters.keys()].map((name) => [name, { nested: name.endsWith('ForConditionalGeneration') }]),
);

function nameOf(source: Source): string {
  const name = architectureName(source, known);
  if (name !== undefined && converters.has(name)) return name;
  throw new Refusal(
    'error',
    `unsupported architecture "${printable(name ?? source.modelType ?? '')}"`,
    "convert it by llama.cpp's convert_hf_to_gguf.py and give ollama the GGUF",
    true,
  );
}

/** The loader aborts on a type that it does not know, including an empty string. */
function refuseType({ type, factor = 0, betas }: Written): void {
  if (type === undefined) return;
  if (!['linear', 'yarn', 'longrope', 'none'].includes(type))
    throw new Refusal(
      'GGML_ASSERT',
      `rope.scaling.type is written as '${printable(type)}', which is not one of none, linear, yarn, longrope`,
      "convert it by llama.cpp's convert_hf_to_gguf.py and give ollama the GGUF",
    );
  if (type === 'yarn' && factor > 0 && betas?.includes(0)) throw notANumber('beta_fast or beta_slow');
}

function keysOf(written: Written): GgufKeys {
  const { type, factor, original, betas, logMultiplier } = written;
  return {
    context_length: written.context,
    ...(type !== undefined && { rope_scaling_type: type }),
    ...(factor && { rope_scaling_factor: factor }),
    ...(original && { rope_scaling_orig_ctx_len: original }),
    ...(betas && { rope_scaling_yarn_beta_fast: betas[0], rope_scaling_yarn_beta_slow: betas[1] }),
    ...(logMultiplier !== undefined && { rope_scaling_yarn_log_mul: logMultiplier }),
    ...(written.amplitude !== undefined && { rope_scaling_attn_factors: written.amplitude }),
    rope_freq_base: written.base,
    ...(written.slidingBase !== undefined && { rope_freq_base_swa: written.slidingBase }),
    ...(written.count !== undefined && { rope_dimension_count: written.count }),
  };
}

function modelOf({ layers }: Source, written: Written): LlamaModel {
  const main = layers.find(({ layer }) => layer.layerType === 'full_attention') ?? layers[0]!;
  const others = layers.filter((each) => each !== main);
  return {
    architecture: { name: written.architecture },
    headDim: written.headDim,
    keys: keysOf(written),
    ...(written.factors && { factors: written.factors }),
    ...(others.length > 0 && {
      windows: [true, false],
      sliding: {
        base: written.slidingBase ?? written.base,
        dim: written.slidingHeadDim ?? written.headDim,
      },
    }),
    names: [...others, main].map(({ layer: { name } }) => name),
    full: main.layer.name,
    latent: main.width.latent,
  };
}

/** rope.scaling.attn_factor multiplies the amplitude of YaRN's factor, and is the amplitude of LongRoPE. */
function withAmplitude(
  { full: name = '' }: LlamaModel,
  { amplitude, factor = 0, type }: Written,
  layers: Layers,
): Layers {
  if (amplitude === undefined) return layers;
  const own = type === 'yarn' && factor > 1 ? 0.1 * Math.log(factor) + 1 : 1;
  return { ...layers, [name]: { ...layers[name]!, attentionFactor: amplitude * own } };
}
type Layers = Readonly<Record<string, EngineLayer>>;

function notesOn({ outerArchitectures: names, layers }: Source, name: string, written: Written): string[] {
  const notes: string[] = [];
  if (names.length === 0) notes.push(withoutArchitectures('ollama', name));
  const file = layers.find(({ scaling }) => scaling.type !== 'default');
  const kept = written.type !== undefined || written.factors !== undefined;
  if (file && !kept)
    notes.push(`rope_type ${printable(file.ropeType.given)} is dropped by the converter: the GGUF rotates unscaled`);
  const asWritten = file?.scaling.type === 'linear' && file.scaling.factor === written.factor;
  if (written.architecture === 'gemma3' && written.type === 'linear' && !asWritten)
    notes.push('from 131072 positions on its compatibility layer fills in linear scaling by 8, whatever the file says');
  if (written.architecture === 'olmo2' && written.amplitude !== undefined)
    notes.push(
      'attention_factor is multiplied with the amplitude of the factor, so that it counts twice: leave it out',
    );
  return notes;
}

export const ollama: Engine = {
  id: 'ollama',
  title: 'ollama',
  version: 'fb307609 (2026-08-21), llama.cpp b10488',
  basis: 'read',
  source: 'https://github.com/ollama/ollama/tree/main/convert',
  ...(llamaCpp.arithmetic && { arithmetic: llamaCpp.arithmetic }),
  byNameOnly: true,
  flags: ['num_ctx', 'OLLAMA_CONTEXT_LENGTH'],
  read(source, contextLength) {
    const name = nameOf(source);
    const converter = converters.get(name);
    if (!converter) throw new NotKnown(`its converter for ${name} was not read`);
    refuseTexts(source);
    const written = converter({ text: source.text, architecture: name });
    if (written.base === 0) throw notANumber('rope_theta');
    refuseType(written);
    // some of its converters write the raw field, and a width of 0 if the file omits it
    if (written.headDim < 2 || (written.slidingHeadDim ?? 2) < 2)
      throw new Refusal(
        'error',
        `attention.key_length is written as ${written.headDim}`,
        'write the width of a head, as head_dim or qk_rope_head_dim',
      );
    const model = modelOf(source, written);
    // llm/server.go lowers a length beyond that of the file to it
    const started = Math.min(contextLength ?? written.context, written.context || Infinity);
    return {
      layers: withAmplitude(model, written, run(model, started)),
      served: written.context,
      gguf: model.keys,
      notes: notesOn(source, name, written),
    };
  },
};
