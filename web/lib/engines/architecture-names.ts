/** Engines that choose their code by the one name in architectures, which a part of a file need not have. */
import type { Source } from './source.js';

/** deepseek_v3 and DeepseekV3ForCausalLM are one. */
const bare = (name: string): string =>
  name
    .replace(/For(CausalLM|ConditionalGeneration)$/, '')
    .replace(/_text$/, '')
    .replaceAll('_', '')
    .toLowerCase();

interface Known {
  /** Its class reads the text model inside of the file. */
  readonly nested?: boolean;
}

/**
 * The name in architectures, or else the one of the model type: of two that whose class reads the file where its text model
 * stands. Nothing where neither is there.
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
