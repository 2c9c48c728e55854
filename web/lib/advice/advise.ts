/**
 * Shows what each engine computes for a model file at a wanted length. For every way of extending it, shows the changes
 * of its pairs, and the engines that compute the changed file by their own rules. The core computes the numbers; only
 * differences are computed here.
 */
import { bands, type RopeSpec } from '../generated/encodings.js';
import { cacheOf } from '../hf/cache.js';
import { atContext } from '../hf/config-argument.js';
import type { ConfigFile } from '../hf/config-file.js';
import type { LayerFacts } from '../hf/facts.js';
import { assumptionOf } from '../hf/model-class.js';
import { factsOf, importConfig, readModel } from '../hf/import.js';
import { refuseOthers } from '../hf/patches.js';
import type { Questions } from '../hf/questions.js';
import type { ExtensionAdvice, ExtensionCriteria, KeyValueCache, MethodAdvice } from '../types/advice.js';
import type { Assumption } from '../types/assumption.js';
import type { Band } from '../types/config.js';
import type { RawReport } from '../types/core.js';
import { changeOf } from './change.js';
import { type LayerType, type Serving, servingConfig, servingGguf } from './engines.js';
import { type ExtensionMethod, type Lengths, methods } from './methods.js';
import { mapped, together } from './questions.js';

interface Model {
  readonly assumption?: Assumption | undefined;
  readonly modelType?: string | undefined;
  readonly keyValueCache?: KeyValueCache | undefined;
  readonly layerTypes: readonly LayerType[];
  readonly serving: Serving;
}

/**
 * @param names of the engines; defaults to all.
 * @throws PosencError as importConfig does
 */
export function adviseOn(
  file: ConfigFile,
  wanted: number,
  names: readonly string[] | undefined,
): Questions<ExtensionAdvice> {
  const { modelType, assumption, keyValueCache, layerTypes, serving }: Model = file.importGguf
    ? ofGguf(file, wanted, names)
    : ofConfig(file, wanted, names);
  // The layer type with the longest context: others may have a window as their length.
  const { trained, served } = layerTypes.reduce((best, layerType) =>
    layerType.served > best.served ? layerType : best,
  );
  const lengths = { trained, served, wanted };
  const extended = layerTypes.filter((layerType) => seesAll(layerType, served));
  const all = together<unknown>([
    criteriaOf(extended, new Map(), lengths),
    ...(wanted > served ? methods.map((method) => adviceOn(method, extended, lengths, serving)) : [serving.asItIs()]),
  ]);
  return mapped(all, ([unchanged, ...made]) => ({
    ...(modelType !== undefined && { modelType }),
    ...assumption,
    trainedContext: trained,
    servedContext: served,
    contextLength: wanted,
    factor: wanted / served,
    ...(keyValueCache && { keyValueCache }),
    unchanged: unchanged as ExtensionAdvice['unchanged'],
    engines: wanted > served ? [] : (made[0] as ExtensionAdvice['engines']),
    methods: wanted > served ? (made as MethodAdvice[]) : [],
  }));
}

function ofConfig(file: ConfigFile, wanted: number, names: readonly string[] | undefined): Model {
  const model = readModel(file);
  refuseOthers(model);
  const layers = factsOf(model);
  const layerTypeOf = (facts: LayerFacts): LayerType => ({
    name: facts.layer.name,
    spec: facts.spec,
    trained: facts.trained.value,
    served: facts.maxContext.value,
    slidingWindow: facts.fields.slidingWindow,
    mixed:
      facts.layer.layerType === undefined &&
      (facts.text.texts('layer_types')?.value.includes('full_attention') ?? false),
  });
  const layerTypes = new Map(layers.map((facts) => [layerTypeOf(facts), facts]));
  return {
    modelType: model.assumed?.given ?? model.modelType,
    assumption: model.assumed && assumptionOf(model.assumed),
    keyValueCache: cacheOf(layers, wanted),
    layerTypes: [...layerTypes.keys()],
    serving: servingConfig(file, layers, wanted, names, (specs) =>
      changeOf(layers, new Map([...specs].map(([layerType, spec]) => [layerTypes.get(layerType)!, spec])), wanted),
    ),
  };
}

function ofGguf(file: ConfigFile, wanted: number, names: readonly string[] | undefined): Model {
  const { modelType, layers } = importConfig(file);
  const layerTypes = Object.entries(layers).map(([name, layer]) => ({
    name,
    spec: layer.spec as RopeSpec,
    trained: layer.trainedContext,
    served: layer.maxContext,
    slidingWindow: layer.slidingWindow,
    mixed: layer.layerType === undefined,
  }));
  return { modelType, layerTypes, serving: servingGguf(file, modelType, layerTypes, wanted, names) };
}

/** True unless a window keeps the distances of the layer short, whatever the context. */
const seesAll = ({ slidingWindow, mixed }: LayerType, served: number): boolean =>
  slidingWindow === undefined || slidingWindow >= served || mixed === true;

function adviceOn(
  method: ExtensionMethod,
  extended: readonly LayerType[],
  lengths: Lengths,
  serving: Serving,
): Questions<MethodAdvice> {
  const { id, title, source, training } = method;
  const about = { id, title, source, training };
  const specs = new Map<LayerType, RopeSpec>();
  for (const layerType of extended) {
    const { scaling } = layerType.spec;
    const foreign =
      scaling && scaling.type !== id && `the file has ${scaling.type}, which the model was published with`;
    const made = foreign || method.extend(layerType.spec, lengths);
    if (typeof made === 'string') return refused(about, made);
    specs.set(layerType, made);
  }
  if (specs.size === 0)
    return refused(about, 'all of its layers have a sliding window: no distance grows with the context');
  const { config, engines } = serving.changed(specs);
  const lengthOnly = [...specs].every(
    ([
      {
        spec: { scaling },
      },
      made,
    ]) => sameScaling(scaling, made.scaling),
  );
  return mapped(together<unknown>([criteriaOf(extended, specs, lengths), engines]), ([layers, answers]) => ({
    ...about,
    ...(lengthOnly && { lengthOnly: true as const }),
    layers: layers as MethodAdvice['layers'],
    ...(config && { config }),
    engines: answers as MethodAdvice['engines'],
  }));
}

/** Compares scalings, ignoring the order of fields. */
function sameScaling(a: RopeSpec['scaling'], b: RopeSpec['scaling']): boolean {
  const fields = (scaling: RopeSpec['scaling']): string =>
    JSON.stringify(Object.entries(scaling ?? {}).sort(([x], [y]) => (x < y ? -1 : 1)));
  return fields(a) === fields(b);
}

const refused = (about: Omit<MethodAdvice, 'layers' | 'engines'>, why: string): Questions<MethodAdvice> => ({
  questions: [],
  answer: () => ({ ...about, refused: why, layers: {}, engines: [] }),
});

/** Compares each pair with `specs` at the wanted length to the pair with the file's spec up to the served length. */
function criteriaOf(
  layerTypes: readonly LayerType[],
  specs: ReadonlyMap<LayerType, RopeSpec>,
  { trained, served, wanted }: Lengths,
): Questions<Record<string, ExtensionCriteria>> {
  const questions = layerTypes.flatMap((layerType) => [
    { spec: atContext(layerType.spec, served), trainedContext: trained, contextLength: served },
    {
      spec: atContext(specs.get(layerType) ?? layerType.spec, wanted),
      trainedContext: trained,
      contextLength: wanted,
    },
  ]);
  return {
    questions,
    answer: (raw) =>
      Object.fromEntries(
        layerTypes.map(({ name }, i) => [name, criteria(raw[2 * i]!, raw[2 * i + 1]!, served, wanted)]),
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
