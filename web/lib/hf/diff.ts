/**
 * Compares two imported files: lists the specs and lengths for the core to compute, and describes how the results
 * differ. GGUF files hold float32, so differences within float32 rounding are ignored.
 */
import type { RopeSpec } from '../generated/encodings.js';
import type {
  ConfigDiff,
  ContextChange,
  FieldChange,
  FieldValue,
  LayerDiff,
  PairChange,
} from '../types/config-diff.js';
import type { RawReport } from '../types/core.js';
import type { ImportedConfig, ImportedLayer } from '../types/posenc.js';
import { atContext } from './config-argument.js';
import { parametersOf, queryScaleAt } from './query-scale.js';
import type { Question, Questions } from './questions.js';

/** Relative tolerance: a few ulps of float32. */
const rounding = 1e-6;

interface Matched {
  readonly nameA: string;
  readonly nameB: string;
  readonly a: ImportedLayer;
  readonly b: ImportedLayer;
  readonly lengths: readonly number[];
}

export function diffConfigs(
  a: ImportedConfig,
  b: ImportedConfig,
  contextLength: number | undefined,
): Questions<ConfigDiff> {
  const matched = match(a, b).map(([nameA, nameB]) => {
    const layers = { nameA, nameB, a: a.layers[nameA]!, b: b.layers[nameB]! };
    return { ...layers, lengths: contextLength === undefined ? lengthsOf(layers.a, layers.b) : [contextLength] };
  });
  const questions = matched
    .filter(rotates)
    .flatMap(({ a, b, lengths }) => lengths.flatMap((length) => [a, b].map((layer) => question(layer, length))));
  const answer = (raw: readonly RawReport[]): ConfigDiff => {
    let next = 0;
    const layers = matched.map((each) => {
      if (!rotates(each)) return withoutPairs(each);
      const numbers = each.lengths.map(() => [raw[next++]!, raw[next++]!] as const);
      return layerDiff(each, numbers);
    });
    const onlyA = Object.keys(a.layers).filter((name) => !matched.some(({ nameA }) => nameA === name));
    const onlyB = Object.keys(b.layers).filter((name) => !matched.some(({ nameB }) => nameB === name));
    const same = layers.every((layer) => layer.same) && onlyA.length + onlyB.length === 0;
    return { same, served: [longest(a), longest(b)], layers, onlyA, onlyB };
  };
  return { questions, answer };
}

/** True if both are rotary. Other encodings have no pairs at a context, so only their specs are compared. */
const rotates = ({ a, b }: Matched): boolean => a.spec.encoding === 'rope' && b.spec.encoding === 'rope';

function withoutPairs({ nameA, nameB, a, b }: Matched): LayerDiff {
  const [before, after] = [a.spec, b.spec] as unknown as readonly [FieldValues, FieldValues];
  const changes = [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((field): FieldChange[] =>
    equal(before[field], after[field]) ? [] : [{ field, a: before[field] ?? null, b: after[field] ?? null }],
  );
  return { layerA: nameA, layerB: nameB, same: changes.length === 0, changes, pairs: [], contexts: [] };
}

const longest = ({ layers }: ImportedConfig): number =>
  Math.max(...Object.values(layers).map(({ maxContext }) => maxContext));

const question = (layer: ImportedLayer, contextLength: number): Question => ({
  spec: atContext(layer.spec, contextLength),
  trainedContext: layer.trainedContext,
  contextLength,
});

/** Pairs layer types of equal name. A file with a single kind of layer is paired with every kind of the other file. */
function match(a: ImportedConfig, b: ImportedConfig): [string, string][] {
  const [namesA, namesB] = [Object.keys(a.layers), Object.keys(b.layers)];
  if (namesA.length === 1) return namesB.map((name) => [namesA[0]!, name]);
  if (namesB.length === 1) return namesA.map((name) => [name, namesB[0]!]);
  return namesA.filter((name) => namesB.includes(name)).map((name) => [name, name]);
}

function lengthsOf(...layers: readonly ImportedLayer[]): number[] {
  const lengths = new Set<number>();
  for (const { spec, trainedContext, maxContext } of layers) {
    lengths.add(trainedContext).add(maxContext);
    const { scaling } = spec as RopeSpec;
    if (scaling?.type !== 'longrope' && scaling?.type !== 'dynamic') continue;
    lengths.add(scaling.originalContext).add(scaling.originalContext + 1);
  }
  return [...lengths].sort((a, b) => a - b);
}

function layerDiff(matched: Matched, numbers: readonly (readonly [RawReport, RawReport])[]): LayerDiff {
  const { a, b, lengths } = matched;
  const contexts = numbers.map((raw, i) => contextChange(raw, lengths[i]!, [a, b]));
  const common = Math.min(a.maxContext, b.maxContext);
  const shown = lengths.length === 1 ? 0 : Math.max(0, lengths.indexOf(common));
  const same =
    besides.every((field) => toldAlike(a, b, field)) &&
    !otherPairs(a, b) &&
    contexts.every(
      ({ pairsDiffering, attentionFactor, softmaxMultiplier, queryFactor }) =>
        pairsDiffering === 0 && alike(...attentionFactor) && alike(...softmaxMultiplier) && alike(...queryFactor),
    );
  return {
    layerA: matched.nameA,
    layerB: matched.nameB,
    same,
    changes: fieldChanges(a, b, same),
    pairs: pairChanges(...numbers[shown]!),
    contexts,
  };
}

const alike = (a: number, b: number): boolean => Math.abs(a - b) <= rounding * Math.max(Math.abs(a), Math.abs(b));

function pairChanges(a: RawReport, b: RawReport): PairChange[] {
  return Array.from({ length: Math.max(a.frequency.length, b.frequency.length) }, (_, index) => {
    const [before, after] = [a.frequency[index] ?? null, b.frequency[index] ?? null];
    const both = before !== null && after !== null;
    return { index, a: before, b: after, relative: both && before !== 0 ? Math.abs(after - before) / before : null };
  });
}

function contextChange(
  [a, b]: readonly [RawReport, RawReport],
  contextLength: number,
  layers: readonly [ImportedLayer, ImportedLayer],
): ContextChange {
  let [pairsDiffering, relative, pair, apart, anglePair] = [0, 0, 0, 0, 0];
  for (const change of pairChanges(a, b)) {
    const [before, after] = [change.a ?? 0, change.b ?? 0];
    if (alike(before, after)) continue;
    pairsDiffering++;
    if ((change.relative ?? 1) > relative) [relative, pair] = [change.relative ?? 1, change.index];
    if (Math.abs(after - before) > apart) [apart, anglePair] = [Math.abs(after - before), change.index];
  }
  const multiplier = (layer: ImportedLayer, raw: RawReport): number =>
    layer.latentAttention ? raw.softmaxMultiplier : 1;
  return {
    contextLength,
    pairsDiffering,
    relative,
    pair,
    angle: apart * (contextLength - 1),
    anglePair,
    attentionFactor: [a.attentionFactor, b.attentionFactor],
    softmaxMultiplier: [multiplier(layers[0], a), multiplier(layers[1], b)],
    queryFactor: [lastFactor(layers[0], contextLength), lastFactor(layers[1], contextLength)],
  };
}

/** Factor applied to the query at the last position. */
const lastFactor = ({ queryScale }: ImportedLayer, contextLength: number): number =>
  queryScale ? queryScaleAt(queryScale, contextLength - 1) : 1;

type FieldValues = Readonly<Record<string, FieldValue | undefined>>;

/** Values of a layer under the names used in `readFrom`. */
function fieldsOf(layer: ImportedLayer): FieldValues {
  const { spec, trainedContext, maxContext, slidingWindow, mropeSection, mropeOrder, unrotatedLayers, queryScale } =
    layer;
  const { dim, base, layout, rotaryDim = dim, scaling } = spec as RopeSpec;
  const { contextLength: _, ...rest } = (scaling ?? { type: 'default' }) as unknown as Record<string, FieldValue>;
  return {
    base,
    headDim: dim,
    rotaryDim,
    layout,
    ...rest,
    trainedContext,
    contextLength: maxContext,
    slidingWindow,
    mropeSection,
    mropeOrder,
    unrotatedLayers,
    ...(queryScale && parametersOf(queryScale)),
  };
}

/** Facts that frequencies do not show: axes of pairs, unrotated layers, and windows. */
export const besides = ['mropeSection', 'mropeOrder', 'unrotatedLayers', 'slidingWindow'] as const;
const isBesides = (field: string): boolean => (besides as readonly string[]).includes(field);

/** True if equal, or if only one of a GGUF file and a config has the field: converters omit what no graph reads. */
function toldAlike(a: ImportedLayer, b: ImportedLayer, field: (typeof besides)[number]): boolean {
  const [before, after] = [a[field], b[field]] as readonly (FieldValue | undefined)[];
  const silent = isFromGguf(a) !== isFromGguf(b) && (before === undefined || after === undefined);
  return silent || equal(before, after);
}

/** Fields that a GGUF file expresses in another way: as tensors of factors, or by permuted weights. */
const sameOtherwise = new Set(['layout', 'trainedContext']);

/**
 * True if a GGUF file and a config pair different channels. The converter permutes the weights of other models, but not
 * those of multi-head latent attention, whose classes read rope_interleave.
 */
function otherPairs(a: ImportedLayer, b: ImportedLayer): boolean {
  if (isFromGguf(a) === isFromGguf(b) || !a.latentAttention || !b.latentAttention) return false;
  const stated = !/^(default|derived)/.test((isFromGguf(a) ? b : a).readFrom['layout'] ?? 'default');
  return stated && (a.spec as RopeSpec).layout !== (b.spec as RopeSpec).layout;
}

function fieldChanges(a: ImportedLayer, b: ImportedLayer, same: boolean): FieldChange[] {
  const [valuesA, valuesB] = [fieldsOf(a), fieldsOf(b)];
  const mixed = isFromGguf(a) !== isFromGguf(b);
  const scaling = (field: string): boolean =>
    !['base', 'headDim', 'rotaryDim', 'contextLength', ...besides].includes(field);
  return [...new Set([...Object.keys(valuesA), ...Object.keys(valuesB)])].flatMap((field) => {
    const [before, after] = [valuesA[field], valuesB[field]];
    if (isBesides(field) && toldAlike(a, b, field as (typeof besides)[number])) return [];
    if (
      equal(before, after) ||
      (mixed && field === 'layout'
        ? !otherPairs(a, b)
        : mixed && (sameOtherwise.has(field) || (same && scaling(field))))
    )
      return [];
    const [fromA, fromB] = [fromOf(a, field), fromOf(b, field)];
    const from = { ...(fromA !== undefined && { fromA }), ...(fromB !== undefined && { fromB }) };
    return [{ field, a: before ?? null, b: after ?? null, ...from }];
  });
}

/** Source of a field. The four parameters of a query scale share one source. */
const fromOf = ({ readFrom, queryScale }: ImportedLayer, field: string): string | undefined =>
  readFrom[field] ?? (queryScale && field in parametersOf(queryScale) ? readFrom['queryScale'] : undefined);

const isFromGguf = ({ readFrom }: ImportedLayer): boolean => readFrom['modelType'] === 'general.architecture';

function equal(a: FieldValue | undefined, b: FieldValue | undefined): boolean {
  if (typeof a === 'number' && typeof b === 'number') return alike(a, b);
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((value: number, i) => alike(value, b[i] as number));
  return a === b;
}
