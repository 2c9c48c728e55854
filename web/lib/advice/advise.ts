/**
 * A configuration and a wanted length to every way of extending it: what becomes of its pairs, and which engines compute
 * that, by their own rules for the changed file. Nothing is computed here but differences: the core is asked.
 */
import { PosencError } from '../checks/errors.js';
import { differenceText } from '../engines/difference-text.js';
import { chosen, compareEngines, engines as rows } from '../engines/index.js';
import { bands, type RopeSpec } from '../generated/encodings.js';
import { atContext } from '../hf/config-argument.js';
import type { ConfigFile } from '../hf/config-file.js';
import type { LayerFacts } from '../hf/facts.js';
import { factsOf, readModel } from '../hf/import.js';
import type { PlainObject } from '../hf/plain.js';
import type { Questions } from '../hf/questions.js';
import type { EngineAdvice, ExtensionAdvice, ExtensionCriteria, MethodAdvice } from '../types/advice.js';
import type { Band } from '../types/config.js';
import type { EngineAnswer } from '../types/engines.js';
import type { RawReport } from '../types/core.js';
import { type Change, changed, changeOf } from './change.js';
import { commandsOf, type Extension } from './commands.js';
import { type ExtensionMethod, type Lengths, methods } from './methods.js';

const mapped = <T, U>({ questions, answer }: Questions<T>, make: (value: T) => U): Questions<U> => ({
  questions,
  answer: (raw) => make(answer(raw)),
});
function together<T>(parts: readonly Questions<T>[]): Questions<T[]> {
  const starts: number[] = [];
  let count = 0;
  for (const { questions } of parts) {
    starts.push(count);
    count += questions.length;
  }
  return {
    questions: parts.flatMap(({ questions }) => questions),
    answer: (raw) =>
      parts.map(({ questions, answer }, i) => answer(raw.slice(starts[i]!, starts[i]! + questions.length))),
  };
}

/**
 * @param names of the engines to ask; all of them without.
 * @throws PosencError as importConfig does, and bad_argument for a length that needs no extension.
 */
export function adviseOn(
  file: ConfigFile,
  wanted: number,
  names: readonly string[] | undefined,
): Questions<ExtensionAdvice> {
  const model = readModel(file);
  const { modelType } = model;
  const layers = factsOf(model);
  const {
    trained: { value: trained },
    maxContext: { value: served },
  } = longest(layers);
  if (wanted <= served) {
    throw new PosencError(
      'bad_argument',
      'contextLength',
      `contextLength ${wanted} needs no extension: the file names ${served} positions`,
    );
  }
  const extended = layers.filter((layer) => seesAll(layer, served));
  const asked = { plain: file.plain as PlainObject, layers, extended, lengths: { trained, served, wanted }, names };
  const all = together<unknown>([
    criteriaOf(extended, new Map(), asked.lengths),
    ...methods.map((method) => adviceOn(method, asked)),
  ]);
  return mapped(all, ([unchanged, ...made]) => ({
    ...(modelType !== undefined && { modelType }),
    trainedContext: trained,
    servedContext: served,
    contextLength: wanted,
    factor: wanted / served,
    unchanged: unchanged as ExtensionAdvice['unchanged'],
    methods: made as MethodAdvice[],
  }));
}

/** The layer type with the longest context: others may have a window for a length. */
const longest = (layers: readonly LayerFacts[]): LayerFacts =>
  layers.reduce((best, layer) => (layer.maxContext.value > best.maxContext.value ? layer : best));

/** A window keeps the distances of its layers short, whatever the context; one of a file may be that of some layers. */
function seesAll({ fields: { slidingWindow }, layer, text }: LayerFacts, served: number): boolean {
  if (slidingWindow === undefined || slidingWindow >= served) return true;
  return layer.layerType === undefined && (text.texts('layer_types')?.value.includes('full_attention') ?? false);
}

interface AdviceRequest {
  readonly plain: PlainObject;
  readonly layers: readonly LayerFacts[];
  /** Those that see the whole context. */
  readonly extended: readonly LayerFacts[];
  readonly lengths: Lengths;
  readonly names: readonly string[] | undefined;
}

function adviceOn(method: ExtensionMethod, asked: AdviceRequest): Questions<MethodAdvice> {
  const { id, title, source, training } = method;
  const about = { id, title, source, training };
  const specs = new Map<LayerFacts, RopeSpec>();
  for (const layer of asked.extended) {
    const { scaling } = layer.spec;
    const foreign =
      scaling && scaling.type !== id && `the file has ${scaling.type}, which the model was published with`;
    const made = foreign || method.extend(layer.spec, asked.lengths);
    if (typeof made === 'string') return refused(about, made);
    specs.set(layer, made);
  }
  if (specs.size === 0)
    return refused(about, 'all of its layers have a sliding window: no distance grows with the context');
  const change = changeOf(asked.layers, specs, asked.lengths.wanted);
  const criteria = criteriaOf(asked.extended, specs, asked.lengths);
  const engines = enginesOn(change, asked, specs);
  return {
    questions: [...criteria.questions, ...engines.questions],
    answer: (raw) => ({
      ...about,
      layers: criteria.answer(raw),
      config: change,
      engines: engines.answer(raw.slice(criteria.questions.length)),
    }),
  };
}

const refused = (about: Omit<MethodAdvice, 'layers' | 'engines'>, why: string): Questions<MethodAdvice> => ({
  questions: [],
  answer: () => ({ ...about, refused: why, layers: {}, engines: [] }),
});

/** Each pair with `specs`, at the wanted length, against what it was with the file's own spec up to the served one. */
function criteriaOf(
  layers: readonly LayerFacts[],
  specs: ReadonlyMap<LayerFacts, RopeSpec>,
  { trained, served, wanted }: Lengths,
): Questions<Record<string, ExtensionCriteria>> {
  const questions = layers.flatMap((layer) => [
    { spec: atContext(layer.spec, served), trainedContext: trained, contextLength: served },
    {
      spec: atContext(specs.get(layer) ?? layer.spec, wanted),
      trainedContext: trained,
      contextLength: wanted,
    },
  ]);
  return {
    questions,
    answer: (raw) =>
      Object.fromEntries(
        layers.map(({ layer }, i) => [layer.name, criteria(raw[2 * i]!, raw[2 * i + 1]!, served, wanted)]),
      ),
  };
}

function criteria(before: RawReport, after: RawReport, served: number, wanted: number): ExtensionCriteria {
  const turn = 6.283185307179586;
  const seen = [...before.frequency].map((frequency) => frequency * served);
  const unseen = seen.filter((angle, i) => angle < turn && after.frequency[i]! * wanted > angle * (1 + 1e-12));
  const bandOf = (i: number): Band => bands[after.band[i]!]!;
  const counts = { kept: 0, blended: 0, scaled: 0, off: 0 };
  seen.forEach((_, i) => counts[bandOf(i)]++);
  return {
    pairs: seen.length,
    pairsWithUnseenAngles: unseen.length,
    bands: counts,
    attentionFactor: after.attentionFactor,
    resolution: after.frequency[0]! / before.frequency[0]!,
  };
}

/** Each engine's answer to the file as it would have to be for it, against the reference's. */
function enginesOn(
  change: Change,
  asked: AdviceRequest,
  specs: ReadonlyMap<LayerFacts, RopeSpec>,
): Questions<EngineAdvice[]> {
  const { plain, lengths, names, layers } = asked;
  const { modelType } = layers[0]!;
  const wantedRows = chosen(names).filter(({ id }) => !names || names.includes(id));
  const compared = (form: 'current' | 'legacy'): Questions<EngineAnswer[]> => {
    const written = change.legacy ? form : 'current';
    const file = changed(plain, change.at, change[written]!, change.without[written]);
    return compareEngines(rows, { plain: file }, lengths.wanted);
  };
  const parts = together([compared('current'), compared('legacy')]);
  const values = [...new Set([...specs.values()].map((spec) => JSON.stringify(spec)))];
  const alike = layers.length === 1 && values.length === 1 ? [...specs.values()][0] : undefined;
  return mapped(parts, ([current, legacy]) =>
    wantedRows.map(({ id }): EngineAdvice => {
      const { form, commandsFor } = commandsOf(id);
      const answer = (form === 'legacy' ? legacy : current)!.find(({ engine }) => engine === id)!;
      const extension: Extension = { change, wanted: lengths.wanted, modelType, ...(alike && { spec: alike }) };
      const { commands, notes = [] } = commandsFor(extension);
      const wrong = wrongWith(answer, lengths.wanted);
      return {
        engine: id,
        title: answer.title,
        version: answer.version,
        supported: wrong.length === 0,
        commands: wrong.length === 0 ? commands : [],
        notes: [...wrong, ...notes, ...answer.notes],
      };
    }),
  );
}

function wrongWith({ error, difference, layers }: EngineAnswer, wanted: number): string[] {
  if (error) return [`it refuses the changed file: ${error.kind}: ${error.message}`];
  const notes = difference ? [`it differs from the reference: ${differenceText(difference)}`] : [];
  const rows = Math.min(...Object.values(layers).map((layer) => layer.rows ?? Infinity));
  if (rows < wanted) notes.push(`its table of cosines and sines ends at position ${rows - 1}`);
  return notes;
}
