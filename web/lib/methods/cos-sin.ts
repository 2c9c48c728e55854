/** Cosines and sines of a rotary encoding, in the layouts of inference engines. */
import type { Floats } from '../checks/arrays.js';
import { cacheArraysOf, inCache } from '../checks/cache-arrays.js';
import { errorAbout } from '../checks/errors.js';
import { choiceOption, controlOf, readOptions, whole } from '../checks/options.js';
import type { OnSpec } from '../requests/requests.js';
import type { CacheArray, CacheDType, CacheLayout, CosSinCache, CosSinPair } from '../types/posenc.js';
import type { ReturningMethod } from './method.js';
import { turned, wave } from './split.js';

export const cacheDTypes = ['f32', 'f64', 'f16', 'bf16'] as const satisfies readonly CacheDType[];
export const cacheLayouts = ['half', 'concatenated', 'doubled', 'repeated'] as const satisfies readonly CacheLayout[];

export interface CosSinRequest extends OnSpec {
  readonly start: number;
  readonly count: number;
  readonly dtype: CacheDType;
  readonly layout: CacheLayout;
  /** True if the caller passed arrays, whose class decides the result's. */
  readonly into: boolean;
}
export type CosSinResult = CosSinPair<CacheArray> | CosSinCache<CacheArray>;

const mostPosition = 2 ** 53;

export const cosSin: ReturningMethod<CosSinRequest, CosSinResult, CosSinResult> = {
  takes: ['start', 'count'],
  matrix: false,
  read(spec, start, count, options) {
    const entries = readOptions(options, ['dtype', 'layout', 'into']);
    const dtype = choiceOption(entries, 'dtype', cacheDTypes);
    const layout = choiceOption(entries, 'layout', cacheLayouts);
    const request = {
      spec: spec('rotate'),
      start: whole(start, 'start', 0),
      count: whole(count, 'count', 0),
      dtype,
      layout,
      into: entries.has('into'),
    };
    if (request.count - 1 > mostPosition - request.start)
      throw errorAbout('bad_positions', 'count', 'gives positions beyond 2^53');
    const cache = cacheArraysOf(entries, dtype, layout);
    if (!cache) return { request, control: controlOf(entries) };
    return {
      request,
      control: { ...controlOf(entries), cache },
      deliver: (made) => inCache(made as CosSinResult, cache) as typeof made,
    };
  },
  returned: (made, { dtype, into }) => (dtype === 'f16' && !into ? asHalves(made) : made),
  split: {
    rows: ({ count }) => count,
    cost: ({ dtype, layout }, { width }) => ({
      bytes: numberBytes[dtype] * (layout === 'half' ? width / 2 : width),
      nanoseconds: width * (dtype === 'f64' ? wave : 2 * turned),
    }),
    step: () => 64, // rows that one block advances by rotation
    part: (request, { first, rows }) => ({ ...request, start: request.start + first, count: rows }),
    arrays: (made) => ('data' in made ? [made.data] : [made.cos, made.sin]) as unknown as readonly Floats[],
    whole: (arrays, any, { count }) =>
      ({
        ...('data' in any ? { data: arrays[0]! } : { cos: arrays[0]!, sin: arrays[1]! }),
        rows: count,
        cols: any.cols,
      }) as CosSinResult,
  },
};
const numberBytes: Readonly<Record<CacheDType, number>> = { f32: 4, f64: 8, f16: 2, bf16: 2 };

type ArrayOfHalves = new (buffer: ArrayBufferLike, byteOffset: number, length: number) => CacheArray;

/** Views the module's 16-bit results as Float16Array, if the JavaScript engine has that class. */
function asHalves(made: CosSinResult): CosSinResult {
  const { Float16Array: halves } = globalThis as { Float16Array?: ArrayOfHalves };
  if (!halves) return made;
  const seen = ({ buffer, byteOffset, length }: CacheArray) => new halves(buffer, byteOffset, length);
  return 'data' in made ? { ...made, data: seen(made.data) } : { ...made, cos: seen(made.cos), sin: seen(made.sin) };
}
