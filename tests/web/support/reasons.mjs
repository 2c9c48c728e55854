/** Sentences of notebooks that are bound to no value of their own, by the reason why: see tests/web/claims.test.mjs. */
const reasons = {
  given: 'the numbers of the example',
  instruction: 'an instruction',
  checked: 'cells of the notebook check it',
  shown: 'its numbers are computed in the notebook',
  title: 'a title',
  definition: 'a definition',
  reference: 'a reference to another lesson',
  plan: 'a plan for the teacher',
  answer: 'an answer, which the exercise tries',
  wrong: 'a wrong answer, which the exercise tries',
  goal: 'a goal of the lesson',
  broken: 'what is broken by the cells below it',
  citation: 'a citation',
  stated: 'what a source states, or a name for it',
};

/** Their claims, of `{ definition: [sentence, …], plan: […] }`. */
export const unbound = (sentences) =>
  Object.entries(sentences).flatMap(([reason, all]) => all.map((says) => ({ says, because: reasons[reason] })));
