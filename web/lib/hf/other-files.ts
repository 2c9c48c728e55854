/**
 * Recognizes JSON files that have no positions, or belong to another library, by their characteristic fields. The error
 * then names the file that was passed instead of config.json.
 */
import type { Fields } from './fields.js';
import { isPlainObject } from './plain.js';

/** Kinds of files; the first match wins. */
const kinds: readonly (readonly [string, (file: Fields) => boolean])[] = [
  ['genai_config.json', (file) => decoderOf(file) && file.has('search')],
  ['adapter_config.json', (file) => file.has('peft_type')],
  ['tokenizer_config.json', (file) => file.has('tokenizer_class')],
  ['tokenizer.json', (file) => file.has('pre_tokenizer')],
  ['safetensors.index.json', (file) => file.has('weight_map')],
  ['preprocessor_config.json', (file) => file.has('image_processor_type') || file.has('feature_extractor_type')],
  ['processor_config.json', (file) => file.has('processor_class')],
  ['generation_config.json', (file) => file.has('transformers_version') && generates(file)],
];

/** `model.decoder`, as model_builder.py of onnxruntime-genai writes it. */
function decoderOf(file: Fields): boolean {
  const model = file.glance('model');
  return isPlainObject(model) && isPlainObject(model['decoder']);
}
/** True for fields of GenerationConfig without a model type. */
function generates(file: Fields): boolean {
  const some = ['do_sample', 'temperature', 'top_p', 'top_k', '_from_model_config', 'max_new_tokens'];
  return some.some((key) => file.has(key)) && !file.has('model_type');
}

/** True for two towers and a common width, as create_model of open_clip reads them. */
const ofOpenClip = (file: Fields): boolean =>
  file.has('embed_dim') && isPlainObject(file.glance('text_cfg')) && !file.has('model_type');

/** Describes the file; undefined for a file that may describe a model. */
export function otherFile(file: Fields): string | undefined {
  if (['hidden_size', 'n_embd', 'd_model'].some((key) => file.has(key))) return undefined;
  if (ofOpenClip(file)) return 'a model of open_clip, another library, whose files are not read here';
  const kind = kinds.find(([, fits]) => fits(file))?.[0];
  return kind && `the ${kind} of a model, which names no positions`;
}
