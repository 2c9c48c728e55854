/**
 * DeepSeek Sparse Attention: an indexer scores the keys, and rotates its own queries and keys by the angles of the
 * layer. Its pairs may differ from those of attention: DeepseekV32Indexer and AXK2's pair halves, GlmMoeDsaIndexer
 * neighbours. tests/web/evidence.test.mjs compares the table with transformers 5.23.0.
 */
import type { IndexerRotary } from '../types/config.js';
import type { Fields, Found } from './fields.js';
import type { Width } from './width.js';

const layouts: ReadonlyMap<string | undefined, IndexerRotary['layout']> = new Map([
  ['deepseek_v32', 'half'],
  ['axk2', 'half'],
  ['glm_moe_dsa', 'interleaved'],
  ['dots3_note_text', 'interleaved'],
  ['deepseek_v4', 'interleaved'],
  ['hy_v4', 'half'],
  ['mistral_large4_text', 'interleaved'],
]);

export function findIndexer(
  text: Fields,
  modelType: string | undefined,
  { rotaryDim }: Width,
  layerType: string | undefined,
): Found<IndexerRotary> | undefined {
  const layout = layouts.get(modelType);
  // DeepSeek V4 has layers without compressed keys, which have no indexer
  if (layout === undefined || (modelType === 'deepseek_v4' && layerType !== 'compress')) return undefined;
  // GLM's files have the flag, but no class of transformers reads it
  const name = 'indexer_rope_interleave';
  const agrees = text.glance(name) === (layout === 'interleaved');
  return {
    value: { rotaryDim: rotaryDim.value, layout },
    from: agrees ? text.boolean(name)!.from : `default: ${layout}, the indexer of transformers models/${modelType}`,
  };
}
