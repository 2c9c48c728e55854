/** The kernel as a function of the offset. */
import { given, onPositions, type OnPositions } from '../requests/requests.js';
import { type Method, type OnGpuMethod, plain } from './method.js';
import { onOffsets } from './split.js';

export const kernelProfile: Method<OnPositions, Float64Array> = {
  takes: ['offsets'],
  matrix: true,
  read: (spec, offsets, options) => plain(onPositions('kernelProfile', spec, offsets, 'offsets'), options),
  split: onOffsets,
};

export const kernelProfileOnGpu: OnGpuMethod<OnPositions> = {
  takes: ['spec', 'offsets'],
  options: [],
  read: (_, spec, offsets) => onPositions('kernelProfile', given(spec), offsets, 'offsets'),
};
