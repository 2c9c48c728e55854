/** The layers that classes of exllamav3 rotate if not all of them (exllamav3/architecture of 1.6.5). */
import type { Fields } from '../../hf/fields.js';
import { NotKnown, Refusal } from '../refusal.js';
import { numberIn } from '../rules.js';
import type { Architecture } from './architectures.js';

export const lacking = (key: string): Refusal =>
  new Refusal('ValueError', `Missing any of the following keys: ['${key}']`, `write ${key}`);

/** True if a layer has a window by cohere2.py or exaone4.py, which look for a list of layers, then for a pattern. */
function hasWindow(text: Fields, name: string): boolean {
  const exaone = name === 'Exaone4ForCausalLM';
  const [types, pattern] = [text.peek('layer_types'), text.peek('sliding_window_pattern')];
  const windowed = (numberIn(text, 'sliding_window') ?? -1) >= 0;
  if (exaone && pattern !== undefined && typeof pattern !== 'string')
    throw new Refusal(
      'TypeError',
      "Value for sliding_window_pattern is not of expected type: [<class 'str'>]",
      'write sliding_window_pattern as a text such as LLLG',
    );
  const listed = Array.isArray(types) && types.length > 0;
  const local = listed
    ? types.includes('sliding_attention')
    : exaone
      ? String(pattern ?? '').includes('L')
      : typeof pattern === 'number' && pattern > 1;
  if (exaone && !windowed && (listed ? local : Boolean(pattern)))
    throw new Refusal('ValueError', 'sliding_window is disabled', 'write sliding_window');
  if (!exaone && !listed && pattern && text.peek('order_of_interleaved_layers') !== 'local_attn_first')
    throw new Refusal(
      'ValueError',
      'Key order_of_interleaved_layers expected to have value local_attn_first',
      'write layer_types',
    );
  return windowed && local;
}

/** smollm3.py needs an entry for each layer; 1 says that it rotates. */
function anyInMask(text: Fields): boolean {
  const mask = text.peek('no_rope_layers');
  if (!Array.isArray(mask)) throw lacking('no_rope_layers');
  const count = numberIn(text, 'num_hidden_layers') ?? mask.length;
  if (mask.length < count)
    throw new Refusal('IndexError', 'list index out of range', 'give no_rope_layers an entry for each layer');
  return mask.slice(0, count).includes(1);
}

export function anyRotates(text: Fields, name: string, { rotates }: Architecture): boolean {
  if (rotates === 'windows') return hasWindow(text, name);
  if (rotates === 'no_rope_layers') return anyInMask(text);
  if (rotates === 'layer_rope_theta') return basesOf(text)?.length !== 0;
  if (rotates === undefined) return true;
  const types = text.peek('layer_types');
  return Array.isArray(types) && types.includes(rotates);
}

const onlyWindows = 'it rotates only layers with a sliding window, of which this file has none: use another engine';
/** Notes on files whose layers all stay as they are. */
export const stillNote: Readonly<Record<NonNullable<Architecture['rotates']>, string>> = {
  windows: onlyWindows,
  sliding_attention: onlyWindows,
  no_rope_layers: 'it rotates no layer: write 1 into no_rope_layers for those that should',
  layer_rope_theta: 'it rotates no layer: write their base into layer_rope_theta for those that should',
};

/** muse_glimmer.py: a base for each layer, 0 for those that do not rotate. */
export function basesOf(text: Fields): readonly number[] | undefined {
  const bases = text.peek('layer_rope_theta');
  if (!Array.isArray(bases)) return undefined;
  const all = [...new Set(bases.filter((base): base is number => typeof base === 'number' && base !== 0))];
  if (all.length > 1) throw new NotKnown('its layers have more than one base, which is not read here');
  return all;
}
