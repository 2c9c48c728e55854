/**
 * report: what a model's config.json means at a context length.
 */
import { controlOf, readOptions, throwIfAborted, wholeOption } from '../checks/options.js';
import { atContext, readConfig } from '../hf/config-argument.js';
import { checkSpec } from '../requests/spec.js';
import type { Control } from '../checks/control.js';
import type { EngineReportLayer } from '../engines/report.js';
import type { ConfigReport, ImportedLayer } from '../types/posenc.js';
import type { Caller } from './caller.js';
import type { Composed } from './composed.js';

/** The same as an engine reads the file; the rows of the engines are loaded where one is asked for. */
async function reportOf(
  calls: Caller,
  engine: unknown,
  config: string | object,
  contextLength: number | undefined,
  control: Control,
): Promise<ConfigReport> {
  const [{ assembleConfigReport, assembleReport }, { engineReports }] = await Promise.all([
    import('../hf/index.js'),
    import('../engines/index.js'),
  ]);
  let layers: EngineReportLayer[] = [];
  const raw = await calls.ask('report', () => {
    layers = engineReports(engine, config, contextLength);
    const request = layers.map(({ layer, contextLength: length }) => ({
      spec: checkSpec(layer.spec, 'report'),
      trainedContext: layer.trainedContext,
      contextLength: length,
    }));
    return { request, control };
  });
  return assembleConfigReport(
    Object.fromEntries(
      layers.map(({ name, layer, contextLength: length, finish }, i) => [
        name,
        finish(assembleReport(layer, raw[i]!, length)),
      ]),
    ),
  );
}

export const report: Composed<'report'> = {
  takes: ['configJson'],
  make: (calls) => async (configJson, options) => {
    const { config, contextLength, engine, control } = calls.read(() => {
      const entries = readOptions(options, ['contextLength', 'engine']);
      const contextLength = wholeOption(entries, 'contextLength');
      const engine = entries.get('engine');
      return { config: readConfig(configJson), contextLength, engine, control: controlOf(entries) };
    });
    if (engine !== undefined) return reportOf(calls, engine, config, contextLength, control);
    const { assembleConfigReport, assembleReport, importConfig, loadImportGguf, readModel, unrotatedReport } =
      await import('../hf/index.js');
    const importGguf = await loadImportGguf(config);
    throwIfAborted(control.signal);
    const unrotated = calls.read(() => unrotatedReport(readModel(config), contextLength));
    if (unrotated) return unrotated;
    let layers: [string, ImportedLayer, number][] = [];
    const raw = await calls.ask('report', () => {
      layers = Object.entries(importConfig(config, importGguf).layers).map(([key, layer]) => {
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
