/**
 * OpenVINO by the export of optimum-intel (optimum/exporters/openvino). It traces the module of transformers, so the
 * frequencies are those of the traced version, with the changes made by patches and tracing. The OpenVINO runtime and
 * its other front ends are not covered.
 */
import { printable } from '../checks/show.js';
import { exported, type Traced, withoutScale } from './openvino/exported.js';
import { NotKnown, Refusal } from './refusal.js';
import type { Source } from './source.js';
import { transformers4 } from './transformers-4.js';
import { transformers5 } from './transformers-5.js';
import type { Engine, EngineLayer, Reading } from './types.js';

/** Finds the version to trace. A type shared with an encoder or a vision model is exported as its text model. */
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

/** dynamic_frequency_update reads the length in Python, so tracing fixes that of the short example, without scaling. */
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
    if (version === 'own') throw new NotKnown('it traces code that comes with the model, which we did not read');
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
