/**
 * DeepSeek Sparse Attention: an indexer scores the keys, and rotates its own queries and keys by the angles of the
 * layer. Its pairs may differ from those of attention: DeepseekV32Indexer and AXK2's pair halves, GlmMoeDsaIndexer
 * neighbours, read in modeling_deepseek_v32.py, modeling_axk2.py and modeling_glm_moe_dsa.py of transformers decba1d2.
 */
import type { IndexerRotary } from '../types/config.js';
import type { Fields, Found } from './fields.js';
import type { Width } from './width.js';

const layouts: ReadonlyMap<string | undefined, IndexerRotary['layout']> = new Map([
  ['deepseek_v32', 'half'],
  ['axk2', 'half'],
  ['glm_moe_dsa', 'interleaved'],
]);

export function findIndexer(
  text: Fields,
  modelType: string | undefined,
  { rotaryDim }: Width,
): Found<IndexerRotary> | undefined {
  const layout = layouts.get(modelType);
  if (layout === undefined) return undefined;
  // GLM's files have the flag, but no class of transformers reads it
  const name = 'indexer_rope_interleave';
  const agrees = text.glance(name) === (layout === 'interleaved');
  return {
    value: { rotaryDim: rotaryDim.value, layout },
    from: agrees ? text.boolean(name)!.from : `default: ${layout}, the indexer of transformers models/${modelType}`,
  };
}
