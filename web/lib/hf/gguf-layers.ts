/** Unrotated layers of a GGUF file, and its sections of multimodal RoPE, as in the graphs of llama.cpp. */
import type { Fields, Found } from './fields.js';
import { bareLayers, fullFirst, needsSections, sectionsInTurn } from './gguf-types.js';
import type { Mrope } from './mrope.js';

const whole = { integer: true, min: 0 };
const mostLayers = 65_536;

/** Undefined if all layers rotate, or if the file does not give the number of layers. */
export function findBareLayers(keys: Fields, architecture: string): Found<readonly number[]> | undefined {
  const kind = bareLayers.get(architecture);
  const all = keys.number('block_count', whole);
  if (kind === undefined || !all || all.value > mostLayers) return undefined;
  // layers that predict further tokens are not counted
  const count = all.value - (keys.number('nextn_predict_layers', whole)?.value ?? 0);
  const layers = Array.from({ length: Math.max(0, count) }, (_, layer) => layer);
  const those = (bare: (layer: number) => boolean, from: string): Found<readonly number[]> | undefined => {
    const value = layers.filter(bare);
    return value.length === 0 ? undefined : { value, from };
  };
  const list = (key: string): readonly unknown[] | undefined => {
    const value = keys.peek(key);
    return Array.isArray(value) ? value : undefined;
  };
  switch (kind) {
    case 'recurrent': {
      const named = list('attention.recurrent_layers');
      if (named) return those((layer) => Boolean(named[layer]), keys.at('attention.recurrent_layers'));
      const every = keys.number('full_attention_interval', { integer: true, min: 1 });
      const from = every?.from ?? `default: all but every 4th, the loader of ${architecture}`;
      return those((layer) => (layer + 1) % (every?.value ?? 4) !== 0, from);
    }
    case 'headless': {
      const heads = list('attention.head_count_kv');
      return heads && those((layer) => heads[layer] === 0, keys.at('attention.head_count_kv'));
    }
    case 'every':
      if (architecture === 'llama4' && keys.glance('attention.sliding_window') === 0) return undefined;
      return those((layer) => (layer + 1) % 4 === 0, `default: every 4th, the graph of ${architecture}`);
    default: {
      const window = keys.number('attention.sliding_window', whole);
      if (architecture === 'exaone4' && !window?.value && count !== 64) return undefined;
      const key = 'attention.sliding_window_pattern';
      const named = list(key);
      if (named) return those((layer) => !named[layer], keys.at(key));
      const every = keys.number(key, whole);
      const period = every?.value ?? 4;
      const full = fullFirst.has(architecture) ? 0 : period - 1;
      const from = every?.from ?? `default: every 4th, the loader of ${architecture}`;
      return those((layer) => period > 0 && layer % period === full, from);
    }
  }
}

/** @throws PosencError through `need` if llama.cpp does not load the file without sections */
export function findSections(keys: Fields, architecture: string, need: (key: string) => never): Mrope | undefined {
  const key = 'rope.dimension_sections';
  const found = keys.numbers(key, whole);
  if (!found) return needsSections.has(architecture) ? need(key) : undefined;
  const [first = 0, second = 0, , fourth = 0] = found.value;
  if (first === 0 && second === 0) return undefined; // sections of a text-only model
  const section = { value: fourth === 0 ? found.value.slice(0, 3) : found.value, from: found.from };
  const inTurn = sectionsInTurn.has(architecture);
  return {
    section,
    named: section,
    axes: section.value.length === 3 ? ['time', 'height', 'width'] : [],
    order: {
      value: inTurn ? 'interleaved' : 'one after another',
      from: `derived: the type of ${architecture} in llama_model_rope_type is ${inTurn ? 'IMROPE' : 'MROPE'}`,
    },
  };
}
