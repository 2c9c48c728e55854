/** One line about the model of a file: class, number of layers, and parameters of its rotation. */
import { counted, short } from '../widgets/format.js';
import { isRecord } from '../state.js';
import type { ReadFile } from './context.js';

const longestName = 60;
/** Suffixes of class names for the use of the model. */
const uses = /(?:For(?:CausalLM|ConditionalGeneration|\w*LM)|LMHeadModel|Model)$/;

/** @returns "Qwen2 · 28 layers · head width 128 · base 1,000,000" */
export function modelName({ report, text }: ReadFile): string {
  const { metadata, text_config: inner, ...outer } = fieldsOf(text);
  // keys of a GGUF header have the form <architecture>.block_count
  const gguf = isRecord(metadata) ? metadata : {};
  const inside = isRecord(inner) ? inner : {};
  const layers = [
    ...['num_hidden_layers', 'num_layers', 'n_layer', 'n_layers'].flatMap((key) => [inside[key], outer[key]]),
    gguf[`${String(gguf['general.architecture'])}.block_count`],
  ].find((value) => typeof value === 'number');
  const [named] = [outer['architectures'], inside['architectures']].find(Array.isArray) ?? [];
  const given = named ?? outer['_class_name'];
  const name = (typeof given === 'string' && given.replace(uses, '')) || report.modelType || 'A model without a name';
  const bases = [...new Set(Object.values(report.layers ?? { report }).map(({ base }) => base))];
  return [
    name.length > longestName ? `${name.slice(0, longestName)}…` : name,
    typeof layers === 'number' && counted(layers, 'layer'),
    ...(report.axes ? [] : [`head width ${short(report.headDim)}`, `base ${bases.map(short).join(' and ')}`]),
  ]
    .filter((part) => part !== false)
    .join(' · ');
}

function fieldsOf(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : {};
  } catch {
    return {}; // contains Python constants
  }
}
