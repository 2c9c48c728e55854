/** What a link to the precision lab remembers: `#v=1&e=rope&e.dim=128&p=131071&hide=fp16`. */
import type { EncodingInfo } from '../../lib/types/registry.js';
import type { DraftSpec } from '../state.js';
import { longestHash, version, hashOf, readNumber, readSpec, writeSpec } from '../state.js';

export interface PrecisionState {
  readonly spec: DraftSpec;
  readonly position: number;
  /** Ids of methods that are not drawn. */
  readonly hidden: readonly string[];
}

export const farthest = 2 ** 31 - 1;
export const initial: PrecisionState = { spec: { encoding: 'rope', dim: 128 }, position: 131_071, hidden: [] };

export function encode(state: PrecisionState): string {
  const out = new URLSearchParams({ v: version });
  writeSpec(out, state.spec);
  out.set('p', String(state.position));
  if (state.hidden.length > 0) out.set('hide', state.hidden.join(','));
  return hashOf(out);
}

export function decode(
  hash: string,
  methods: readonly string[],
  encodings: readonly EncodingInfo[],
): PrecisionState | undefined {
  if (hash.length < 2 || hash.length > longestHash) return undefined;
  const given = new URLSearchParams(hash.slice(1));
  if (given.get('v') !== version) return undefined;
  const position = readNumber(given.get('p')) ?? initial.position;
  const hidden = (given.get('hide') ?? '').split(',');
  return {
    spec: readSpec(given, encodings) ?? initial.spec,
    position: isPosition(position) ? position : initial.position,
    hidden: methods.filter((id) => hidden.includes(id)),
  };
}

export function isPosition(value: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= farthest;
}
