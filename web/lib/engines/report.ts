/** Report on a config.json as one engine reads it: the layers of the importer with the engine's own specs. */
import { PosencError } from '../checks/errors.js';
import type { ConfigFile } from '../hf/config-file.js';
import { importLayers } from '../hf/import.js';
import type { Questions } from '../hf/questions.js';
import { withQueryScale } from '../hf/query-scale.js';
import { configReportOf } from '../hf/report.js';
import type { ConfigReport, RopeReport } from '../types/config.js';
import { engineOf } from './chosen.js';
import { knownBy } from './known-by.js';
import { engineQueryScale } from './query-scale.js';
import { NotKnown, Refusal } from './refusal.js';
import { assumptionText } from '../hf/model-class.js';
import { readSource } from './source.js';
import type { Reading } from './types.js';

/**
 * @throws PosencError bad_argument for an unknown engine; unsupported_config, with the engine's exception and message,
 *   for a file that it rejects.
 */
export function engineReport(
  name: unknown,
  file: ConfigFile,
  contextLength: number | undefined,
): Questions<ConfigReport> {
  const engine = engineOf(name, 'options.engine');
  const source = readSource(file);
  if (source.assumed) throw notKnown(engine.title, assumptionText(source.assumed));
  const imported = importLayers(source.layers); // before the engine reads fields that the report does not
  const reading = readOrRefuse(() => engine.read(source, contextLength), engine.title);
  const fault = source.layers.find(({ fault }) => fault)?.fault;
  if (fault) throw fault;
  const layers = Object.entries(reading.layers).map(([key, own]) => {
    const { queryScale: _, byLayer: _2, ...read } = imported[key] ?? Object.values(imported)[0]!;
    const facts = source.layers.find(({ layer: { name } }) => name === key) ?? source.layers[0]!;
    const queryScale = engineQueryScale(engine.id, facts, source);
    const spec = withQueryScale(own.spec, queryScale);
    const layer = { ...read, spec, latentAttention: !!own.latent, ...(queryScale && { queryScale }) };
    const regime = own.spec.scaling && 'contextLength' in own.spec.scaling ? own.spec.scaling.contextLength : undefined;
    return {
      name: key,
      layer,
      contextLength: contextLength ?? regime ?? Math.max(1, reading.served),
      finish: (report: RopeReport) => ({
        ...report,
        ...(own.attentionFactor !== undefined && { attentionFactor: own.attentionFactor }),
        engine: {
          id: engine.id,
          version: engine.version,
          ...knownBy(engine, source, reading),
          served: reading.served,
          ...(own.rows !== undefined && { rows: own.rows }),
          notes: reading.notes ?? [],
        },
      }),
    };
  });
  return configReportOf(layers);
}

const notKnown = (title: string, why: string): PosencError =>
  new PosencError('unsupported_config', 'config', `what ${title} makes of this file is not known: ${why}`);

function readOrRefuse(read: () => Reading, title: string): Reading {
  try {
    return read();
  } catch (thrown) {
    if (thrown instanceof NotKnown) throw notKnown(title, thrown.message);
    if (!(thrown instanceof Refusal)) throw thrown;
    const message = `${title} refuses this file: ${thrown.kind}: ${thrown.message}`;
    throw new PosencError('unsupported_config', 'config', message);
  }
}
