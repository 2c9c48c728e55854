/** Rules on rope_theta: its place decides which engines read it. */
import { classOf, defaultTheta } from '../families.js';
import { num } from '../number-text.js';
import { printable, shown } from '../../checks/show.js';
import type { Fields } from '../fields.js';
import type { ConfigRule } from './rule.js';

const topLevelTheta = (text: Fields): unknown => text.glance('rope_theta') ?? text.glance('rotary_emb_base');

export const baseRules: readonly ConfigRule[] = [
  {
    code: 'missing_rope_theta',
    source: 'deepspeedai/DeepSpeed#8345, sgl-project/sglang#14745, vllm-project/vllm#56066',
    check({ base, layer, modelType, text }) {
      if (!base.from.startsWith('default')) return undefined;
      const outer = topLevelTheta(text);
      if (outer !== undefined)
        return `rope_theta ${shown(outer)} is not that of the ${printable(layer.name)} layers: the class of ${printable(modelType ?? '')} in transformers leaves them ${num(base.value)}; engines with one base for all layers rotate them differently`;
      const missing = `no rope_theta in the config: ${num(base.value)} is`;
      if (!classOf(modelType ?? ''))
        return `${missing} the default of transformers unless a class has another; posenc does not know the class of this model type`;
      const differs =
        base.value === defaultTheta
          ? 'engines with another default for this model rotate differently'
          : `engines that do not know this class fall back to ${defaultTheta}`;
      return `${missing} the class default of ${printable(modelType ?? '')} in transformers; ${differs}`;
    },
  },
  {
    code: 'theta_in_rope_parameters',
    engines: () => ['transformers-4', 'mlx-lm', 'mlx-lm@0.31.3', 'ollama', 'mlc-llm', 'openvino'],
    source: 'deepspeedai/DeepSpeed#8345, sgl-project/sglang#14745, NVIDIA-NeMo/Megatron-Bridge#3077',
    check({ base, layer, text }) {
      if (layer.era !== 'rope_parameters' || topLevelTheta(text) !== undefined) return undefined;
      if (base.from !== layer.dict.at('rope_theta') || base.value === defaultTheta) return undefined;
      const ratio = base.value > defaultTheta ? base.value / defaultTheta : defaultTheta / base.value;
      return `rope_theta ${num(base.value)} is in ${base.from} only (transformers 5); readers that look for a top-level rope_theta silently use ${defaultTheta}, and their longest wavelengths are off by nearly ${num(ratio)} times`;
    },
  },
  {
    code: 'rope_theta_conflict',
    source: 'deepspeedai/DeepSpeed#8345',
    check({ base, layer, text }) {
      const inner = layer.dict.glance('rope_theta');
      const outer = topLevelTheta(text);
      // layer types have different bases by design, and the top level names the global one
      if (inner === undefined || outer === undefined || inner === outer || layer.nested) return undefined;
      return `the rope dictionary says rope_theta ${shown(inner)} and the top level says ${shown(outer)}; ${num(base.value)} from ${base.from} is used, transformers 4 uses the top level`;
    },
  },
];
