/**
 * llama.cpp, a chain: the converter writes keys and tensors, loader and context read them, ggml computes the angles.
 */
import { architectureOf } from './llama-cpp/architectures.js';
import { convert, mainLayer } from './llama-cpp/convert.js';
import type { LlamaModel } from './llama-cpp/model.js';
import { type Betas, run } from './llama-cpp/run.js';
import type { Source } from './source.js';
import type { Engine, Reading } from './types.js';

/** Turn counts that the converter writes and the loader does not read. */
function lostBetas(source: Source): Betas | undefined {
  const { scaling } = mainLayer(source.layers);
  if (scaling.type !== 'yarn' || architectureOf(source.modelType, source.architectures)?.betas) return undefined;
  const { betaFast = 32, betaSlow = 1 } = scaling;
  return betaFast === 32 && betaSlow === 1 ? undefined : { betaFast, betaSlow };
}
const flagsOf = ({ betaFast, betaSlow }: Betas): string => `--yarn-beta-fast ${betaFast} --yarn-beta-slow ${betaSlow}`;

/** Lists losses, and the flags that restore them (as before ggml-org/llama.cpp#28030 of 2026-08-30). */
function notesOn(source: Source, { keys, factors, alpha }: LlamaModel): string[] {
  const notes: string[] = [];
  const { scaling, ropeType } = mainLayer(source.layers);
  const lost = lostBetas(source);
  if (scaling.type === 'yarn') {
    if (lost) notes.push(`beta_fast and beta_slow are written but not read: start it with ${flagsOf(lost)}`);
    if (scaling.attentionFactor !== undefined)
      notes.push('attention_factor is overwritten, and --yarn-attn-factor has no effect under YaRN');
    if (scaling.truncate === false) notes.push('truncate is not known: the ramp is always rounded');
  }
  const written = keys['rope_scaling_type'] !== undefined || factors !== undefined || alpha !== undefined;
  if (scaling.type !== 'default' && !written)
    notes.push(`rope_type ${ropeType.given} is dropped by the converter: the GGUF rotates unscaled`);
  return notes;
}

/** Model types whose converter class and loader were executed; for the others the source was read. */
// prettier-ignore
const executed: ReadonlySet<string> = new Set([
  'llama', 'qwen3', 'gpt_oss', 'deepseek_v3', 'phi3', 'gpt_neox', 'glm4', 'qwen2_vl', 'gemma3_text', 'gemma3n_text', 'gemma4_text',
]);

export const llamaCpp: Engine = {
  id: 'llama-cpp',
  title: 'llama.cpp',
  version: '3f545bec (2026-08-22)',
  basis: 'executed',
  source: 'https://github.com/ggml-org/llama.cpp/tree/master/conversion',
  arithmetic: {
    steps: 'ggml',
    table: 'float32',
    source: 'ggml-cpu/ops.cpp, ggml_rope_cache_init and rope_yarn',
  },
  flags: [
    '-c',
    '--rope-scaling',
    '--rope-scale',
    '--rope-freq-base',
    '--yarn-orig-ctx',
    '--yarn-ext-factor',
    '--yarn-beta-fast',
    '--yarn-beta-slow',
  ],
  read(source, contextLength) {
    const model = convert(source);
    const served = model.keys['context_length'] as number;
    return {
      layers: run(model, contextLength ?? served),
      served,
      gguf: model.keys,
      ...(!executed.has(source.modelType ?? '') && { basis: 'read' as const }),
      ...(model.factors?.kind === 'two-lists' && { amplitudeKey: 'rope_scaling_attn_factors' }),
      notes: notesOn(source, model),
    };
  },
  restored(source) {
    const lost = lostBetas(source);
    if (!lost) return undefined;
    const read = (length: number | undefined): Reading => {
      const reading = this.read(source, length);
      const layers = run(convert(source), length ?? reading.served, lost);
      return { ...reading, layers };
    };
    return { flags: flagsOf(lost), read };
  },
};
