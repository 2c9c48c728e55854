/**
 * Compares the results of all engines for one file: lists the specs for the core to compute, and describes the results.
 * Only differences are computed here.
 */
import type { ConfigFile } from '../hf/config-file.js';
import type { Question, Questions } from '../hf/questions.js';
import type { RawReport } from '../types/core.js';
import type { EngineAnswer, EngineDifference, EngineLayerReport } from '../types/engines.js';
import { roundingOf } from './arithmetic.js';
import { assumptionOf, assumptionText } from '../hf/model-class.js';
import { dateOf, knownBy } from './known-by.js';
import { queryFactors, queryNotes } from './query-scale.js';
import { NotKnown, Refusal } from './refusal.js';
import { readSource, type Source } from './source.js';
import type { Engine, EngineLayer, Reading } from './types.js';

/** Relative tolerance for frequencies: float32 angles differ by some 1e-7. */
const agrees = 1e-5;
const agreesInAmplitude = 2e-6;

type Refused = NonNullable<EngineAnswer['error']>;
interface Unknown {
  /** The reason. */
  readonly why: string;
}
type Outcome = Reading | Refused | Unknown;
const isReading = (outcome: Outcome): outcome is Reading => 'layers' in outcome;
const isRefused = (outcome: Outcome): outcome is Refused => 'kind' in outcome;

/** An engine's reading of a file, or its error. */
function outcomeOf(
  engine: Engine,
  source: Source,
  contextLength: number | undefined,
): Pick<Read, 'outcome' | 'reading'> {
  const { assumed } = source;
  const unknown = assumed && { outcome: { why: assumptionText(assumed) } };
  try {
    const reading = engine.read(source, contextLength);
    return unknown ?? { outcome: reading, reading };
  } catch (thrown) {
    if (thrown instanceof NotKnown) return unknown ?? { outcome: { why: thrown.message } };
    if (!(thrown instanceof Refusal)) throw thrown;
    const { kind, message, todo, lacksModel, asIf } = thrown;
    if (unknown && !lacksModel) return unknown;
    const outcome = { kind, message, ...(todo !== undefined && { todo }), ...(lacksModel && { lacksModel }) };
    return { outcome, ...(asIf && !unknown && { reading: asIf }) };
  }
}

interface Read {
  readonly engine: Engine;
  readonly contextLength: number | undefined;
  readonly outcome: Outcome;
  /** Its reading, or the one it would have if it supported the model. */
  readonly reading?: Reading;
}

/**
 * Sequence lengths at which an engine may change its rotation: around the trained and the largest length of the file,
 * up to its starting length. Some engines use the current length, others the starting length.
 */
function probes(source: Source, contextLength: number | undefined): number[] {
  const lengths = new Set<number>();
  for (const { scaling, max } of source.layers) {
    if (scaling.type !== 'longrope' && scaling.type !== 'dynamic') continue;
    const last = contextLength ?? max.value;
    for (const length of [1, scaling.originalContext, scaling.originalContext + 1, max.value, max.value + 1, last])
      if (length <= last) lengths.add(length);
  }
  return [...lengths].sort((a, b) => a - b);
}

/**
 * @param engines the reference first.
 * @returns the specs for the core to compute, and the function that builds the results.
 */
export function compareEngines(
  engines: readonly Engine[],
  file: ConfigFile,
  contextLength: number | undefined,
  precisionAt?: number,
): Questions<EngineAnswer[]> {
  const source = readSource(file);
  const main = engines.map((engine) => ask(engine, source, contextLength));
  const lengths = probes(source, contextLength);
  const probed = lengths.map((length) =>
    main.map((asked) => (looksAtLength(asked) ? ask(asked.engine, source, length) : asked)),
  );
  const questions: Question[] = [];
  const places = new Map<EngineLayer, number>();
  const trainedContext = source.layers[0]!.trained.value;
  for (const { reading, contextLength: length } of [...main, ...probed.flat()]) {
    if (!reading) continue;
    for (const layer of Object.values(reading.layers)) {
      if (places.has(layer)) continue;
      const { spec } = layer;
      const regime = spec.scaling && 'contextLength' in spec.scaling ? spec.scaling.contextLength : undefined;
      places.set(layer, questions.length);
      questions.push({ spec, trainedContext, contextLength: Math.max(1, regime ?? length ?? reading.served) });
    }
  }
  return {
    questions,
    answer(raw) {
      const computed = ({ reading, engine }: Read, at?: number): Layers =>
        !reading
          ? {}
          : Object.fromEntries(
              Object.entries(reading.layers).map(([name, layer]) => {
                const numbers = raw[places.get(layer)!]!;
                return [name, { ...layerReport(layer, numbers), ...rounding(engine, layer, numbers, at) }];
              }),
            );
      const table = probed.map((row) => row.map((asked) => computed(asked)));
      const started = main.map((asked) => computed(asked, precisionAt));
      return main.map((asked, index) => {
        const { outcome } = asked;
        const longest = contextLength ?? (isReading(outcome) ? outcome.served : 0);
        const rotation = differenceOf(index, longest, started, lengths, table);
        return answerOf(
          asked,
          source,
          isReading(outcome) ? started[index]! : {},
          withQueries(asked, source, rotation, contextLength),
        );
      });
    },
  };
}

function ask(engine: Engine, source: Source, contextLength: number | undefined): Read {
  return { engine, contextLength, ...outcomeOf(engine, source, contextLength) };
}

const looksAtLength = ({ reading }: Read): boolean =>
  reading !== undefined && Object.values(reading.layers).some(({ byLength }) => byLength);

/** Difference from the reference, at the starting length or else at the shortest length where the two differ. */
function differenceOf(
  index: number,
  served: number,
  started: readonly Layers[],
  lengths: readonly number[],
  table: readonly (readonly Layers[])[],
): EngineDifference | undefined {
  if (index === 0) return undefined;
  const found = differing(started[0]!, started[index]!);
  const apart = lengths.flatMap((length, at) => {
    const worst = differing(table[at]![0]!, table[at]![index]!);
    return length <= served && worst ? [{ length, worst }] : [];
  });
  const [first, last] = [apart[0], apart.at(-1)];
  if (!first || !last) return lengths.length === 0 && found ? { ...found, from: 1 } : undefined;
  const longest = lengths.filter((length) => length <= served).at(-1);
  return { ...(found ?? first.worst), from: first.length, ...(last.length !== longest && { to: last.length }) };
}

/** Adds the difference in query scale at the last position of the context. */
function withQueries(
  { engine, outcome }: Read,
  source: Source,
  rotation: EngineDifference | undefined,
  contextLength: number | undefined,
): EngineDifference | undefined {
  if (!isReading(outcome)) return rotation;
  const length = contextLength ?? source.layers[0]!.maxContext.value;
  const { own, reference } = queryFactors(engine.id, source, length);
  if (Math.abs(own / reference - 1) <= agrees) return rotation;
  const queries = { position: length - 1, own, reference };
  const none = { layer: Object.keys(outcome.layers)[0]!, frequency: 0, pair: 0, attentionFactor: 0, from: 1 };
  return { ...(rotation ?? none), queries };
}

function answerOf(
  { engine, outcome, contextLength }: Read,
  file: Source,
  layers: Layers,
  difference: EngineDifference | undefined,
): EngineAnswer {
  const { assumed } = file;
  const { id, title, version, basis, source } = engine;
  const about = { engine: id, title, version };
  const more = {
    source,
    ...(assumed && assumptionOf(assumed)),
    ...(contextLength !== undefined && { contextLength }),
  };
  if (isRefused(outcome)) return { ...about, basis, ...dateOf(engine), ...more, layers, error: outcome, notes: [] };
  if (!isReading(outcome))
    return {
      ...{ ...about, basis: 'unknown', ...dateOf(engine), ...more, layers },
      notes: [`not known: ${outcome.why}`],
    };
  const { served, amplitudeKey, settings } = outcome;
  const notes = [
    ...(settings === undefined ? [] : [settingsNote(settings)]),
    ...(outcome.notes ?? []),
    ...(difference?.queries ? queryNotes(id) : []),
  ];
  const amplitude = Object.values(layers).at(-1)?.attentionFactor;
  const gguf = outcome.gguf && {
    ...outcome.gguf,
    ...(amplitudeKey !== undefined && amplitude !== undefined && { [amplitudeKey]: amplitude }),
  };
  return {
    ...about,
    ...knownBy(engine, file, outcome),
    ...more,
    served,
    layers,
    ...(difference && { difference }),
    notes,
    ...(settings !== undefined && { settings }),
    ...(gguf && { gguf }),
  };
}

/** Note on a trainer, which reads no file. */
export const settingsNote = (settings: string): string => `it reads no config.json: set ${settings}`;

export function layerReport(layer: EngineLayer, raw: RawReport): EngineLayerReport {
  return {
    frequencies: [...raw.frequency],
    attentionFactor: layer.attentionFactor ?? raw.attentionFactor,
    softmaxMultiplier: layer.softmaxMultiplier ?? (layer.latent ? raw.softmaxMultiplier : 1),
    ...(layer.rows !== undefined && { rows: layer.rows }),
    ...(layer.byLength && { byLength: true }),
  };
}

/** Rounding at a position, if requested and if the engine's steps are known. */
export function rounding(
  { arithmetic }: Engine,
  { spec }: EngineLayer,
  { frequency, unscaledFrequency }: RawReport,
  position: number | undefined,
): Pick<EngineLayerReport, 'rounding'> {
  if (position === undefined || arithmetic === undefined) return {};
  return { rounding: roundingOf(arithmetic, { spec, scaled: frequency, unscaled: unscaledFrequency }, position) };
}

export type Layers = Readonly<Record<string, EngineLayerReport>>;
type Differing = Omit<EngineDifference, 'from'>;

/** Pairs the layers of two engines; an engine that does not distinguish layer types has one result for all. */
function pairsOf(reference: Layers, layers: Layers): [string, EngineLayerReport, EngineLayerReport][] {
  return Object.entries(reference).flatMap(([name, expected]) => {
    const own = Object.hasOwn(layers, name) ? layers[name] : undefined; // a file may name a layer type __proto__
    const found = own ?? layers['default'] ?? (name === 'default' ? Object.values(layers)[0] : undefined);
    return found ? [[name, expected, found] as [string, EngineLayerReport, EngineLayerReport]] : [];
  });
}

/** The layer type with the largest difference from the reference, or undefined if all agree. */
function differing(reference: Layers, layers: Layers): Differing | undefined {
  let worst: Differing | undefined;
  for (const [layer, expected, found] of pairsOf(reference, layers)) {
    let frequency = 0;
    let pair = 0;
    expected.frequencies.forEach((right, index) => {
      const left = found.frequencies[index] ?? 0;
      const largest = Math.max(Math.abs(left), Math.abs(right));
      const relative = largest === 0 ? 0 : Math.abs(left - right) / (right === 0 ? largest : Math.abs(right));
      if (relative > frequency) [frequency, pair] = [relative, index];
    });
    const attentionFactor =
      expected.attentionFactor === found.attentionFactor ? 0 : found.attentionFactor / expected.attentionFactor - 1;
    const [ours, theirs] = [found.frequencies.length, expected.frequencies.length];
    const softmax = [found.softmaxMultiplier, expected.softmaxMultiplier] as const;
    const sameLogits = Math.abs(softmax[0] / softmax[1] - 1) <= agreesInAmplitude;
    const sameAmplitude = Math.abs(attentionFactor) <= agreesInAmplitude && sameLogits;
    if (frequency <= agrees && sameAmplitude && ours === theirs) continue;
    if (worst && worst.frequency >= frequency) continue;
    worst = {
      layer,
      frequency,
      pair,
      attentionFactor,
      ...(ours !== theirs && { pairs: [ours, theirs] as const }),
      ...(!sameLogits && { softmax }),
    };
  }
  return worst;
}
