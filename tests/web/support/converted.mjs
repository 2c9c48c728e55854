/** GGUF headers as llama.cpp's converter wrote them: the keys of its evidence, and the tensors that these keys lack. */
import { corpus } from '../../../evidence/corpus.mjs';
import { read } from '../../../evidence/stored.mjs';
import { pe } from './instance.mjs';

const configs = new Map(corpus().map(({ id, config }) => [id, config]));

/** Executed cases whose layers rotate, with the config of each. */
export const converted = [...read('llama-cpp', '0.3.36').answers].flatMap(([id, executed]) =>
  executed.gguf && executed.rotations?.length ? [{ id, config: configs.get(id), ...executed }] : [],
);

const isTensor = (name) => name.endsWith('.weight');
const inFloat = /freq_base|factor|beta|multiplier|scale$/;
const typed = (key, value) => {
  if (Array.isArray(value)) return [['u32'], value];
  return typeof value === 'string' ? ['str', value] : [inFloat.test(key) ? 'f32' : 'u32', value];
};
const latent = /deepseek|glm-dsa|hy_v4|mistral4|minicpm3/;

/** Keys and tensors of the file. Widths that the evidence does not keep are those of the rotations. */
export async function fileOf({ config: text, architecture, gguf: written, rotations, depth }) {
  const own = Object.fromEntries(Object.entries(written).filter(([key]) => !isTensor(key)));
  const windowed = rotations.length > 1 || 'rope.freq_base_swa' in own;
  const keys = {
    embedding_length: 8 * rotations[0].width,
    'attention.head_count': 8,
    block_count: depth,
    ...(latent.test(architecture) && { 'attention.kv_lora_rank': 64 }),
    ...(windowed && { 'attention.sliding_window': 1024, ...widths(architecture, rotations) }),
    ...own,
  };
  const entries = Object.entries(keys).map(([key, value]) => [`${architecture}.${key}`, typed(key, value)]);
  const tensors = Object.keys(written).some(isTensor) ? await tensorsOf(text, written) : {};
  return [{ 'general.architecture': ['str', architecture], ...Object.fromEntries(entries) }, tensors];
}

/** Gemma 4 has heads of two widths. */
const widths = (architecture, rotations) =>
  architecture === 'gemma4' && { 'attention.key_length_swa': Math.min(...rotations.map(({ width }) => width)) };

/** The tensors that generate_extra_tensors adds. */
async function tensorsOf(text, written) {
  const config = JSON.parse(text.replaceAll('Infinity', '1e999'));
  const { rope_parameters: newer, rope_scaling: older } = config.text_config ?? config.llm_config ?? config;
  const dict = newer ?? older ?? {};
  const list = (name, data) => ({ [name]: { shape: [data.length], data } });
  if ('rope_factors_long.weight' in written)
    return {
      ...list('rope_factors_short.weight', dict.short_factor),
      ...list('rope_factors_long.weight', dict.long_factor),
    };
  const { layers } = (await pe.engines(text, { engines: ['llama-cpp'] })).at(-1);
  const { frequencies } = layers.full_attention ?? Object.values(layers)[0];
  const base = written['rope.freq_base'] ?? 10_000;
  // a pair that does not rotate has the factor 1e30
  const factors = frequencies.map((value, i) => (value === 0 ? 1e30 : base ** (-i / frequencies.length) / value));
  return list('rope_freqs.weight', factors);
}
