/** Names of engines with a release: vllm@0.29, vllm@0.33.0. A name without one stands for the newest that was executed or read. */
import { type EngineId, engineIds, releases } from '../generated/engines.js';

/** The engine of an id, or of an id and the beginning of its release. */
export function idOf(name: string): EngineId | undefined {
  const exact = engineIds.find((id) => id === name);
  if (exact !== undefined || !name.includes('@')) return exact;
  return engineIds.find((id) => `${id.split('@')[0]!}@${releases[id] ?? ''}.`.startsWith(`${name}.`));
}
