/** Answers to the exercises: see tests/web/authored-notebooks.test.mjs. */
export default {
  // The puzzle selected at the start.
  '7/0': ['1', '0', /already|No line/],
  '36/0': ['0', '1', /Which products/],
  '37/0': ['2', '0', /None of eight/],
  '38/0': ['0.5314', '0.9', /one seed/],
  '39/0': [
    '(low, high) => { if (low > 0) return "holds"; if (high <= 0) return "does not hold"; return "not decided"; }',
    '(low, high) => high > 0 ? "holds" : "does not hold"',
    /For -0.1 and 0.4 it gives holds, not not decided/,
  ],
};
