/**
 * llama.cpp: a chain. The converter writes keys and tensors, loader and context read them, ggml turns them into angles.
 */
import { architectures } from './llama-cpp/architectures.js';
import { convert } from './llama-cpp/convert.js';
import { run } from './llama-cpp/run.js';
import type { Engine } from './types.js';

export const llamaCpp: Engine = {
  id: 'llama-cpp',
  title: 'llama.cpp',
  version: '3f545bec (2026-08-22)',
  basis: 'executed',
  source: 'https://github.com/ggml-org/llama.cpp/tree/master/conversion',
  flags: [
    '-c',
    '--rope-scaling',
    '--rope-scale',
    '--rope-freq-base',
    '--yarn-orig-ctx',
    '--yarn-ext-factor',
    '--yarn-beta-fast',
    '--yarn-beta-slow',
  ],
  read(source, contextLength) {
    const model = convert(source);
    const served = model.keys['context_length'] as number;
    const known = architectures.has(source.modelType ?? '');
    return {
      layers: run(model, contextLength ?? served),
      served,
      gguf: model.keys,
      ...(!known && {
        notes: ['its class for this model type was not looked at: read as its general converter does'],
      }),
    };
  },
};
