/**
 * JSON files of a model's folder that say nothing about positions, and those of another library, by the fields that each alone
 * has, so that whoever gives one in the place of config.json is told which file it is.
 */
import type { Fields } from './fields.js';
import { isPlainObject } from './plain.js';

/** The first that fits counts. */
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
/** What GenerationConfig writes, and no width of a model. */
function generates(file: Fields): boolean {
  const some = ['do_sample', 'temperature', 'top_p', 'top_k', '_from_model_config', 'max_new_tokens'];
  return some.some((key) => file.has(key)) && !file.has('model_type');
}

/** Two towers and the width that both end in, as create_model of open_clip reads them. */
const ofOpenClip = (file: Fields): boolean =>
  file.has('embed_dim') && isPlainObject(file.glance('text_cfg')) && !file.has('model_type');

/** What it is, in words; undefined for a file that may describe a model. */
export function otherFile(file: Fields): string | undefined {
  if (['hidden_size', 'n_embd', 'd_model'].some((key) => file.has(key))) return undefined;
  if (ofOpenClip(file)) return 'a model of open_clip, another library, whose files are not read here';
  const kind = kinds.find(([, fits]) => fits(file))?.[0];
  return kind && `the ${kind} of a model, which names no positions`;
}
