/** Rules on the class of a file, which precede all others: every number depends on it. */
import { assumptionText, untypedText } from '../model-class.js';
import type { ConfigRule } from './rule.js';

export const classRules: readonly ConfigRule[] = [
  {
    code: 'unknown_model_type',
    source: 'https://github.com/huggingface/transformers/tree/main/src/transformers/models',
    check: ({ assumed }) => assumed && assumptionText(assumed),
  },
  {
    code: 'missing_model_type',
    source: 'https://github.com/huggingface/transformers/blob/main/src/transformers/models/auto/configuration_auto.py',
    check: ({ untyped, modelType }) => (untyped ? untypedText(modelType!) : undefined),
  },
  {
    code: 'own_code',
    note: true,
    source: 'https://github.com/huggingface/transformers/blob/main/src/transformers/dynamic_module_utils.py',
    check: ({ ownCode }) =>
      ownCode &&
      'auto_map names code that comes with the model: an engine that runs it (trust_remote_code) does what that code says, which is not read here',
  },
];
