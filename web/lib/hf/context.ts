/** Lengths that a config names: trained, served, and the window of sliding layers. */
import type { Family } from './family.js';
import { type Fields, firstNumber, type Found, positiveInteger } from './fields.js';
import type { LayerSource } from './layers.js';

export interface Context {
  /** max_position_embeddings, or its stand-in. */
  readonly max: Found<number>;
  /** original_max_position_embeddings, if the config has it. */
  readonly original?: Found<number>;
  /** Window of the layers that use one: not full attention, and not if use_sliding_window is false. */
  readonly slidingWindow?: Found<number>;
}

/** Class default of the Llama and GPT-NeoX configurations, used if nothing gives a length. */
const fallbackLength = 2048;

/** Further names read by vLLM, SGLang and llama.cpp. Classes of transformers use only max_position_embeddings. */
const otherNames = ['seq_length', 'max_sequence_length', 'max_seq_length', 'n_ctx', 'model_max_length', 'seq_len'];

/** Reads sliding_window, or half of local_attention: ModernBERT names the full width of a window. */
function findWindow(text: Fields): Found<number> | undefined {
  const rule = { integer: true, min: 0, max: Number.MAX_SAFE_INTEGER };
  const window = text.number('sliding_window', rule);
  if (window) return window;
  const local = text.number('local_attention', rule);
  return local && { value: Math.floor(local.value / 2), from: `derived: ${local.from} / 2` };
}

export function findContext(text: Fields, family: Family, layer: LayerSource): Context {
  const window = findWindow(text);
  // compressed entries of DeepSeek V4 reach the whole past, in addition to the window
  const whole = layer.layerType === 'full_attention' || layer.layerType === 'compress';
  const unused = text.peek('use_sliding_window') === false || whole;
  const slidingWindow = window && window.value > 0 && !unused ? window : undefined;
  const inDict = layer.dict.number('original_max_position_embeddings', positiveInteger);
  const atTop = text.number('original_max_position_embeddings', positiveInteger);
  // transformers lets the top level override the dictionary, except per layer type
  const inChunks = text
    .child('dual_chunk_attention_config')
    ?.number('original_max_position_embeddings', positiveInteger);
  const declared = family.originalContext;
  const ofClass = declared !== undefined &&
    layer.era !== 'none' && {
      value: declared,
      from: `default: original_max_position_embeddings ${declared}, the class default of this model type`,
    };
  const flat = atTop ?? (ofClass || inDict);
  const original = (layer.nested ? (inDict ?? atTop) : flat) ?? inChunks;
  const max: Found<number> =
    firstNumber(text, ['max_position_embeddings', 'n_positions', 'max_seq_len'], positiveInteger) ??
    (family.maxContext === undefined ? firstNumber(text, otherNames, positiveInteger) : undefined) ??
    (family.maxContext === undefined
      ? slidingWindow
        ? { value: slidingWindow.value, from: `derived: ${slidingWindow.from}, the only length in the config` }
        : { value: fallbackLength, from: `default: ${fallbackLength}, the config names no length` }
      : { value: family.maxContext, from: `default: ${family.maxContext}, the class default of this model type` });
  return { max, ...(original && { original }), ...(slidingWindow && { slidingWindow }) };
}
