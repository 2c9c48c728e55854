/** A file as the rows read it: the reading of transformers 5, and the fields as they stand. */
import type { Fields } from '../hf/fields.js';
import { type Findings, readFindings } from '../hf/import.js';
import { integerPaths } from './literals.js';

export interface Source {
  readonly text: Fields;
  readonly modelType: string | undefined;
  readonly layers: readonly Findings[];
  /** Whether the file writes the number at this JSON path without a point; undefined where only an object was given. */
  isInteger(path: string): boolean | undefined;
}

export function readSource(config: string | object): Source {
  const { text, modelType, layers } = readFindings(config, true);
  let integers: ReadonlySet<string> | undefined;
  return {
    text,
    modelType,
    layers,
    isInteger(path) {
      if (typeof config !== 'string') return undefined;
      integers ??= integerPaths(config);
      return integers.has(path);
    },
  };
}
