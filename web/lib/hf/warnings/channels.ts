/** Rules on channels: pair layout, partial rotation, multimodal sections. */
import { printable, shown } from '../../checks/show.js';
import { familyOf } from '../families.js';
import { ownMropeOrder } from '../mrope.js';
import { num } from '../number-text.js';
import { type ConfigRule, transformersRope } from './rule.js';

/** Model types whose original checkpoints pair neighbouring channels and were permuted for transformers. */
const permuted: ReadonlySet<string> = new Set(['llama', 'mistral', 'mixtral']);

export const channelRules: readonly ConfigRule[] = [
  {
    code: 'layout_permuted_weights',
    note: true,
    source: 'huggingface/transformers#25199, EleutherAI/gpt-neox#834, rasbt/LLMs-from-scratch#838',
    check({ layout, modelType, width }) {
      if (layout.value !== 'half' || modelType === undefined || !permuted.has(modelType)) return undefined;
      const half = width.rotaryDim.value / 2;
      return `transformers pairs channels (i, i + ${half}) and its conversion permuted the q and k rows for that; the original ${modelType} checkpoints pair (2i, 2i + 1), so weights of one layout must not be run with the other`;
    },
  },
  {
    code: 'layout_interleaved',
    note: true,
    source: 'huggingface/transformers.js#1416, vllm-project/vllm-ascend#12780',
    check({ layout, width }) {
      if (layout.value !== 'interleaved') return undefined;
      const half = width.rotaryDim.value / 2;
      return `pairs are neighbouring channels (2i, 2i + 1); kernels that know only (i, i + ${half}) need the rows of q and k permuted, and some ignored the flag`;
    },
  },
  {
    code: 'partial_rotary_keys',
    note: true,
    source: 'vllm-project/vllm#29966, vllm-project/vllm#30389',
    check({ width: { latent, headDim, rotaryDim }, scaling }) {
      if (latent || scaling.type === 'proportional' || rotaryDim.value === headDim.value) return undefined;
      return `${rotaryDim.value} of ${headDim.value} channels are rotated (${rotaryDim.from}); the field has been called rotary_dim, rotary_pct and partial_rotary_factor, an engine that misses it rotates all ${headDim.value}, and one applied it twice (${num(Math.floor((rotaryDim.value * rotaryDim.value) / headDim.value))} channels)`;
    },
  },
  {
    code: 'partial_rotary_not_applied_again',
    source: 'vllm-project/vllm#30389',
    check({ width: { latent, fraction, rotaryDim } }) {
      if (!latent || !fraction || fraction.value === 1 || fraction.from.startsWith('default')) return undefined;
      return `qk_rope_head_dim ${rotaryDim.value} is already the rotated part; ${fraction.from} ${num(fraction.value)} is not applied to it a second time`;
    },
  },
  {
    code: 'partial_rotary_conflict',
    source: 'vllm-project/vllm#29966',
    check({ text, layer: { dict }, width: { latent, headDim, rotaryDim } }) {
      const claims = new Map<string, number>();
      for (const [fields, keys] of [
        [dict, ['partial_rotary_factor']],
        [text, ['partial_rotary_factor', 'rotary_pct', 'rotary_emb_fraction']],
      ] as const) {
        for (const key of keys) {
          const value = fields.glance(key);
          if (typeof value === 'number') claims.set(fields.at(key), Math.floor(headDim.value * value));
        }
      }
      const given = text.glance('rotary_dim');
      if (typeof given === 'number') claims.set(text.at('rotary_dim'), given);
      if (latent || new Set(claims.values()).size < 2) return undefined;
      const list = [...claims].map(([path, channels]) => `${path} means ${channels}`);
      return `the rotated width is given more than once: ${list.join(', ')}; ${rotaryDim.value} is used`;
    },
  },
  {
    code: 'mrope_by_key',
    note: true,
    source: 'ml-explore/mlx-lm#1768, arXiv:2409.12191',
    check({ mrope, ropeType }) {
      if (!mrope) return undefined;
      return `multimodal RoPE with sections [${mrope.section.value
        .slice(0, 8)
        .map((n) => num(n))
        .join(
          ', ',
        )}] of ${mrope.axes.join(', ')}, ${mrope.order.value}: rope_type only says ${ropeType.given}, so readers must look for mrope_section; this report is for text, where all position ids are equal`;
    },
  },
  {
    code: 'grid_angles',
    source: 'https://github.com/huggingface/transformers/tree/main/src/transformers/models/dinov3_vit',
    check({ modelType }) {
      const axes = familyOf(modelType).axes ?? 1;
      if (axes < 2) return undefined;
      return `${printable(modelType ?? '')} rotates by the ${axes} coordinates of a patch: the pairs here are those of one coordinate, a context length has no meaning, and DINOv3's angles are 2 pi times a coordinate from -1 to 1 over a period (the encoding rope-dinov3)`;
    },
  },
  {
    code: 'mrope_interleaved_unread',
    source: transformersRope,
    check({ text, layer: { dict }, modelType, mrope }) {
      const own = ownMropeOrder(modelType);
      if (!own || !mrope?.named || own.order === 'two in turn, then the third') return undefined;
      const flag = dict.glance('mrope_interleaved') ?? text.glance('mrope_interleaved');
      if ((flag === true) === (own.order === 'interleaved')) return undefined;
      const given = flag === undefined ? 'the file has no mrope_interleaved' : `mrope_interleaved is ${shown(flag)}`;
      return `${given}, and the class of transformers has its sections ${own.order} whatever it says; vLLM and SGLang go by the flag, so that their ids of images turn other pairs. Write mrope_interleaved ${String(own.order === 'interleaved')}`;
    },
  },
  {
    code: 'mrope_section_sum',
    source: 'sgl-project/sglang#3605, Blaizzy/mlx-vlm#576',
    check({ mrope, width: { rotaryDim } }) {
      if (!mrope?.named) return undefined;
      const sum = mrope.named.value.reduce((total, n) => total + n, 0);
      if (sum === rotaryDim.value / 2) return undefined;
      return `mrope_section adds up to ${num(sum)} pairs but ${rotaryDim.value} rotated channels have ${rotaryDim.value / 2}; vLLM refuses such a file`;
    },
  },
  {
    code: 'rope_interleave_unread',
    source: transformersRope,
    check({ layout, width, text, modelType }) {
      if (width.latent || layout.from !== text.at('rope_interleave') || modelType === undefined) return undefined;
      return `rope_interleave is used as it is (${layout.value}), but transformers reads it in models with multi-head latent attention only; in ${modelType} the layout is fixed by the code`;
    },
  },
];
