/**
 * JSON files of a model's folder that say nothing about positions, by the fields that each alone has, so that whoever gives one
 * in the place of config.json is told which file it is.
 */
import type { Fields } from './fields.js';
import { isPlainObject } from './plain.js';

const has =
  (...keys: readonly string[]) =>
  (file: Fields): boolean =>
    keys.every((key) => file.has(key));

/** The first that fits counts. */
const kinds: readonly (readonly [string, (file: Fields) => boolean])[] = [
  ['a genai_config.json of ONNX Runtime GenAI', (file) => decoderOf(file) && file.has('search')],
  ['an adapter_config.json of PEFT, which changes no positions', has('peft_type')],
  ['a tokenizer_config.json', has('tokenizer_class')],
  ['a tokenizer.json', has('added_tokens', 'pre_tokenizer')],
  ['the index of weights in parts', has('weight_map')],
  [
    'a preprocessor_config.json',
    (file) => ['image_processor_type', 'feature_extractor_type'].some((key) => file.has(key)),
  ],
  ['a processor_config.json', has('processor_class')],
  ['a generation_config.json', (file) => file.has('transformers_version') && generates(file)],
];

/** `model.decoder`, as model_builder.py of onnxruntime-genai writes it. */
function decoderOf(file: Fields): boolean {
  const model = file.glance('model');
  return isPlainObject(model) && isPlainObject(model['decoder']);
}
/** What GenerationConfig writes, and no width of a model. */
function generates(file: Fields): boolean {
  const some = ['do_sample', 'temperature', 'top_p', 'top_k', '_from_model_config', 'max_new_tokens'];
  return some.some((key) => file.has(key)) && !file.has('hidden_size') && !file.has('model_type');
}

/** Which file it is, to complete "this is …"; undefined for one that may describe a model. */
export const otherFile = (file: Fields): string | undefined => kinds.find(([, fits]) => fits(file))?.[0];
