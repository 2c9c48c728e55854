/**
 * report: what a model's config.json means at a context length.
 */
import { controlOf, readOptions, wholeOption } from '../checks/options.js';
import { atContext, readConfig } from '../hf/config-argument.js';
import { checkSpec } from '../requests/spec.js';
import type { ImportedLayer } from '../types/posenc.js';
import type { Composed } from './composed.js';

export const report: Composed<'report'> = {
  takes: ['configJson'],
  make: (calls) => async (configJson, options) => {
    const { config, contextLength, control } = calls.read(() => {
      const entries = readOptions(options, ['contextLength']);
      const contextLength = wholeOption(entries, 'contextLength');
      return { config: readConfig(configJson), contextLength, control: controlOf(entries) };
    });
    const { assembleConfigReport, assembleReport, importConfig } = await import('../hf/index.js');
    let layers: [string, ImportedLayer, number][] = [];
    const raw = await calls.ask('report', () => {
      layers = Object.entries(importConfig(config).layers).map(([key, layer]) => {
        const length = contextLength ?? layer.maxContext;
        return [key, { ...layer, spec: atContext(layer.spec, length) }, length];
      });
      const request = layers.map(([, layer, length]) => ({
        spec: checkSpec(layer.spec, 'report'),
        trainedContext: layer.trainedContext,
        contextLength: length,
      }));
      return { request, control };
    });
    return assembleConfigReport(
      Object.fromEntries(layers.map(([key, layer, length], i) => [key, assembleReport(layer, raw[i]!, length)])),
    );
  },
};
