/**
 * Finds the object that describes the text model. Vision-language files nest it (text_config, llm_config,
 * thinker_config.text_config, vlm_config.text_config); their other fields do not affect text positions.
 */
import { errorAbout } from '../checks/errors.js';
import { shown } from '../checks/show.js';
import { Fields } from './fields.js';
import { withUsualNames } from './foreign.js';
import { classOfFile, type ModelClass } from './model-class.js';
import { asNative } from './native.js';
import { isPlainObject, type Plain } from './plain.js';

const nests = [
  'text_config',
  'llm_config',
  'llm_cfg',
  'language_config',
  'thinker_config',
  'vlm_config',
  'decoder',
  'decoder_config',
] as const;

/** Classes that build a plain Llama if the file has no text_config, and read no top-level field of the text model. */
const plainLlama: ReadonlySet<string | undefined> = new Set(['llava', 'llava_next', 'vipllava']);
const llama = { model_type: 'llama', hidden_size: 4096, num_attention_heads: 32, max_position_embeddings: 2048 };
const llamaByClass = (): Fields =>
  new Fields(
    llama,
    'text_config',
    new Map(
      Object.entries(llama).map(([key, value]) => [
        key,
        `default: ${key} ${value}, of the text model that the class builds`,
      ]),
    ),
  );

/** `modelType` is the type used for all look-ups. */
export interface TextModel extends ModelClass {
  /** The file itself. */
  readonly whole: Fields;
  readonly text: Fields;
  /** Describes a maker's own file; engines accept only a config.json. */
  readonly native?: string;
}

export function locateText(config: Plain): TextModel {
  if (!isPlainObject(config)) throw errorAbout('bad_config', 'config', `is ${shown(config)}; it must be an object`);
  const whole = new Fields(config, '');
  let text = whole;
  let modelType = text.text('model_type')?.value;
  for (;;) {
    const outer: Fields = text;
    const nest = nests.find((key) => isPlainObject(outer.glance(key)) && outer.child(key) !== undefined);
    if (nest === undefined) break;
    text = outer.child(nest)!;
    modelType = text.text('model_type')?.value ?? modelType;
  }
  // text_config.get("model_type", "llama") in configuration_llava.py and similar classes
  if (text !== whole && !text.has('model_type') && plainLlama.has(modelType)) modelType = 'llama';
  if (text === whole && plainLlama.has(modelType)) return { whole, text: llamaByClass(), modelType: 'llama' };
  const native = text === whole && modelType === undefined ? asNative(text) : undefined;
  if (native) return { whole, text: native.text, native: native.what };
  const found = classOfFile(modelType, text.glance('architectures') ?? whole.glance('architectures'));
  return {
    whole,
    text: found.modelType === undefined ? text : withUsualNames(text, found.modelType),
    ...found,
  };
}
