/** Answers to the exercises: see tests/web/authored-notebooks.test.mjs. */
export default {
  '22/0': ['2/3', '1/3', /the word's share/],
  '23/0': ['3', '0', /does not know places/],
  '24/0': ['0', '2', /Neither the last word/],
  '25/0': ['4', '2', /the two mixed terms/],
  '26/0': [
    '(x, y) => { let s = 0; for (let i = 0; i < x.length; i++) s += x[i] * y[i]; return s / Math.sqrt(x.length); }',
    '(x, y) => x.reduce((s, v, i) => s + v * y[i], 0)',
    /it gives 10, not 5/,
  ],
};
