/** Rules on YaRN: the paper's ramp and the released one, amplitude, temperature, truncation. */
import type { LayerFacts } from '../facts.js';
import { num } from '../number-text.js';
import { usableAttentionFactor } from '../scaling.js';
import type { YarnScaling } from '../../generated/encodings.js';
import type { EngineId } from '../../types/engines.js';
import { pairAtTurns } from '../yarn-ramp.js';
import { type ConfigRule, type ReportRule, transformersRope } from './rule.js';

/** YaRN's 0.1 m ln s + 1 (1 for s <= 1), to the six digits of a message; results come from the core. */
const amplitude = (factor: number, mscale: number): number => (factor <= 1 ? 1 : 0.1 * mscale * Math.log(factor) + 1);

/** True if two values differ enough for engines to count as different. */
const apart = (left: number, right: number): boolean => Math.abs(left / right - 1) > 2e-6;

const yarnOf = ({ scaling }: LayerFacts): YarnScaling | undefined => (scaling.type === 'yarn' ? scaling : undefined);

const deepseekYarn = ['vllm', 'vllm@0.29.0', 'sglang'] as const;

const rampEnd = ({ base, width }: LayerFacts, turns: number, length: number): number =>
  pairAtTurns(turns, length, base.value, width.rotaryDim.value);

interface Reading {
  readonly text: string;
  readonly engines: readonly EngineId[];
}

/** How engines read mscale and mscale_all_dim, if not as transformers. */
function otherMscale(facts: LayerFacts) {
  const yarn = yarnOf(facts);
  if (!yarn || yarn.attentionFactor !== undefined || yarn.mscaleAllDim === undefined) return undefined;
  const { factor, mscale, mscaleAllDim } = yarn;
  const hf = mscale === undefined ? amplitude(factor, 1) : amplitude(factor, mscale) / amplitude(factor, mscaleAllDim);
  const plain = amplitude(factor, 1);
  // mlx-lm, SGLang and the deepseek_yarn of vLLM use 1 for a missing mscale; llama.cpp's is 1 in latent attention
  const withOne = amplitude(factor, mscale ?? 1) / amplitude(factor, mscaleAllDim);
  const { latent } = facts.width;
  const readings: Reading[] = [];
  if (apart(hf, latent ? 1 : plain))
    readings.push(
      latent
        ? {
            text: `llama.cpp stores 0.1 * mscale_all_dim = ${num(0.1 * mscaleAllDim)} at conversion and uses 1`,
            engines: ['llama-cpp'],
          }
        : {
            text: `llama.cpp (but for Mistral 3) and vLLM before 0.30.0 ignore both and use ${num(plain, 6)}`,
            engines: ['llama-cpp', 'vllm@0.29.0'],
          },
    );
  if (apart(hf, withOne))
    readings.push({
      text: `mlx-lm takes 1 for the missing mscale and uses ${num(withOne, 6)}`,
      engines: ['mlx-lm', 'mlx-lm@0.31.3'],
    });
  return { hf, mscale, mscaleAllDim, readings };
}

export const yarnRules: readonly ConfigRule[] = [
  {
    code: 'yarn_attention_factor_ignored',
    engines: () => ['sglang', 'mlx-lm', 'mlx-lm@0.31.3', 'llama-cpp', 'vllm@0.29.0'],
    source:
      'ml-explore/mlx-lm#1507, vllm-project/vllm#56446; SGLang 6ed5780c, mlx-lm d78bf58e and llama.cpp 0c1e5709, executed',
    check(facts) {
      const yarn = yarnOf(facts);
      if (!facts.layer.dict.has('attention_factor')) return undefined; // another rule reports a class's factor
      if (yarn?.attentionFactor === undefined || !apart(yarn.attentionFactor, amplitude(yarn.factor, 1)))
        return undefined;
      return `attention_factor ${num(yarn.attentionFactor, 6)} is given; SGLang, mlx-lm, llama.cpp, and vLLM before 0.30.0, ignore it and multiply cos and sin by 0.1 ln ${num(yarn.factor)} + 1 = ${num(amplitude(yarn.factor, 1), 6)}`;
    },
  },
  {
    code: 'yarn_mscale_alone',
    source: 'huggingface/transformers#47435, ggml-org/llama.cpp#17945, vllm-project/vllm#10537',
    check(facts) {
      const yarn = yarnOf(facts);
      if (!yarn || yarn.attentionFactor !== undefined || yarn.mscale === undefined || yarn.mscaleAllDim !== undefined)
        return undefined;
      const [ours, theirs] = [amplitude(yarn.factor, 1), amplitude(yarn.factor, yarn.mscale)];
      if (!apart(ours, theirs)) return undefined;
      return `mscale ${num(yarn.mscale)} has no mscale_all_dim next to it: transformers ignores it (amplitude ${num(ours, 6)}), mlx-lm and the deepseek_yarn of vLLM and SGLang use it (amplitude ${num(theirs, 6)})`;
    },
  },
  {
    code: 'yarn_mscale_readings',
    engines: (facts) => otherMscale(facts)?.readings.flatMap(({ engines }) => engines) ?? [],
    source: 'ggml-org/llama.cpp#7118, ggml-org/llama.cpp#17945, huggingface/transformers#47435',
    check(facts) {
      const found = otherMscale(facts);
      if (!found || found.readings.length === 0) return undefined;
      const { hf, mscale, mscaleAllDim, readings } = found;
      const others = readings.map(({ text }) => text).join('; ');
      return `amplitude of cos and sin is ${num(hf, 6)} by mscale ${mscale === undefined ? 'not given' : num(mscale)} and mscale_all_dim ${num(mscaleAllDim)} as transformers reads them; ${others}`;
    },
  },
  {
    code: 'mscale_all_dim_without_latent',
    source: transformersRope,
    check(facts) {
      const yarn = yarnOf(facts);
      if (yarn?.mscaleAllDim === undefined || facts.width.latent) return undefined;
      return `mscale_all_dim ${num(yarn.mscaleAllDim)} in a model without multi-head latent attention: no softmax multiplier is applied here, since only the DeepSeek attention of transformers has one`;
    },
  },
  {
    code: 'deepseek_v4_amplitude',
    source: 'Avarok-Cybersecurity/atlas#342',
    check(facts) {
      const yarn = yarnOf(facts);
      if (!yarn || facts.layer.amplitude === undefined || usableAttentionFactor(facts.layer.dict)) return undefined;
      return `DeepSeek-V4 forces the amplitude of cos and sin to 1; vLLM and SGLang do, too (executed); an engine that applies the rule of YaRN multiplies by ${num(amplitude(yarn.factor, 1), 6)} for factor ${num(yarn.factor)}`;
    },
  },
  {
    code: 'yarn_truncate_ignored',
    engines: ({ width }) => ['llama-cpp', 'mlx-lm', 'mlx-lm@0.31.3', ...(width.latent ? deepseekYarn : [])],
    source:
      'https://github.com/ggml-org/llama.cpp (0c1e5709, executed), https://github.com/ml-explore/mlx-lm (d78bf58e, executed)',
    check(facts) {
      const yarn = yarnOf(facts);
      if (!yarn || yarn.truncate !== false) return undefined;
      const low = rampEnd(facts, yarn.betaFast ?? 32, yarn.originalContext);
      const high = rampEnd(facts, yarn.betaSlow ?? 1, yarn.originalContext);
      const latent = facts.width.latent ? ', and so does the deepseek_yarn of vLLM and SGLang' : '';
      return `truncate is false: the ramp runs over pairs ${num(low)} to ${num(high)}; llama.cpp and mlx-lm always round it to ${Math.floor(low)} to ${Math.ceil(high)}${latent}`;
    },
  },
  {
    code: 'yarn_truncate_per_layer',
    source: transformersRope,
    check(facts) {
      if (!yarnOf(facts) || !facts.layer.nested || !facts.layer.dict.has('truncate')) return undefined;
      return `truncate is in ${facts.layer.dict.path}; transformers reads it from the top of the dictionary and uses true for every layer type (5.16, executed); vLLM and SGLang read it where it stands`;
    },
  },
];

/** The paper's ramp is linear in L / wavelength (arXiv:2309.00071 eq. 17-20, alpha 1, beta 32), not the index. */
export const yarnReportRules: readonly ReportRule[] = [
  {
    code: 'latent_softmax_scale',
    source: 'huggingface/transformers#47435, onnxruntime/mobius#548, kekzl/imp#880, ggml-org/llama.cpp#17945',
    check({ layer, scaling, raw }) {
      if (scaling.type !== 'yarn' || !layer.latentAttention || raw.softmaxMultiplier === 1) return undefined;
      return `attention logits over all channels of the head are multiplied by (0.1 * ${num(scaling.mscaleAllDim!)} ln ${num(scaling.factor)} + 1)^2 = ${num(raw.softmaxMultiplier, 6)} in addition to cos and sin; engines that miss it flatten attention (transformers did for DeepSeek-V2 until July 2026)`;
    },
  },
  {
    code: 'yarn_ramp_differs_from_paper',
    source: 'arXiv:2309.00071',
    check({ scaling, raw }) {
      if (scaling.type !== 'yarn' || scaling.factor === 1) return undefined;
      let worst = { pair: 0, ratio: 1 };
      raw.frequency.forEach((released, pair) => {
        const unscaled = raw.unscaledFrequency[pair]!;
        const turns = (scaling.originalContext * unscaled) / (2 * Math.PI);
        const keep = Math.min(1, Math.max(0, (turns - 1) / 31));
        const paper = unscaled * (keep + (1 - keep) / scaling.factor);
        const ratio = released > paper ? released / paper : paper / released;
        if (ratio > worst.ratio) worst = { pair, ratio };
      });
      if (worst.ratio < 1.01) return undefined;
      return `the released YaRN code, which engines run, ramps over the pair index; the formula of the paper differs by up to ${num(worst.ratio, 3)} times, at pair ${worst.pair}`;
    },
  },
];
