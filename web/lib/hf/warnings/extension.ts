/** Rules on LongRoPE, dynamic NTK, Llama 3 scaling and vLLM's ntk. */
import { shown } from '../../checks/show.js';
import type { ImportedLayer } from '../../types/posenc.js';
import { num } from '../number-text.js';
import { type ConfigRule, type ReportRule, transformersRope } from './rule.js';

const text = (value: unknown): string => (value === undefined ? 'not given' : shown(value));

export const extensionRules: readonly ConfigRule[] = [
  {
    code: 'longrope_factor_readings',
    engines: () => ['transformers-4'],
    source: transformersRope,
    check({ scaling, original, max, layer }) {
      if (scaling.type !== 'longrope' || !original || !layer.dict.has('factor') || scaling.factor === undefined)
        return undefined;
      const ratio = max.value / original.value;
      if (ratio === scaling.factor || scaling.attentionFactor !== undefined) return undefined;
      return `transformers 5 takes factor ${num(scaling.factor)} for the amplitude, transformers 4 took max / original = ${num(ratio)} when the original length stood at the top level`;
    },
  },
  {
    code: 'longrope_mscale',
    source: 'vllm-project/vllm#27431',
    check({ scaling, layer: { dict } }) {
      const [short, long] = [dict.glance('short_mscale'), dict.glance('long_mscale')];
      if (scaling.type !== 'longrope' || (short === undefined && long === undefined)) return undefined;
      const used =
        short === long
          ? `${text(long)} is used as the amplitude`
          : 'they differ, so the rule sqrt(1 + ln s / ln L) is used';
      return `short_mscale ${text(short)} and long_mscale ${text(long)}: vLLM and the Phi-MoE code multiply cos and sin by them, the general LongRoPE code of transformers ignores them; here ${used}`;
    },
  },
  {
    code: 'longrope_per_layer',
    engines: () => ['transformers-5'],
    source: transformersRope,
    check({ scaling, layer }) {
      if (scaling.type !== 'longrope' || !layer.nested) return undefined;
      return `LongRoPE per layer type: in transformers 5 a second call beyond ${num(scaling.originalContext)} tokens raises UnboundLocalError (executed)`;
    },
  },
  {
    code: 'dynamic_original_ignored',
    source: transformersRope,
    check({ scaling, original, max }) {
      if (scaling.type !== 'dynamic' || !original || original.value === max.value) return undefined;
      return `rope_type dynamic measures lengths against max_position_embeddings ${num(max.value)}; ${original.from} ${num(original.value)} is not read by transformers`;
    },
  },
  {
    code: 'llama3_factor_hardcoded',
    engines: () => ['megatron-core'],
    source: 'NVIDIA/Megatron-LM#6305 (closed), unslothai/unsloth#6925 (repaired)',
    check({ scaling }) {
      if (scaling.type !== 'llama3' || scaling.factor === 8) return undefined;
      return `factor ${num(scaling.factor)}: Megatron-LM and unsloth had hard-coded the 8 of Llama 3.1, which in their older versions makes the slow pairs ${num(scaling.factor > 8 ? scaling.factor / 8 : 8 / scaling.factor)} times too ${scaling.factor > 8 ? 'fast' : 'slow'}`;
    },
  },
  {
    code: 'ntk_type_vllm_only',
    source: 'https://github.com/vllm-project/vllm/tree/main/vllm/model_executor/layers/rotary_embedding',
    check({ scaling, layer }) {
      if (scaling.type !== 'kexue-fixed' && scaling.type !== 'kexue-mixed') return undefined;
      const variant =
        scaling.type === 'kexue-fixed'
          ? 'fixed (no mixed_b)'
          : `mixed (mixed_b ${shown(layer.dict.glance('mixed_b'))})`;
      return `rope_type ntk is known to vLLM only, where it is the ${variant} variant of kexue.fm with factor ${num(scaling.factor)}, not the NTK-aware base change; transformers has no such type`;
    },
  },
];

/** True for a GGUF file, which only llama.cpp reads; statements about transformers do not apply. */
const ofGguf = ({ readFrom }: ImportedLayer): boolean => readFrom['modelType'] === 'general.architecture';

export const extensionReportRules: readonly ReportRule[] = [
  {
    code: 'longrope_regime',
    source:
      'huggingface/transformers#33129, vllm-project/vllm#27431, ggml-org/llama.cpp#24823, mlc-ai/mlc-llm#3375, microsoft/onnxruntime-genai#1161, lablup/mlxcel#1358',
    check({ scaling, layer, contextLength }) {
      if (scaling.type !== 'longrope' || ofGguf(layer)) return undefined;
      const long = contextLength > scaling.originalContext;
      const other = layer.maxContext > scaling.originalContext ? 'long_factor' : 'short_factor';
      return `at ${num(contextLength)} tokens transformers uses ${long ? 'long_factor' : 'short_factor'} (it switches by the current length, above ${num(scaling.originalContext)}, and drops its cache on crossing); vLLM and llama.cpp choose once by the length they were started with, ${other} at ${num(layer.maxContext)}`;
    },
  },
  {
    code: 'longrope_switch',
    source: 'unslothai/unsloth#10681',
    check({ scaling, layer, contextLength }) {
      if (scaling.type !== 'longrope' || ofGguf(layer)) return undefined;
      const past = contextLength - scaling.originalContext;
      if (past !== 0 && past !== 1) return undefined;
      return `${num(contextLength)} tokens is at the switch: transformers keeps short_factor up to and including ${num(scaling.originalContext)}; unsloth was off by one there`;
    },
  },
  {
    code: 'dynamic_ntk_stale_keys',
    source:
      'arXiv:2309.00071 section 3.3, huggingface/transformers#25104, huggingface/transformers#25306, QwenLM/Qwen#401',
    check({ scaling, contextLength }) {
      if (scaling.type !== 'dynamic' || contextLength <= scaling.originalContext) return undefined;
      const stretch = (scaling.factor * contextLength) / scaling.originalContext - (scaling.factor - 1);
      return `at ${num(contextLength)} tokens the base is stretched by ${num(stretch)}^(d/(d-2)); keys that were cached rotated at a shorter length keep the smaller base unless the engine caches them unrotated`;
    },
  },
  {
    code: 'dynamic_ntk_static',
    source: 'vllm-project/vllm#41277, vllm-project/vllm#55910, ml-explore/mlx-lm#1553; SGLang 6ed5780c, executed',
    check({ scaling, contextLength }) {
      if (scaling.type !== 'dynamic') return undefined;
      const now = Math.max(contextLength, scaling.originalContext);
      const largest = scaling.originalContext * scaling.factor;
      const stretch = (length: number): number =>
        (scaling.factor * length) / scaling.originalContext - (scaling.factor - 1);
      return `transformers stretches the base for the current length (by ${num(stretch(now))}^(d/(d-2)) at ${num(contextLength)} tokens); SGLang uses the stretch of its largest length always (${num(stretch(largest))}^(d/(d-2)) for ${num(largest)}), short prompts included; vLLM since 2026-05 does not stretch at all, and its table ends at ${num(scaling.originalContext)}`;
    },
  },
];
