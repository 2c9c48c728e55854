/** Finds the architecture by which some engines choose their code, even if the file names none. */
import type { Source } from './source.js';

/** Normalizes a name: deepseek_v3 and DeepseekV3ForCausalLM become equal. */
const bare = (name: string): string =>
  name
    .replace(/For(CausalLM|ConditionalGeneration)$/, '')
    .replace(/_text$/, '')
    .replaceAll('_', '')
    .toLowerCase();

interface Known {
  /** Its class reads a text model nested in the file. */
  readonly nested?: boolean;
}

/**
 * Returns the first of `architectures`, or else a known name of the model type. Among several, prefers the one whose
 * class reads the text model at its place in the file. Undefined if the file names neither.
 */
export function architectureName(
  { outerArchitectures: [name], modelType, text }: Source,
  known: ReadonlyMap<string, Known>,
): string | undefined {
  if (name !== undefined || modelType === undefined) return name;
  const nested = text.path !== '';
  const all = [...known].filter(([each]) => bare(each) === bare(modelType));
  return (all.find(([, each]) => (each.nested ?? false) === nested) ?? all[0])?.[0];
}

export const withoutArchitectures = (engine: string, name: string): string =>
  `the file names no architectures, without which ${engine} refuses it: read as ${name}`;
