/**
 * Rows of layers that rotate alike, with their base and scaling, from the list in the file or the pattern of its class.
 */
import type { LayerRow } from '../types/config.js';
import type { LayerFacts } from './facts.js';
import type { Fields, Found } from './fields.js';
import { neverRotated } from './nope-layers.js';

/** DeepSeek V4: one entry per layer, 0 for a layer without compressed keys (configuration_deepseek_v4.py of 5.23). */
export function compressRatios(text: Fields): Found<readonly number[]> | undefined {
  return text.numbers('compress_ratios', { integer: true, min: 0 });
}
const compressedTypes: Readonly<Record<string, number>> = {
  sliding_attention: 0,
  compressed_sparse_attention: 4,
  heavily_compressed_attention: 128,
};

interface Kind {
  /** Layer type whose rotation it has; absent if it does not rotate. */
  readonly of?: LayerFacts | undefined;
  readonly row: Pick<LayerRow, 'kind' | 'window' | 'compressed'>;
}

/** @returns undefined if the file does not list its layers, or if all are alike. */
export function layerRows(layers: readonly LayerFacts[]): Found<readonly LayerRow[]> | undefined {
  const first = layers[0]!;
  const kinds = ofCompressed(layers) ?? ofTypes(layers);
  if (!kinds) return undefined;
  const unrotated = new Set(first.fields.unrotatedLayers ?? []);
  const rows = new Map<string, { readonly row: Omit<LayerRow, 'layers'>; readonly layers: number[] }>();
  kinds.forEach(({ of, row: about }, layer) => {
    const rotates = of !== undefined && !unrotated.has(layer);
    const row = {
      ...about,
      rotates,
      ...(rotates && { base: of.base.value, scaling: of.spec.scaling?.type ?? ('default' as const) }),
    };
    const key = JSON.stringify(row);
    const known = rows.get(key);
    if (known) known.layers.push(layer);
    else rows.set(key, { row, layers: [layer] });
  });
  if (rows.size < 2) return undefined;
  const { text } = first;
  const from = ['layer_types', 'compress_ratios'].find((key) => text.has(key)) ?? '';
  return { value: [...rows.values()].map(({ row, layers: at }) => ({ layers: at, ...row })), from: text.at(from) };
}

function ofCompressed(layers: readonly LayerFacts[]): readonly Kind[] | undefined {
  const compress = layers.find(({ layer }) => layer.amplitude && layer.name === 'compress');
  if (!compress) return undefined;
  const { text } = compress;
  const types = text.texts('layer_types')?.value;
  const ratios = types?.map((type) => compressedTypes[type] ?? 0) ?? compressRatios(text)?.value;
  const main = layers.find(({ layer }) => layer.name === 'main');
  const window = text.number('sliding_window')?.value;
  return ratios?.map((compressed) => ({
    of: compressed === 0 ? main : compress,
    row: {
      kind: compressed === 0 ? 'main' : 'compress',
      ...(window !== undefined && { window }),
      ...(compressed > 0 && { compressed }),
    },
  }));
}

function ofTypes(layers: readonly LayerFacts[]): readonly Kind[] | undefined {
  const { text } = layers[0]!;
  const types = text.glance('layer_types');
  if (!Array.isArray(types) || !types.every((type) => typeof type === 'string')) return undefined;
  const bases = text.glance('layer_rope_theta');
  return types.map((type, index) => {
    const theta = Array.isArray(bases) ? bases[index] : undefined;
    const of =
      layers.find(({ layer }) => layer.layerType === type) ??
      layers.find(({ layer }) => layer.theta !== undefined && layer.theta.value === theta) ??
      (layers.length === 1 && layers[0]!.layer.layerType === undefined ? layers[0] : undefined);
    const window = /sliding|chunked/.test(type) ? text.number('sliding_window')?.value : undefined;
    return {
      of: neverRotated.has(type) ? undefined : of,
      row: { kind: type, ...(window !== undefined && window > 0 && { window }) },
    };
  });
}
