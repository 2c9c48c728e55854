/**
 * OpenVINO by the export of optimum-intel (optimum/exporters/openvino): it traces the module of transformers, so that the
 * frequencies are those of the version that it traces, with what its patches and tracing change. What the OpenVINO runtime
 * does with the graph was not looked at, nor are its other front ends answered here.
 */
import { printable } from '../checks/show.js';
import { exported, type Traced, withoutScale } from './openvino/exported.js';
import { NotKnown, Refusal } from './refusal.js';
import type { Source } from './source.js';
import { transformers4 } from './transformers-4.js';
import { transformers5 } from './transformers-5.js';
import type { Engine, EngineLayer, Reading } from './types.js';

/** A type that an encoder or a vision model shares is exported by its text model. */
function versionOf({ modelType, outerType }: Source): Traced {
  const version = exported.get(modelType ?? 'llama') ?? exported.get(outerType ?? '');
  if (version) return version;
  const type = printable(modelType ?? outerType ?? '');
  throw new Refusal(
    'ValueError',
    `Trying to export a ${type} model, that is a custom or unsupported architecture, but no custom export configuration was passed`,
    'use another engine',
    true,
  );
}

/** dynamic_frequency_update asks for the length in Python, which tracing answers once: for the short example, without scaling. */
function traced(layer: EngineLayer): EngineLayer {
  const { spec, byLength: _, ...rest } = layer;
  if (spec.scaling?.type !== 'dynamic') return layer;
  const { scaling: __, ...plain } = spec;
  return { ...rest, spec: plain };
}

function lost(layer: EngineLayer): EngineLayer {
  const { latent: _, ...rest } = layer;
  return rest;
}

function notesOn({ modelType = '' }: Source, version: Traced, { layers }: Reading): string[] {
  const notes: string[] = [];
  if (version === 'four')
    notes.push(`for this model type it traces transformers 4, which reads rope_theta and rope_scaling`);
  if (Object.values(layers).some(({ spec }) => spec.scaling?.type === 'dynamic'))
    notes.push('dynamic is traced for a short text, and never stretches: use yarn or linear');
  if (withoutScale.has(modelType)) {
    notes.push(
      "its attention for DeepSeek has the softmax scale of the head alone, without YaRN's (huggingface/optimum-intel#1877, open)",
    );
    if (modelType === 'deepseek_v3')
      notes.push(
        'it rotates the two halves of a head, where the weights have their pairs side by side (the same pull request)',
      );
  }
  return notes;
}

export const openvino: Engine = {
  id: 'openvino',
  title: 'OpenVINO',
  version: 'optimum-intel e1de5bee (2026-08-20, 2.2.0.dev0), transformers 4.51 to 5.5',
  basis: 'read',
  source: 'https://github.com/huggingface/optimum-intel/blob/main/optimum/exporters/openvino/model_patcher.py',
  byNameOnly: true,
  flags: ['the fields of config.json'],
  read(source, contextLength) {
    const version = versionOf(source);
    if (version === 'own') throw new NotKnown('it traces the code that comes with the model, which was not read');
    const reading = (version === 'four' ? transformers4 : transformers5).read(source, contextLength);
    const { modelType = '' } = source;
    const layers = Object.entries(reading.layers).map(([name, layer]) => {
      const own = traced(layer);
      return [name, withoutScale.has(modelType) ? lost(own) : own] as const;
    });
    return {
      layers: Object.fromEntries(layers),
      served: reading.served,
      notes: [...(reading.notes ?? []), ...notesOn(source, version, reading)],
    };
  },
};
