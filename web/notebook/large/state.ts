/** What a link to the page of large tables remembers: `#v=1&e=rope&e.dim=128&n=1000000&dtype=f64&workers=2`. */
import type { DType } from '../../lib/types/posenc.js';
import type { EncodingInfo } from '../../lib/types/registry.js';
import type { DraftSpec } from '../state.js';
import { longestHash, version, hashOf, readNumber, readSpec, writeSpec } from '../state.js';

export const devices = ['wasm', 'webgpu'] as const;
export type Device = (typeof devices)[number];

export interface LargeState {
  readonly spec: DraftSpec;
  /** Rows of the table that is computed. */
  readonly count: number;
  readonly dtype: DType;
  readonly workers: number;
  readonly device: Device;
  /** First position of the window. */
  readonly first: number;
}

export const mostRows = 1e12;
export const farthest = 2 ** 53 - 4096;
export const mostWorkers = 16;
export const initial: LargeState = {
  spec: { encoding: 'rope', dim: 128 },
  count: 1_000_000,
  dtype: 'f32',
  workers: 1,
  device: 'wasm',
  first: 1_000_000_000,
};

export const fits: { readonly [K in 'count' | 'workers' | 'first']: (value: number) => boolean } = {
  count: (value) => Number.isInteger(value) && value >= 1 && value <= mostRows,
  workers: (value) => Number.isInteger(value) && value >= 1 && value <= mostWorkers,
  first: (value) => Number.isInteger(value) && Math.abs(value) <= farthest,
};
const names = { count: 'n', workers: 'workers', first: 'first' } as const;
type Counted = keyof typeof names;

export function encode(state: LargeState): string {
  const out = new URLSearchParams({ v: version });
  writeSpec(out, state.spec);
  for (const [key, name] of Object.entries(names) as [Counted, string][])
    if (state[key] !== initial[key]) out.set(name, String(state[key]));
  if (state.dtype !== initial.dtype) out.set('dtype', state.dtype);
  if (state.device !== initial.device) out.set('device', state.device);
  return hashOf(out);
}

export function decode(hash: string, encodings: readonly EncodingInfo[]): LargeState | undefined {
  if (hash.length < 2 || hash.length > longestHash) return undefined;
  const given = new URLSearchParams(hash.slice(1));
  if (given.get('v') !== version) return undefined;
  const number = (key: Counted): number => {
    const value = readNumber(given.get(names[key]));
    return value !== undefined && fits[key](value) ? value : initial[key];
  };
  return {
    spec: readSpec(given, encodings) ?? initial.spec,
    count: number('count'),
    workers: number('workers'),
    first: number('first'),
    dtype: given.get('dtype') === 'f64' ? 'f64' : 'f32',
    device: devices.find((device) => device === given.get('device')) ?? initial.device,
  };
}
