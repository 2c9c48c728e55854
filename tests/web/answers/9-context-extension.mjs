/** Answers to the exercises: see tests/web/authored-notebooks.test.mjs. */
export default {
  // 600/4
  '30/0': ['150', '600', /positions of short texts, too/],
  // 10000 · 4^(6/4)
  '31/0': ['80000', '40000', /divided by 2\.52 only/],
  // 4096/100 = 41 turns
  '32/0': ['0', '1', /on the ramp/],
  // (0.1 ln 16 + 1)²
  '33/0': ['1.6314', '1.2773', /multiplies q, and k as well: square it/],
  // 2 · 3 − 1
  '34/0': ['5', '3', /the s of the paper/],
  '35/0': [
    '(i, d, s) => Math.exp(2 * i * Math.log(s) / (d - 2))',
    '(i, d, s) => s ** (2 * i / d)',
    /For i = 2, d = 6, s = 4/,
  ],
};
