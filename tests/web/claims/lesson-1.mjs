/** The first lesson: its cells check what is measured, and tests/web/authored-notebooks.test.mjs runs them. */
import { answer, checked, definition, given, instruction, plan, shown, title } from '../support/reasons.mjs';

export const prose = ['examples/notebooks/course/1-why-attention-needs-order.html'];

/** Of a mark that the first word alone has, at a place that is counted from 0, if all scores are equal. */
const share = (place) => 1 / (place + 1);

export const claims = [
  {
    says: 'The lesson takes about 17 minutes.',
    because: 'tests/web/lessons.test.mjs counts the words and the controls',
  },
  { says: 'Our model knows five words.', because: given },
  { says: 'Each has a row of four numbers, which you can change.', because: given },
  { says: 'The three matrices are fixed here.', because: given },
  { says: 'Follow one word through the two formulas.', because: instruction },
  { says: 'place of the word, from 0', because: title },
  { says: 'Two digits after the point are enough.', because: instruction },
  { says: 'The six weights sum to one.', because: checked },
  {
    says: 'Divide exp(score) by the sum of its column, or subtract the other five weights from 1.',
    because: answer,
  },
  { says: 'The word "cat" has an output of four numbers.', because: given },
  { says: "The largest change of cat's output", because: title },
  {
    says: 'Most models that write text use a causal mask: a word sees itself and what stands before it.',
    because: definition,
  },
  {
    says: 'So its place decides how many words it sees, and the mean of its weights becomes smaller.',
    holds: () => share(1) < share(0) && share(9) < share(8),
  },
  { says: 'Let each value be one number: 1 for the first word, 0 for all others.', because: instruction },
  { says: 'The first word has the value 1, all others 0.', because: given },
  { says: 'The place, counted from 1, is 1 divided by the output.', holds: () => 1 / share(9) === 10 },
  { says: 'Output of the tenth word', because: title },
  { says: 'It is one of {ten} shares, **…**.', is: () => [1 / share(9)] },
  {
    says: 'The places far behind are hard to tell apart: from place 30 to 31 the output changes by **…**, from 0 to 1 by **…**.',
    because: shown,
  },
  { says: 'A convolution sees each word with its two neighbours.', because: 'a definition' },
  {
    says: 'The table has the largest change of the output of "cat" between the order as written and yours.',
    because: shown,
  },
  { says: 'All scores are equal, there is no mask, and a sentence has 8 words.', because: given },
  { says: 'Counted from 0 it is 24; counted from 1 it is one more.', holds: () => Math.abs(share(24) - 0.04) < 1e-15 },
  { says: 'Word … has the output 1/….', because: shown },
  { says: '\\`order[0]\\` is the old place of the word that now stands first.', because: given },
  { says: 'the largest value over all words', because: answer },
  { says: 'a convolution over three words', because: answer },
  {
    says: 'A largest value and a mean are the same in any order.',
    holds: () => Math.max(1, 3, 2) === Math.max(3, 2, 1) && (1 + 3 + 2) / 3 === (3 + 2 + 1) / 3,
  },
  { says: 'The word in place 0 now is the one that stood in place 2.', because: answer },
  { says: 'order[0] is the place where the first word stood before.', because: answer },
  {
    says: 'A causal mask alone can tell how many words stand before, and each further word makes less difference.',
    holds: () => share(0) - share(1) > share(8) - share(9) && share(8) - share(9) > share(30) - share(31),
  },
  {
    says: 'A model with many layers and a mask may find more of the order than one layer shows.',
    because: 'what is not shown',
  },
  {
    says: '10 minutes: the first guess, the two maps of weights, and the exercise on the reversed sentence.',
    because: plan,
  },
  { says: '25 minutes: the row by hand, both guesses, and the table of layers.', because: plan },
  { says: '50 minutes: everything.', because: plan },
  {
    says: 'Half of the class follows "the" in place 0, the other half "the" in place 4, and both compare their outputs.',
    because: plan,
  },
  { says: 'Which outputs stay?"', because: plan },
  { says: 'output of the tenth word', because: title },
];
