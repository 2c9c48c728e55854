/** The report on a config.json as one engine reads it: the layers of the importer with the engine's own specs. */
import { PosencError } from '../checks/errors.js';
import { importConfig } from '../hf/import.js';
import type { ImportedLayer, RopeReport } from '../types/config.js';
import { engineOf } from './chosen.js';
import { engineQueryScale } from './query-scale.js';
import { Refusal } from './refusal.js';
import { readSource } from './source.js';
import type { Reading } from './types.js';

export interface EngineReportLayer {
  readonly name: string;
  readonly layer: ImportedLayer;
  readonly contextLength: number;
  /** The report of the core's numbers with what they do not show. */
  readonly finish: (report: RopeReport) => RopeReport;
}

/**
 * @throws PosencError bad_argument for an unknown engine, unsupported_config for a file that the engine refuses, with its
 *   exception and message.
 */
export function engineReports(
  name: unknown,
  config: string | object,
  contextLength: number | undefined,
): EngineReportLayer[] {
  const engine = engineOf(name, 'options.engine');
  const source = readSource(config);
  const reading = readOrRefuse(() => engine.read(source, contextLength), engine.title);
  const imported = importConfig(config).layers;
  return Object.entries(reading.layers).map(([key, own]) => {
    const { queryScale: _, ...read } = imported[key] ?? Object.values(imported)[0]!;
    const facts = source.layers.find(({ layer: { name } }) => name === key) ?? source.layers[0]!;
    const queryScale = engineQueryScale(engine.id, facts, source);
    const layer = { ...read, spec: own.spec, latentAttention: !!own.latent, ...(queryScale && { queryScale }) };
    const regime = own.spec.scaling && 'contextLength' in own.spec.scaling ? own.spec.scaling.contextLength : undefined;
    return {
      name: key,
      layer,
      contextLength: contextLength ?? regime ?? reading.served,
      finish: (report) => ({
        ...report,
        ...(own.attentionFactor !== undefined && { attentionFactor: own.attentionFactor }),
        engine: {
          id: engine.id,
          version: engine.version,
          basis: reading.basis ?? engine.basis,
          served: reading.served,
          ...(own.rows !== undefined && { rows: own.rows }),
          notes: reading.notes ?? [],
        },
      }),
    };
  });
}

function readOrRefuse(read: () => Reading, title: string): Reading {
  try {
    return read();
  } catch (thrown) {
    if (!(thrown instanceof Refusal)) throw thrown;
    const message = `${title} refuses this file: ${thrown.kind}: ${thrown.message}`;
    throw new PosencError('unsupported_config', 'config', message);
  }
}
