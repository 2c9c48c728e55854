/**
 * multimodalIds: the position ids of a prompt with images and videos.
 */
import { controlOf, readOptions, throwIfAborted } from '../checks/options.js';
import type { Composed } from './composed.js';

export const multimodalIds: Composed<'multimodalIds'> = {
  takes: ['prompt'],
  make: (calls) => async (prompt, options) => {
    const control = calls.read(() => controlOf(readOptions(options, [])));
    const [{ readPrompt }, { multimodalIds: made }] = await Promise.all([
      import('../hf/multimodal-prompt.js'),
      import('../hf/multimodal-ids.js'),
    ]);
    throwIfAborted(control.signal);
    return calls.read(() => made(readPrompt(prompt)));
  },
};
