/**
 * Whose answers check and fix look at. Without names those that serve models in general: an export, a trainer or a quantized
 * format that reads less than they do is no fault of a file, and would be one of nearly every file.
 */
import type { EngineId } from '../lib/types/engines.js';

const byNameOnly: ReadonlySet<EngineId> = new Set([
  'exllamav3',
  'ort-genai',
  'torchtitan',
  'megatron-core',
  'keras-hub',
]);

export interface EngineChoice {
  readonly engines?: readonly EngineId[] | undefined;
  /** --engine all: those that are asked by name only, too. */
  readonly every?: boolean;
}

export const isAsked = (engine: EngineId, { engines, every = false }: EngineChoice): boolean =>
  engines ? engines.includes(engine) : every || !byNameOnly.has(engine);

export const withoutNames = `all but ${[...byNameOnly].join(', ')}`;
