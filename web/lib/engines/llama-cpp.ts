/**
 * llama.cpp, a chain: the converter writes keys and tensors, loader and context read them, ggml computes the angles.
 */
import { betaReaders } from '../hf/gguf-types.js';
import { convert } from './llama-cpp/convert.js';
import type { LlamaModel } from './llama-cpp/model.js';
import { type Betas, run, stoppedPairs } from './llama-cpp/run.js';
import { NotKnown, Refusal } from './refusal.js';
import type { Source } from './source.js';
import type { Engine, Reading } from './types.js';

/** Turn counts that the converter writes and the loader does not read. */
function lostBetas(source: Source): Betas | undefined {
  try {
    return unreadBetas(convert(source));
  } catch (thrown) {
    if (thrown instanceof Refusal || thrown instanceof NotKnown) return undefined;
    throw thrown;
  }
}
function unreadBetas({ keys, architecture }: LlamaModel): Betas | undefined {
  if (keys['rope_scaling_type'] !== 'yarn' || betaReaders.has(architecture.name)) return undefined;
  const written = (key: string, usual: number): number => {
    const value = keys[key];
    return typeof value === 'number' ? value : usual;
  };
  const betaFast = written('rope_scaling_yarn_beta_fast', 32);
  const betaSlow = written('rope_scaling_yarn_beta_slow', 1);
  return betaFast === 32 && betaSlow === 1 ? undefined : { betaFast, betaSlow };
}
const flagsOf = ({ betaFast, betaSlow }: Betas): string => `--yarn-beta-fast ${betaFast} --yarn-beta-slow ${betaSlow}`;

/** Lists losses, and the flags that restore them (common/arg.cpp). */
function notesOn({ layers }: Source, model: LlamaModel): string[] {
  const { keys, factors, alpha } = model;
  const notes: string[] = [];
  const { scaling, ropeType } = layers.find(({ layer }) => layer.layerType === 'full_attention') ?? layers[0]!;
  const lost = unreadBetas(model);
  if (keys['rope_scaling_type'] === 'yarn') {
    if (lost) notes.push(`beta_fast and beta_slow are written but not read: start it with ${flagsOf(lost)}`);
    if (keys['rope_scaling_yarn_attn_factor'] !== undefined)
      notes.push('attention_factor is overwritten, and --yarn-attn-factor has no effect under YaRN');
    if (scaling.type === 'yarn' && scaling.truncate === false)
      notes.push('truncate is not known: the ramp is always rounded');
  }
  const type = keys['rope_scaling_type'];
  const written = type === 'linear' || type === 'yarn' || factors !== undefined || alpha !== undefined;
  if (scaling.type !== 'default' && !written)
    notes.push(`rope_type ${ropeType.given} is dropped by the converter: the GGUF rotates unscaled`);
  const still = stoppedPairs(model);
  if (still.length > 0)
    notes.push(
      `no section covers ${still.length === 1 ? 'pair' : 'pairs'} ${still.join(', ')}: they take the fourth position of multimodal RoPE, which is 0 in text, and do not turn`,
    );
  return notes;
}

export const llamaCpp: Engine = {
  id: 'llama-cpp',
  title: 'llama.cpp',
  version: '0c1e5709 (llama-cpp-python 0.3.36)',
  basis: 'executed',
  source: 'https://github.com/ggml-org/llama.cpp/tree/0c1e57098/conversion',
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
      ...(model.factors?.kind === 'two-lists' &&
        model.architecture.longrope === 'with an amplitude' && { amplitudeKey: 'rope_scaling_attn_factors' }),
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
