/**
 * tableBlocks: computes a table one block of rows at a time.
 */
import { readBlocks } from '../methods/table-blocks.js';
import { given } from '../requests/requests.js';
import type { Composed } from './composed.js';

export const tableBlocks: Composed<'tableBlocks'> = {
  takes: ['spec', 'positions'],
  make: (calls) => (spec, positions, options) => calls.blocks(() => readBlocks(given(spec), positions, options)),
};
