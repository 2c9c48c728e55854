/**
 * Finds the object that describes the text model. Vision-language files nest it (text_config,
 * llm_config, thinker_config.text_config); everything else in them is not about these positions.
 */
import { PosencError } from '../checks/errors.js';
import { shown } from '../checks/show.js';
import { Fields } from './fields.js';
import { withUsualNames } from './foreign.js';
import { isPlainObject, type Plain } from './plain.js';

const nests = ['text_config', 'llm_config', 'language_config', 'thinker_config', 'decoder'] as const;

export interface TextModel {
  readonly text: Fields;
  readonly modelType?: string;
}

export function locateText(config: Plain): TextModel {
  if (!isPlainObject(config)) {
    throw new PosencError('bad_config', 'config', `config is ${shown(config)}; it must be an object`);
  }
  let text = new Fields(config, '');
  let modelType = text.text('model_type')?.value;
  for (;;) {
    const outer: Fields = text;
    const nest = nests.find((key) => isPlainObject(outer.peek(key)) && outer.child(key) !== undefined);
    if (nest === undefined) break;
    text = outer.child(nest) as Fields;
    modelType = text.text('model_type')?.value ?? modelType;
  }
  return modelType === undefined ? { text } : { text: withUsualNames(text, modelType), modelType };
}
