/** Recognizes position tensors of a checkpoint by the names that model code uses. A guess that only orders a list. */
import { mustBe } from '../checks/errors.js';

/** Last name parts that suffice alone: GPT-2, torch tutorials, T5, DeBERTa, DETR, SAM. */
const wholeNames = new Set([
  'wpe',
  'pe',
  'relative_attention_bias',
  'rel_embeddings',
  'row_embed',
  'col_embed',
  'row_embeddings',
  'column_embeddings',
  'rel_pos_h',
  'rel_pos_w',
]);
/** pos_embed, position_embeddings, embed_positions, positional_encoding, relative_position_bias_table … */
const positionWords = new Set(['pos', 'posemb', 'posembed', 'position', 'positions', 'positional']);
const tableWords = new Set([
  'emb',
  'embed',
  'embeds',
  'embedding',
  'embeddings',
  'enc',
  'encoding',
  'encodings',
  'posemb',
  'posembed',
  'table',
]);
/** Not tables of vectors: lookup indices, and layers that process positions. */
const otherWords = new Set(['id', 'ids', 'index', 'proj', 'projection', 'mlp', 'norm']);
/** Suffixes of frameworks: torch's .weight, Flax's /embedding. */
const suffixes = new Set(['weight', 'embedding', 'embeddings']);

/** True if a tensor of this name is likely a table of position vectors or of relative-position biases. */
export function looksLikePositions(name: string): boolean {
  if (typeof name !== 'string') throw mustBe('bad_argument', 'name', 'a string', name);
  const parts = name
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[./:]/)
    .filter((part) => part !== '' && !/^[0-9]+$/.test(part));
  const suffixed = parts.length > 1 && suffixes.has(parts.at(-1)!);
  const part = parts.at(suffixed ? -2 : -1) ?? '';
  if (wholeNames.has(part)) return true;
  const words = part.split(/[_-]+/);
  return (
    words.some((word) => positionWords.has(word)) &&
    words.some((word) => tableWords.has(word)) &&
    !words.some((word) => otherWords.has(word))
  );
}
