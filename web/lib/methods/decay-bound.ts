/** RoFormer's long-term decay curve. */
import { onPositions, type OnPositions } from '../requests/requests.js';
import { type Method, plain } from './method.js';
import { onOffsets } from './split.js';

export const decayBound: Method<OnPositions, Float64Array> = {
  takes: ['offsets'],
  matrix: true,
  read: (spec, offsets, options) => plain(onPositions('decayBound', spec, offsets, 'offsets'), options),
  split: onOffsets,
};
