/** Combines the core's raw numbers and the importer's findings into one report. */
import { type RopeSpec, bands } from '../generated/encodings.js';
import type {
  Band,
  ConfigReport,
  ImportedLayer,
  PairReport,
  ReadFrom,
  RopeReport,
  TrainedContextIs,
} from '../types/posenc.js';
import type { RawReport } from '../types/core.js';
import { axialReport } from './axial/report.js';
import { atContext } from './config-argument.js';
import type { ConfigFile } from './config-file.js';
import { configOfGguf, isGguf } from './gguf-fields.js';
import { importConfig, importModel, readModel } from './import.js';
import { patchReport } from './patches.js';
import type { Questions } from './questions.js';
import { inklingReport } from './inkling.js';
import { withTowerAxes } from './tower-axes.js';
import { unrotatedReport } from './unrotated.js';
import { queryScaleOver } from './query-scale.js';
import { reportWarnings } from './warnings/index.js';

/** Report on a file: one for each layer type, or on the scheme used instead of rotation. */
export function reportOn(file: ConfigFile, contextLength: number | undefined): Questions<ConfigReport> {
  if (file.importGguf) {
    const instead = isGguf(file.plain) ? file.unrotatedGguf?.(configOfGguf(file.plain), contextLength) : undefined;
    return instead ? { questions: [], answer: () => instead } : ofLayers(importConfig(file).layers, contextLength);
  }
  const axial = axialReport(file.plain, contextLength);
  if (axial) return axial;
  const model = readModel(file);
  const patches = patchReport(model, contextLength);
  if (patches) return patches;
  const unrotated = inklingReport(model, contextLength) ?? unrotatedReport(model, contextLength);
  if (unrotated) return withTowerAxes({ questions: [], answer: () => unrotated }, unrotated.towers);
  const { layers } = importModel(model);
  return withTowerAxes(ofLayers(layers, contextLength), Object.values(layers)[0]?.towers);
}

function ofLayers(
  layers: Readonly<Record<string, ImportedLayer>>,
  contextLength: number | undefined,
): Questions<ConfigReport> {
  return configReportOf(
    Object.entries(layers).map(([name, layer]) => {
      const length = contextLength ?? layer.maxContext;
      return { name, layer: { ...layer, spec: atContext(layer.spec, length) }, contextLength: length };
    }),
  );
}

export interface ReportLayer {
  readonly name: string;
  readonly layer: ImportedLayer;
  readonly contextLength: number;
  /** Adds facts to the report that the core's numbers do not show. */
  readonly finish?: (report: RopeReport) => RopeReport;
}

export const configReportOf = (layers: readonly ReportLayer[]): Questions<ConfigReport> => ({
  questions: layers.map(({ layer: { spec, trainedContext }, contextLength }) => ({
    spec,
    trainedContext,
    contextLength,
  })),
  answer: (raw) =>
    assembleConfigReport(
      Object.fromEntries(
        layers.map(({ name, layer, contextLength, finish = (report) => report }, i) => [
          name,
          finish(assembleReport(layer, raw[i]!, contextLength)),
        ]),
      ),
    ),
});

/**
 * @param layer from importConfig; its spec may carry `scaling.contextLength`.
 * @param raw the core's results for layer.spec, layer.trainedContext and contextLength.
 */
function assembleReport(layer: ImportedLayer, raw: RawReport, contextLength: number): RopeReport {
  const {
    spec: given,
    trainedContext,
    maxContext: _,
    latentAttention,
    queryScale,
    readFrom,
    warnings,
    ...fields
  } = layer;
  const spec = given as RopeSpec;
  const scaling = spec.scaling ?? { type: 'default' };
  const pairs = Array.from(raw.frequency, (_, index) => pairReport(raw, index));
  return {
    type: scaling.type,
    ...fields,
    base: spec.base ?? 10_000,
    headDim: spec.dim,
    rotaryDim: spec.rotaryDim ?? spec.dim,
    trainedContext,
    trainedContextIs: lengthIs(scaling.type, readFrom['trainedContext']),
    contextLength,
    ...(raw.regime !== '' && { regime: raw.regime }),
    attentionFactor: raw.attentionFactor,
    softmaxMultiplier: latentAttention ? raw.softmaxMultiplier : 1,
    ...(queryScale && { queryScale: queryScaleOver(queryScale, contextLength, spec.dim) }),
    pairsWithFullTurn: pairs.filter(({ turnsContext }) => turnsContext >= 1).length,
    pairsWithUnseenAngles: pairs.filter(({ unseenAngles }) => unseenAngles).length,
    bands: countBands(pairs),
    frequencies: [...raw.frequency],
    pairs,
    spec,
    readFrom: readFromOf(layer, raw, contextLength),
    warnings: [...warnings, ...reportWarnings({ layer, spec, scaling, raw, contextLength })],
  };
}

/** 'unknown' if readFrom begins with `default`, which marks a missing length; dynamic NTK uses the file's length. */
function lengthIs(type: string, from: string | undefined): TrainedContextIs {
  if (type === 'default' || type === 'dynamic') return 'named';
  return from === undefined || from.startsWith('default') ? 'unknown' : 'before scaling';
}

/** One report for a plain config; with layer types, the first fills the top level and `layers` holds all. */
function assembleConfigReport(reports: Readonly<Record<string, RopeReport>>): ConfigReport {
  const first = Object.values(reports)[0]!;
  return first.layerType === undefined ? first : { ...first, layers: reports };
}

function pairReport(raw: RawReport, index: number): PairReport {
  const at = (values: Float64Array | Uint8Array): number => values[index]!;
  return {
    index,
    frequency: at(raw.frequency),
    unscaledFrequency: at(raw.unscaledFrequency),
    wavelength: at(raw.wavelength) === 0 ? null : at(raw.wavelength),
    turnsTrained: at(raw.turnsTrained),
    turnsContext: at(raw.turnsContext),
    band: bands[at(raw.band)] as Band,
    unseenAngles: at(raw.unseen) === 1,
  };
}

function countBands(pairs: readonly PairReport[]): Readonly<Record<Band, number>> {
  const counts = { kept: 0, blended: 0, scaled: 0, off: 0 };
  for (const { band } of pairs) counts[band]++;
  return counts;
}

function readFromOf(layer: ImportedLayer, raw: RawReport, contextLength: number): ReadFrom {
  return {
    ...layer.readFrom,
    trainedContextIs: 'derived: type, and where trainedContext was read',
    ...(contextLength !== layer.maxContext && { contextLength: 'option: contextLength' }),
    ...(raw.regime !== '' && { regime: 'derived: contextLength against originalContext' }),
    frequencies: 'derived: type, base, rotaryDim and the scaling parameters',
  };
}
