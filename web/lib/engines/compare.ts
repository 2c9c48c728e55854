/**
 * The answers of all engines to one file, beside each other: which specs the core is to compute, and what its numbers
 * say. Nothing is computed here but differences.
 */
import { PosencError } from '../checks/errors.js';
import type { RawReport } from '../types/core.js';
import type { EngineAnswer, EngineDifference, EngineLayerReport } from '../types/engines.js';
import { Refusal } from './refusal.js';
import { readSource, type Source } from './source.js';
import type { Engine, EngineLayer, Reading } from './types.js';

/** Below this, two engines agree: float32 angles differ by some 1e-7. */
const agrees = 1e-5;
const agreesInAmplitude = 2e-6;

type Refused = NonNullable<EngineAnswer['error']>;
const isRefused = (outcome: Reading | Refused): outcome is Refused => 'kind' in outcome;

/** What an engine makes of a file, or what it raises. */
function outcomeOf(engine: Engine, source: Source, contextLength: number | undefined): Reading | Refused {
  try {
    return engine.read(source, contextLength);
  } catch (thrown) {
    if (thrown instanceof Refusal) return { kind: thrown.kind, message: thrown.message };
    throw thrown;
  }
}

interface Asked {
  readonly engine: Engine;
  readonly contextLength: number | undefined;
  readonly outcome: Reading | Refused;
}

/** A question to the core: the numbers of one spec. */
export interface SpecQuestion {
  readonly spec: EngineLayer['spec'];
  readonly trainedContext: number;
  readonly contextLength: number;
}

/** Lengths at which an engine may change its mind: around the trained and the largest length of the file. */
function probes(source: Source, contextLength: number | undefined): number[] {
  const lengths = new Set<number>();
  for (const { scaling, max } of source.layers) {
    if (scaling.type !== 'longrope' && scaling.type !== 'dynamic') continue;
    for (const length of [1, scaling.originalContext, scaling.originalContext + 1, max.value, max.value + 1])
      if (contextLength === undefined || length <= contextLength) lengths.add(length);
  }
  return [...lengths].sort((a, b) => a - b);
}

/**
 * @param engines the reference first.
 * @returns the specs that the core is to compute, and the function that makes the answers of its numbers.
 */
export function compareEngines(
  engines: readonly Engine[],
  config: string | object,
  contextLength: number | undefined,
): { questions: SpecQuestion[]; answers: (raw: readonly RawReport[]) => EngineAnswer[] } {
  const source = readSource(config);
  const ask = (engine: Engine, length: number | undefined): Asked => ({
    engine,
    contextLength: length,
    outcome: outcomeOf(engine, source, length),
  });
  const main = engines.map((engine) => ask(engine, contextLength));
  const lengths = probes(source, contextLength);
  const probed = lengths.map((length) => engines.map((engine) => ask(engine, length)));
  const questions: SpecQuestion[] = [];
  const places = new Map<EngineLayer, number>();
  const trainedContext = source.layers[0]!.trained.value;
  for (const { outcome, contextLength: length } of [...main, ...probed.flat()]) {
    if (isRefused(outcome)) continue;
    for (const layer of Object.values(outcome.layers)) {
      places.set(layer, questions.length);
      const { spec } = layer;
      const regime = spec.scaling && 'contextLength' in spec.scaling ? spec.scaling.contextLength : undefined;
      questions.push({ spec, trainedContext, contextLength: regime ?? length ?? outcome.served });
    }
  }
  const answers = (raw: readonly RawReport[]): EngineAnswer[] => {
    const computed = ({ outcome }: Asked): Record<string, EngineLayerReport> =>
      isRefused(outcome)
        ? {}
        : Object.fromEntries(
            Object.entries(outcome.layers).map(([name, layer]) => [name, layerReport(layer, raw[places.get(layer)!]!)]),
          );
    const reference = computed(main[0]!);
    return main.map((asked, index) => {
      const { engine, outcome } = asked;
      const layers = computed(asked);
      const at = (length: number): Differing | undefined => {
        const row = probed[lengths.indexOf(length)]!;
        return differing(computed(row[0]!), computed(row[index]!));
      };
      const found = index === 0 ? undefined : differing(reference, layers);
      const from = lengths.find((length) => index > 0 && at(length) !== undefined) ?? 1;
      const worst = found ?? (lengths.length > 0 && from > 1 && contextLength === undefined ? at(from) : undefined);
      return {
        engine: engine.id,
        title: engine.title,
        version: engine.version,
        basis: engine.basis,
        source: engine.source,
        ...(contextLength !== undefined && { contextLength }),
        layers,
        notes: isRefused(outcome) ? [] : (outcome.notes ?? []),
        ...(isRefused(outcome) ? { error: outcome } : { served: outcome.served }),
        ...(!isRefused(outcome) && outcome.gguf && { gguf: outcome.gguf }),
        ...(worst && { difference: { ...worst, from: lengths.length > 0 ? from : 1 } }),
      };
    });
  };
  return { questions, answers };
}

function layerReport(layer: EngineLayer, raw: RawReport): EngineLayerReport {
  return {
    frequencies: [...raw.frequency],
    attentionFactor: layer.attentionFactor ?? raw.attentionFactor,
    softmaxMultiplier: layer.latent ? raw.softmaxMultiplier : 1,
    ...(layer.rows !== undefined && { rows: layer.rows }),
    ...(layer.byLength && { byLength: true }),
  };
}

type Layers = Readonly<Record<string, EngineLayerReport>>;
type Differing = Omit<EngineDifference, 'from'>;

/** An engine that does not tell layer types apart has one answer for all of them. */
function pairsOf(reference: Layers, layers: Layers): [string, EngineLayerReport, EngineLayerReport][] {
  return Object.entries(reference).flatMap(([name, expected]) => {
    const found = layers[name] ?? layers['default'] ?? (name === 'default' ? Object.values(layers)[0] : undefined);
    return found ? [[name, expected, found] as [string, EngineLayerReport, EngineLayerReport]] : [];
  });
}

/** The layer type in which an engine is furthest from the reference, or nothing where it agrees everywhere. */
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
    if (frequency <= agrees && Math.abs(attentionFactor) <= agreesInAmplitude && ours === theirs) continue;
    if (worst && worst.frequency >= frequency) continue;
    worst = { layer, frequency, pair, attentionFactor, ...(ours !== theirs && { pairs: [ours, theirs] as const }) };
  }
  return worst;
}

/** The engines that were named, in the order of the list; the reference is asked in any case. */
export function chosen(engines: readonly Engine[], names: readonly string[] | undefined): readonly Engine[] {
  if (names === undefined) return engines;
  for (const name of names) {
    if (!engines.some(({ id }) => id === name)) {
      throw new PosencError(
        'bad_argument',
        'options.engines',
        `options.engines has '${name}'; known engines are ${engines.map(({ id }) => id).join(', ')}`,
      );
    }
  }
  return engines.filter(({ id }, index) => index === 0 || names.includes(id));
}
