/**
 * multimodalIds: the position ids of a prompt with images and videos, which src/config computes.
 */
import { isNumbers } from '../checks/arrays.js';
import { controlOf, readOptions } from '../checks/options.js';
import { guarded } from '../checks/record.js';
import type { MultimodalIds } from '../types/multimodal.js';
import type { Composed } from './composed.js';

export const multimodalIds: Composed<'multimodalIds'> = {
  takes: ['prompt'],
  make: (calls) => async (prompt, options) => {
    const request = calls.read(() => ({
      control: controlOf(readOptions(options, [])),
      request: { prompt: jsonOf(prompt) },
    }));
    const { json } = await calls.ask('multimodalIds', () => request);
    const { sequences, ...others } = JSON.parse(json) as MultimodalIds;
    return {
      ...others,
      sequences: sequences.map(({ positions, delta }) => ({
        positions: { ...positions, data: Float64Array.from(positions.data) },
        delta,
      })),
    };
  },
};

/** Typed arrays as lists. */
const jsonOf = (prompt: unknown): string =>
  guarded({ code: 'bad_argument', field: 'prompt', what: 'an object' }, () => {
    const list = (_: string, value: unknown): unknown => (isNumbers(value) ? Array.from(value) : value);
    return JSON.stringify(prompt, list) ?? 'null';
  });
