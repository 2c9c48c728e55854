/** Finds the architecture by which some engines choose their code, even if the file names none. */
import { bareName } from '../hf/model-class.js';
import type { Source } from './source.js';

interface Known {
  /** Its class reads a text model nested in the file. */
  readonly nested?: boolean;
}

/**
 * Returns the first of `architectures`, or else a known name of the file's type or of its text model's. Among several,
 * prefers the one whose class reads the text model at its place in the file. Undefined if the file names neither.
 */
export function architectureName(
  { outerArchitectures: [name], outerType = '', modelType, text }: Source,
  known: ReadonlyMap<string, Known>,
): string | undefined {
  if (name !== undefined || modelType === undefined) return name;
  const nested = text.path !== '';
  const called = (type: string): [string, Known][] => [...known].filter(([each]) => bareName(each) === bareName(type));
  const all = [...called(outerType), ...called(modelType)];
  return (all.find(([, each]) => (each.nested ?? false) === nested) ?? all[0])?.[0];
}

export const withoutArchitectures = (engine: string, name: string): string =>
  `the file names no architectures, without which ${engine} refuses it: read as ${name}`;
