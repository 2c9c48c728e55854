/** Words for the answers of engines. */
import type { Answer } from '../../lib/advice/answer.js';

export const answerWords: Readonly<Record<Answer, string>> = {
  yes: 'yes',
  flags: 'yes, with flags',
  other: 'other angles',
  ends: 'ends before',
  refuses: 'refuses the file',
  'no flag': 'no flag for it',
  unknown: 'not known',
};
/** From best to worst. */
export const allAnswers = Object.keys(answerWords) as Answer[];
