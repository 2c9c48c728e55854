/** The rule on a class that is not known, which stands before all others: every number depends on it. */
import { assumptionText } from '../model-class.js';
import type { ConfigRule } from './rule.js';

export const classRules: readonly ConfigRule[] = [
  {
    code: 'unknown_model_type',
    source: 'https://github.com/huggingface/transformers/tree/main/src/transformers/models',
    check: ({ assumed }) => assumed && assumptionText(assumed),
  },
];
