/** Results of an engine for a config, and configs of Llama with and without a scaling. */
import assert from 'node:assert/strict';
import { pe } from './instance.mjs';

export { pe };

export const llama = {
  model_type: 'llama',
  hidden_size: 4096,
  num_attention_heads: 32,
  max_position_embeddings: 32768,
};
export const yarn = { rope_type: 'yarn', factor: 4, original_max_position_embeddings: 8192 };
export const scaled = (rope_scaling, more) => ({ ...llama, rope_theta: 5e5, rope_scaling, ...more });
export const answer = async (engine, config, options) =>
  (await pe.engines(config, { ...options, engines: [engine] })).find((each) => each.engine === engine);
export const layer = async (engine, config, name, options) =>
  (await answer(engine, config, options)).layers[name ?? 'default'];
export const close = (left, right) => assert.ok(Math.abs(left / right - 1) < 1e-6, `${left} and ${right}`);
/** Base of unscaled frequencies, from their number of pairs. */
export const baseOf = ({ frequencies }) => frequencies[1] ** -frequencies.length;
