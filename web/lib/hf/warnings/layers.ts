/** Rules on models whose layers rotate differently, or not at all. */
import { printable, shown } from '../../checks/show.js';
import { familyOf } from '../families.js';
import type { Fields } from '../fields.js';
import { neverRotated, noRopeInterval, ordinal } from '../nope-layers.js';
import { num } from '../number-text.js';
import { type ConfigRule, transformersRope } from './rule.js';

/** States how many layers of a list with one entry per layer do not rotate. */
function linearLayers(text: Fields): string | undefined {
  const types = text.peek('layer_types');
  const kinds = text.peek('attn_type_list'); // MiniMax: 0 is linear
  const list = Array.isArray(types) ? types : Array.isArray(kinds) ? kinds : [];
  const linear = list.filter((type) => type === 0 || (typeof type === 'string' && neverRotated.has(type)));
  if (linear.length === 0) return undefined;
  return `${num(linear.length)} of ${num(list.length)} layers do not rotate: ${printable(text.at(list === types ? 'layer_types' : 'attn_type_list'))} calls them ${printable(String(linear[0]))}; the report is for the others`;
}

const unrotatedTypes: Readonly<Record<string, string>> = {
  afmoe: 'its full_attention layers',
  cohere2: 'its full_attention layers',
  cohere2_moe: 'its full_attention layers',
  exaone4: 'its full_attention layers',
  exaone4_5: 'its full_attention layers',
  exaone4_5_text: 'its full_attention layers',
  exaone_moe: 'its full_attention layers',
  kolibri1: 'its full_attention layers',
  qwen3_next: 'its linear_attention layers',
};

export const layerRules: readonly ConfigRule[] = [
  {
    code: 'layer_types_unmatched',
    source: transformersRope,
    check({ text, layer }) {
      const types = text.peek('layer_types');
      if (!layer.nested || !Array.isArray(types) || types.includes(layer.layerType)) return undefined;
      return `the rope parameters name the layer type ${printable(layer.name)}, but layer_types does not list it; no layer uses it`;
    },
  },
  {
    code: 'layer_types_missing',
    source: transformersRope,
    check({ text, layer, modelType }) {
      if (!layer.nested || layer.era === 'none' || text.has('layer_types')) return undefined;
      if (familyOf(modelType).firstLayer !== undefined) return undefined; // the class lists them
      return `the rope parameters are nested by layer type but the config has no layer_types; the order of the report is that of the dictionary`;
    },
  },
  {
    code: 'layer_type_without_parameters',
    source: transformersRope,
    check({ text, layer, modelType }) {
      const types = text.peek('layer_types');
      const all = text.peek(layer.era);
      if (!layer.nested || !Array.isArray(types) || typeof all !== 'object') return undefined;
      if (familyOf(modelType).localTheta !== undefined) return undefined; // the class fills the gap
      const bare = [...new Set(types)].filter(
        (type) => typeof type === 'string' && !Object.hasOwn(all, type),
      ) as string[];
      if (bare.length === 0) return undefined;
      return `no rope parameters for the layer type ${bare
        .slice(0, 4)
        .map((type) => printable(type))
        .join(', ')}: it is not reported; transformers fails on it`;
    },
  },
  {
    code: 'unrotated_layers',
    note: true,
    source: 'https://github.com/huggingface/transformers/tree/main/src/transformers/models',
    check({ text, modelType }) {
      const mask = text.peek('no_rope_layers');
      if (Array.isArray(mask) && mask.length > 0) {
        const rotated = mask.filter((item) => item === 1).length;
        return `no_rope_layers leaves ${num(mask.length - rotated)} of ${num(mask.length)} layers without positions; the report is for the others`;
      }
      const linear = linearLayers(text);
      if (linear !== undefined) return linear;
      if (modelType?.startsWith('exaone') && !text.has('sliding_window')) return undefined; // then all layers rotate
      const every = noRopeInterval(text, modelType);
      if (every !== undefined)
        return `${every.value === 1 ? 'all layers' : `every ${ordinal(every.value)} layer`} use${every.value === 1 ? '' : 's'} no position encoding (NoPE) in ${modelType!}; the report is for the others`;
      const which = modelType === undefined ? undefined : unrotatedTypes[modelType];
      if (which === undefined || !Object.hasOwn(unrotatedTypes, modelType!)) return undefined;
      return `${which} use no position encoding (NoPE) in ${modelType!}; the report is for the others`;
    },
  },
  {
    code: 'sliding_layers_unscaled',
    note: true,
    source: 'https://github.com/huggingface/transformers/blob/main/src/transformers/models/olmo3/modular_olmo3.py',
    check({ layer, modelType, ropeType }) {
      const full = familyOf(modelType).plainSliding && layer.layerType === 'full_attention' && !layer.nested;
      if (!full || ropeType.name === 'default') return undefined;
      return `${ropeType.given} is for the full_attention layers of ${printable(modelType ?? '')} only; its sliding_attention layers turn unscaled. Engines and versions of transformers that keep one table for all layers scale them too`;
    },
  },
  {
    code: 'dual_chunk_attention',
    source: 'arXiv:2402.17463, vllm-project/vllm#11844',
    check({ text }) {
      const chunks = text.child('dual_chunk_attention_config');
      if (!chunks) return undefined;
      return `dual_chunk_attention_config: positions are remapped in chunks of ${shown(chunks.peek('chunk_size'))}, so that no distance exceeds training; this report is of the frequencies without it, see the encoding dual-chunk`;
    },
  },
  {
    code: 'sliding_window',
    note: true,
    source: transformersRope,
    check({ fields: { slidingWindow }, layer, max }) {
      if (slidingWindow === undefined || slidingWindow >= max.value) return undefined;
      const which =
        layer.layerType === undefined ? 'layers with a sliding window' : `${printable(layer.layerType)} layers`;
      return `${which} see offsets below ${num(slidingWindow)} only; turns in this report count positions up to the context length`;
    },
  },
];
