/** Why a sentence of a notebook is bound to no value of its own: see tests/web/claims.test.mjs. */
export const given = 'the numbers of the example';
export const instruction = 'an instruction';
export const checked = 'cells of the notebook check it';
export const shown = 'its numbers are computed in the notebook';
export const title = 'a title';
export const definition = 'a definition';
export const plan = 'a plan for the teacher';
export const answer = 'an answer, which the exercise tries';
export const goal = 'a goal of the lesson';
export const broken = 'what is broken by the cells below it';
export const citation = 'a citation';
