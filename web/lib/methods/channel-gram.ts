/** Inner products of channels over evenly spaced positions, in closed form, so there is nothing to divide. */
import { checkRange, type RawRange } from '../checks/positions.js';
import type { OnSpec } from '../requests/requests.js';
import type { Matrix } from '../types/posenc.js';
import { type Method, plain } from './method.js';

export interface ChannelGramRequest extends OnSpec {
  readonly positions: RawRange;
}

export const channelGram: Method<ChannelGramRequest, Matrix<Float64Array>> = {
  takes: ['positions'],
  matrix: true,
  read: (spec, positions, options) => plain({ spec: spec('gram'), positions: checkRange(positions) }, options),
};
