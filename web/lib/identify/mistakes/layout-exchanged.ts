import type { Mistake } from '../making.js';

/** Pairs are (i, i + r/2) instead of (2i, 2i + 1), or the reverse; correct if queries and keys are also permuted. */
export const layoutExchanged: Mistake = {
  id: 'layout-exchanged',
  stage: 'layout',
  title: 'the channels are in the order of the other layout (half or interleaved)',
  sources: ['facebookresearch/vjepa2#15', 'Tongjilibo/bert4torch#1', 'vllm-project/vllm-metal#44'],
  make: ({ otherLayout }) => (otherLayout ? [] : [{ otherLayout: true }]),
};
