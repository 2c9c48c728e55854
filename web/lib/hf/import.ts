/**
 * Imports config.json: one spec per layer type, each value with the JSON path it was read from. Warns of everything
 * unknown, contradictory, or read differently by well-known engines.
 *
 * Follows transformers (modeling_rope_utils.py, versions 4 and 5). The current length of LongRoPE and dynamic NTK is
 * not part of a config: the report sets `scaling.contextLength`.
 */
import { shown } from '../checks/show.js';
import type { RopeSpec, ScalingSpec } from '../generated/encodings.js';
import { PosencError } from '../checks/errors.js';
import type { LayerFields } from '../types/config.js';
import type { ImportedConfig, ImportedLayer } from '../types/posenc.js';
import type { ConfigFile } from './config-file.js';
import { type Context, findContext } from './context.js';
import type { LayerFacts } from './facts.js';
import { defaultTheta, familyOf } from './families.js';
import type { Family } from './family.js';
import { firstNumber, type Found } from './fields.js';
import { layerRows } from './by-layer.js';
import { configOfGguf, isGguf } from './gguf-fields.js';
import { findIndexer } from './indexer.js';
import { findLayout } from './layout.js';
import { findUnrotatedLayers } from './nope-layers.js';
import { findMrope, mropeFields } from './mrope.js';
import { multimodalSpecOf } from './mrope-spec.js';
import { type LayerSource, splitLayers } from './layers.js';
import { ropeRule } from './limits.js';
import { locateText, type TextModel } from './locate.js';
import { assumptionOf } from './model-class.js';
import { importPatches } from './patches.js';
import { findQueryScale, withQueryScale } from './query-scale.js';
import { findType, readScaling } from './scaling.js';
import { findTowers } from './towers.js';
import { refuseNonRotary } from './unsupported.js';
import { configWarnings } from './warnings/index.js';
import { findWidth } from './width.js';

/**
 * @throws PosencError bad_config (with the JSON path as `field`), bad_shape (an array of the wrong length) or
 *   unsupported_config (the model does not rotate, or its rope_type is unknown).
 */
export function importConfig(file: ConfigFile): ImportedConfig {
  const { plain, importGguf } = file;
  if (importGguf && isGguf(plain)) return importGguf(configOfGguf(plain));
  return importModel(readModel(file));
}

export function importModel(model: TextModel): ImportedConfig {
  const patches = importPatches(model);
  if (patches) return patches;
  const modelType = model.assumed?.given ?? model.modelType;
  return { ...(modelType !== undefined && { modelType }), layers: importLayers(factsOf(model)) };
}

export const importLayers = (layers: readonly LayerFacts[]): ImportedConfig['layers'] =>
  Object.fromEntries(layers.map((facts) => [facts.layer.name, importLayer(facts)]));

/** Reads the text model of a file; throws for a GGUF file. */
export function readModel({ plain }: ConfigFile): TextModel {
  if (!isGguf(plain)) return locateText(plain);
  throw new PosencError('unsupported_config', 'config', 'only llama.cpp reads GGUF files; give the config.json');
}

/**
 * Facts about each layer type of a text model, in order.
 * @param lenient an unreadable rope dictionary does not throw. It becomes the `fault` of its layer, which counts as
 *   unscaled, because engines fail on such files in their own ways.
 */
export function factsOf(model: TextModel, lenient = false): readonly LayerFacts[] {
  refuseNonRotary(model.text, model.modelType);
  const family = familyOf(fillingIn(model));
  const layers = splitLayers(model.text, family, model.modelType).map((layer) =>
    findFacts(model, family, layer, lenient),
  );
  const byLayer = layerRows(layers);
  if (!byLayer) return layers;
  const [first, ...others] = layers as [LayerFacts, ...LayerFacts[]];
  const readFrom = { ...first.readFrom, byLayer: byLayer.from };
  return [{ ...first, fields: { ...first.fields, byLayer: byLayer.value }, readFrom }, ...others];
}

/** Model type whose class supplies the defaults: configuration_voxtral_realtime.py fills in its text model. */
const fillingIn = ({ whole, text, modelType }: TextModel): string | undefined =>
  whole !== text && whole.glance('model_type') === 'voxtral_realtime' ? 'voxtral_realtime' : modelType;

function importLayer(facts: LayerFacts): ImportedLayer {
  return {
    ...facts.fields,
    spec: facts.spec,
    trainedContext: facts.trained.value,
    maxContext: facts.maxContext.value,
    latentAttention: facts.width.latent,
    ...(facts.queryScale && { queryScale: facts.queryScale.value }),
    readFrom: facts.readFrom,
    warnings: configWarnings(facts),
  };
}

function findFacts(
  { whole, text, modelType, assumed, untyped }: TextModel,
  family: Family,
  layer: LayerSource,
  lenient: boolean,
): LayerFacts {
  const readFrom: Record<string, string> = {};
  let fault: PosencError | undefined;
  const attempt = <T>(read: () => T, otherwise: () => T): T => {
    try {
      return read();
    } catch (thrown) {
      if (!lenient || !(thrown instanceof PosencError)) throw thrown;
      fault ??= thrown;
      return otherwise();
    }
  };
  const note = <T>(name: string, found: Found<T>): T => {
    readFrom[name] = found.from;
    return found.value;
  };
  if (modelType !== undefined)
    note('modelType', text.text('model_type') ?? { value: modelType, from: untyped ? 'architectures' : 'model_type' });
  if (layer.layerType !== undefined) {
    const listed = text.has('layer_types')
      ? text.at('layer_types')
      : 'default: sliding and full attention alternate in this model type';
    note('layerType', { value: layer.layerType, from: layer.nested ? layer.dict.path : listed });
  }
  const ropeType = attempt(
    () => findType(layer),
    () => {
      const given = layer.dict.peek('rope_type') ?? layer.dict.peek('type');
      return { given: typeof given === 'string' ? given : shown(given), name: 'unknown', from: '' };
    },
  );
  note('type', { value: ropeType.name, from: ropeType.from });
  const base = findBase(text, family, layer);
  note('base', base);
  const width = findWidth(
    text,
    family,
    layer,
    ropeType.name,
    fillingIn({ whole, text, ...(modelType !== undefined && { modelType }) }),
  );
  note('headDim', width.headDim);
  note('rotaryDim', width.rotaryDim);
  const layout = findLayout(text, modelType, width.latent);
  note('layout', layout);
  const context = findContext(text, family, layer);
  const trained = findTrained(context, ropeType.name);
  note('trainedContext', trained);
  const scaling = attempt<ScalingSpec>(
    () => readScaling(ropeType.name, { layer, dict: layer.dict, context, width, base, modelType, note }),
    () => ({ type: 'default' }),
  );
  const maxContext = findMaxContext(context, scaling);
  note('contextLength', maxContext);

  const mrope = findMrope(text, layer.dict, modelType);
  if (mrope) {
    note('mropeSection', mrope.section);
    for (const name of ['mropeOrder', 'mropeInterleaved', 'mropeAxes']) note(name, mrope.order);
  }
  if (context.slidingWindow) note('slidingWindow', context.slidingWindow);
  const queryScale = findQueryScale(text, modelType, layer, context);
  if (queryScale) note('queryScale', queryScale);
  const indexer = findIndexer(text, modelType, width, layer.layerType);
  if (indexer) note('indexer', indexer);
  const unrotated = findUnrotatedLayers(text, modelType);
  if (unrotated) note('unrotatedLayers', unrotated);
  const derotate = family.compressedTheta !== undefined;
  if (derotate) readFrom['derotate'] = 'default: true, as the attention of this model type does';
  const towers = findTowers(whole, text);
  readFrom['softmaxMultiplier'] = softmaxRule(scaling, width.latent);

  const plain = buildSpec(base.value, layout.value, width.headDim.value, width.rotaryDim.value, scaling);
  const spec = withQueryScale(plain, queryScale?.value);
  const multimodalSpec = multimodalSpecOf(spec, mrope);
  const fields: LayerFields = {
    ...(modelType !== undefined && { modelType: assumed?.given ?? modelType }),
    ...(assumed && assumptionOf(assumed)),
    ...(layer.layerType !== undefined && { layerType: layer.layerType }),
    ...(context.slidingWindow && { slidingWindow: context.slidingWindow.value }),
    ...mropeFields(mrope),
    ...(multimodalSpec && { multimodalSpec }),
    ...(indexer && { indexer: indexer.value }),
    ...(unrotated && { unrotatedLayers: unrotated.value }),
    ...(derotate && { derotate: true as const }),
    ...(towers.length > 0 && { towers }),
  };
  // prettier-ignore
  return {
    ...(modelType !== undefined && { modelType }),
    ...(assumed && { assumed }),
    ...(untyped && { untyped }),
    ...([whole, text].some((fields) => fields.has('auto_map')) && { ownCode: true as const }),
    towers, text, layer, ropeType, base, layout, width, max: context.max, trained, scaling, maxContext,
    spec, fields, readFrom,
    ...(fault && { fault }),
    ...(context.original && { original: context.original }),
    ...(mrope && { mrope }),
    ...(queryScale && { queryScale }),
  };
}

function findBase(text: TextModel['text'], family: Family, layer: LayerSource): Found<number> {
  const found =
    layer.theta ??
    layer.dict.number('rope_theta', ropeRule('base')) ??
    firstNumber(
      text,
      family.baseKey === undefined ? ['rope_theta', 'rotary_emb_base'] : [family.baseKey],
      ropeRule('base'),
    );
  if (found) {
    // also mark another name of the same base as read; Qwen-72B's file has both
    for (const key of ['rope_theta', 'rotary_emb_base']) if (text.glance(key) === found.value) text.peek(key);
    return found;
  }
  return family.theta === undefined
    ? { value: defaultTheta, from: `default: ${defaultTheta}, the config names no rope_theta` }
    : { value: family.theta, from: `default: ${family.theta}, the class default of this model type` };
}

/** The original length, if given; max / factor is never assumed, because files differ in what they mean. */
function findTrained({ max, original }: Context, type: string): Found<number> {
  if (original && type !== 'dynamic') return original;
  if (max.from.startsWith('derived') || max.from.startsWith('default')) return max;
  return {
    value: max.value,
    from:
      type === 'dynamic' || type === 'default' ? max.from : `default: ${max.from}, no original_max_position_embeddings`,
  };
}

/** Handles a YaRN block added to a config whose max_position_embeddings was left at the trained length. */
function findMaxContext({ max, original }: Context, scaling: ScalingSpec): Found<number> {
  if (scaling.type === 'yarn' && original && original.value === max.value && scaling.factor > 1) {
    const value = Math.floor(scaling.factor * original.value);
    if (Number.isSafeInteger(value))
      return { value, from: `derived: factor * ${original.from}, since ${max.from} was not raised` };
  }
  return max;
}

/** Source of DeepSeek's temperature, g(factor, mscale_all_dim)^2 over all channels of multi-head latent attention. */
function softmaxRule(scaling: ScalingSpec, latent: boolean): string {
  if (scaling.type !== 'yarn' || scaling.mscaleAllDim === undefined) return 'default: 1, no mscale_all_dim';
  return latent
    ? 'derived: (0.1 mscaleAllDim ln factor + 1)^2'
    : 'default: 1, mscale_all_dim scales attention in multi-head latent attention only';
}

function buildSpec(
  base: number,
  layout: 'half' | 'interleaved',
  dim: number,
  rotaryDim: number,
  scaling: ScalingSpec,
): RopeSpec {
  return {
    encoding: 'rope',
    dim,
    base,
    layout,
    ...(rotaryDim !== dim && { rotaryDim }),
    ...(scaling.type !== 'default' && { scaling }),
  };
}
