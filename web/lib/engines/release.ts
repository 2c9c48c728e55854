/** Names of engines with a release: vllm@0.29, vllm@0.33.0. A name without one stands for the newest that was executed or read. */
import { type EngineId, engineIds, releases } from '../generated/engines.js';

/** 'transformers' for 'transformers-5', 'vllm' for 'vllm@0.29.0'. */
export const familyOf = (id: string): string => id.replace(/(-\d+|@.+)$/, '');

/** The engine of an id, or of an id and the beginning of its release. */
export function idOf(name: string): EngineId | undefined {
  const exact = engineIds.find((id) => id === name);
  if (exact !== undefined || !name.includes('@')) return exact;
  const asked = `${name}.`;
  return engineIds.find((id) =>
    [familyOf(id), id.split('@')[0]!].some((engine) => `${engine}@${releases[id] ?? ''}.`.startsWith(asked)),
  );
}

/** Words on the releases that there are, for a name with another one; undefined if its engine is none. */
export function knownReleases(name: string): string | undefined {
  const [engine = '', release] = name.split('@');
  const own = engineIds.filter((id) => familyOf(id) === engine || id.split('@')[0] === engine);
  if (release === undefined || own.length === 0) return undefined;
  const names = own.map((id) => releases[id] ?? id);
  if (names.length === 1) return `of ${engine}, ${names[0]!} is known`;
  return `of ${engine}, ${names.slice(0, -1).join(', ')} and ${names.at(-1)!} are known`;
}
