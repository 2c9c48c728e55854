/** Cosines and sines of a rotary encoding, as engines keep them. */
import { PosencError } from '../checks/errors.js';
import { choiceOption, controlOf, readOptions, whole } from '../checks/options.js';
import type { OnSpec } from '../requests/requests.js';
import type { CacheArray, CacheDType, CacheLayout, CosSinCache, CosSinPair } from '../types/posenc.js';
import type { ReturningMethod } from './method.js';

export const cacheDTypes = ['f32', 'f64', 'f16', 'bf16'] as const satisfies readonly CacheDType[];
export const cacheLayouts = ['half', 'concatenated', 'doubled', 'repeated'] as const satisfies readonly CacheLayout[];

export interface CosSinRequest extends OnSpec {
  readonly start: number;
  readonly count: number;
  readonly dtype: CacheDType;
  readonly layout: CacheLayout;
}
export type CosSinResult = CosSinPair<CacheArray> | CosSinCache<CacheArray>;

const mostPosition = 2 ** 53;

export const cosSin: ReturningMethod<CosSinRequest, CosSinResult, CosSinResult> = {
  takes: ['start', 'count'],
  matrix: false,
  read(spec, start, count, options) {
    const entries = readOptions(options, ['dtype', 'layout']);
    const request = {
      spec: spec('rotate'),
      start: whole(start, 'start', 0),
      count: whole(count, 'count', 0),
      dtype: choiceOption(entries, 'dtype', cacheDTypes),
      layout: choiceOption(entries, 'layout', cacheLayouts),
    };
    if (request.count - 1 > mostPosition - request.start)
      throw new PosencError('bad_positions', 'count', 'count leads to positions beyond 2^53');
    return { request, control: controlOf(entries) };
  },
  returned: (made, { dtype }) => (dtype === 'f16' ? asHalves(made) : made),
};

type ArrayOfHalves = new (buffer: ArrayBufferLike, byteOffset: number, length: number) => CacheArray;

/** The module writes bits; an engine that has an array of such numbers shows them by it. */
function asHalves(made: CosSinResult): CosSinResult {
  const { Float16Array: halves } = globalThis as { Float16Array?: ArrayOfHalves };
  if (!halves) return made;
  const seen = ({ buffer, byteOffset, length }: CacheArray) => new halves(buffer, byteOffset, length);
  return 'data' in made ? { ...made, data: seen(made.data) } : { ...made, cos: seen(made.cos), sin: seen(made.sin) };
}
