/** The fourth lesson: its cells check what is measured, and tests/web/authored-notebooks.test.mjs runs them. */
export const prose = ['examples/notebooks/course/4-into-the-transformer.html'];

const given = 'the numbers of the example';
const instruction = 'an instruction';
const checked = 'cells of the notebook check it';
const shown = 'its numbers are computed in the notebook';
const definition = 'a definition';
const title = 'a title';
const goal = 'a goal of the lesson';
const plan = 'a plan for the teacher';
const answer = 'an answer, which the exercise tries';
const citation = 'a citation';

export const claims = [
  { says: 'Two sentences of the same words answer this.', because: checked },
  { says: 'split a score of attention into its four terms, and say what each one knows,', because: goal },
  { says: 'say why two sentences of the same words now have different outputs.', because: goal },
  { says: 'You need lessons 1 to 3.', because: instruction },
  {
    says: 'The lesson takes about 16 minutes.',
    because: 'tests/web/lessons.test.mjs counts the words and the controls',
  },
  { says: 'From here on the model sees only the sum of the two.', because: definition },
  { says: 'Take 50 words with random rows of 64 numbers, of mean 0 and variance 1.', because: instruction },
  { says: 'Add the row of a place, and look for the word whose row is nearest to the sum.', because: instruction },
  { says: 'It is **…**: in 64 directions there is room for both.', because: shown },
  { says: 'numbers of size 1', because: title },
  { says: 'numbers of size 1/4', because: title },
  { says: 'Four terms of a score', because: title },
  { says: 'Both are made of sums now, so the score has four terms.', because: definition },
  { says: 'In our sentences "the" stands in place 0 and in place 4.', because: given },
  { says: 'The other two ask where it stands.', because: checked },
  { says: 'Set the strength to 0: three terms vanish, and the model is that of lesson 1.', because: instruction },
  { says: 'In lesson 3 the product of two rows depended on their distance alone.', because: 'a reference' },
  { says: 'Between the two rows stands the matrix ….', because: definition },
  { says: 'Over 20 pairs of random matrices the median is **…**, from … to ….', because: shown },
  { says: 'random, median of 20', because: title },
  { says: 'Both sentences have the same six words, in another order.', because: checked },
  { says: 'Without positions "sat" gets the same output in both, as lesson 1 showed.', because: checked },
  { says: 'largest change of the output of sat between the sentences', because: title },
  { says: '…, and the numbers of an embedding have mean 0 and variance 1/4.', because: given },
  { says: 'That would be variance 1/2.', because: given },
  { says: 'The position has the squared length d/2 = 32, the word d/4.', holds: () => 64 / 2 === 32 && 64 / 4 === 16 },
  { says: 'The squared lengths are {32} and {16}.', is: () => [64 / 2, 64 / 4] },
  { says: 'It depends on one of the two words.', because: answer },
  { says: 'The first two words of a sentence change places.', because: given },
  { says: 'Neither the last word nor the key in place 5 has moved.', because: answer },
  {
    says: 'That is how the two mixed terms grow: here both sides are doubled.',
    because: 'it follows from the product',
  },
  {
    says: 'Write a function of two rows \\`x\\` and \\`y\\` of equal length that gives their dot product, divided by the square root of the width.',
    because: instruction,
  },
  { says: '(x, y) => x.reduce((sum, v, i) => sum + v * y[i], 0) / Math.sqrt(x.length)', because: answer },
  { says: 'x.reduce((sum, v, i) => …, 0) goes through a row.', because: answer },
  { says: 'A score has four terms, of words and places.', because: definition },
  { says: 'In our two sentences "sat" has different outputs once places are added.', because: checked },
  { says: 'The student has done lessons 1 to 3.', because: plan },
  { says: '10 minutes: the four terms on the board, and the guess about both "the".', because: plan },
  { says: '25 minutes: also the search for the word, and the exercise about the word before.', because: plan },
  { says: '50 minutes: everything.', because: plan },
  { says: 'Sources: Vaswani et al. 2017, sections 3.4 and 3.5.', because: citation },
  { says: 'The four terms: Dai et al. 2019, arXiv:1901.02860, section 3.3.', because: citation },
  { says: 'words found again, d = 64', because: title },
  { says: 'The original transformer multiplies its embeddings by …, which makes them larger.', because: citation },
  {
    says: 'At any strength above 0, equal are **word, word** and **place, word**: both ask only which word the key is.',
    because: checked,
  },
  {
    says: 'The nearest row is the right word where there are many channels and its numbers are not small.',
    because: checked,
  },
];
