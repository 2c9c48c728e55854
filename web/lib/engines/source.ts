/** A file as the rows read it: the reading of transformers 5, and the fields as they stand. */
import type { Fields } from '../hf/fields.js';
import { type Findings, readFindings } from '../hf/import.js';
import { integerPaths } from './literals.js';

export interface Source {
  readonly text: Fields;
  readonly modelType: string | undefined;
  /** The model type and the classes of the whole file, by which engines choose their code. */
  readonly outerType: string | undefined;
  readonly architectures: readonly string[];
  /** Code comes with the model: what a list of an engine's own does not have may still be loaded. */
  readonly hasOwnCode: boolean;
  readonly layers: readonly Findings[];
  /** Whether the file writes the number at this JSON path without a point; undefined where only an object was given. */
  isInteger(path: string): boolean | undefined;
}

export function readSource(config: string | object): Source {
  const { whole, text, modelType, layers } = readFindings(config, true);
  let integers: ReadonlySet<string> | undefined;
  return {
    text,
    modelType,
    outerType: whole.text('model_type')?.value,
    hasOwnCode: whole.has('auto_map') || text.has('auto_map'),
    architectures: namesIn(text.peek('architectures') ?? whole.peek('architectures')),
    layers,
    isInteger(path) {
      if (typeof config !== 'string') return undefined;
      integers ??= integerPaths(config);
      return integers.has(path);
    },
  };
}

const namesIn = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((name) => typeof name === 'string') : [];
