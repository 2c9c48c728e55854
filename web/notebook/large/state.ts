/** The link of the page: `#v=1&e=rope&e.dim=128&n=1000000&dtype=f64&workers=2`. */
import type { DType } from '../../lib/types/posenc.js';
import type { EncodingInfo } from '../../lib/types/registry.js';
import type { Store } from '../history.js';
import { isWhole, linked, number, oneOf, spec } from '../kit/state.js';

export type Device = 'wasm' | 'webgpu';

export const mostRows = 1e12;
export const farthest = 2 ** 53 - 4096;
export const mostWorkers = 16;
export const fits = {
  count: isWhole(1, mostRows),
  workers: isWhole(1, mostWorkers),
  first: isWhole(-farthest, farthest),
};

export const largeLink = (encodings: readonly EncodingInfo[]) =>
  linked({
    spec: spec(encodings, { encoding: 'rope', dim: 128 }),
    /** Rows of the computed table. */
    count: number('n', 1_000_000, fits.count),
    workers: number('workers', 1, fits.workers),
    /** First position of the window. */
    first: number('first', 1_000_000_000, fits.first),
    dtype: oneOf<DType>('dtype', 'f32', ['f32', 'f64']),
    device: oneOf<Device>('device', 'wasm', ['wasm', 'webgpu']),
  });
export type LargeStore = Store<ReturnType<typeof largeLink>['initial']>;
