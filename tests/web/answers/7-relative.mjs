/** Answers to the exercises: see tests/web/authored-notebooks.test.mjs. */
export default {
  '28/0': ['1/8', '2^-12', /halve from head to head only/],
  '29/0': ['5', '320', /divided by the slope/],
  '31/0': ['0', '1', /nothing tells which is nearer/],
  '32/0': ['5', '10', /would need distance 113/],
  '33/0': [
    '(i, j, h, H) => (i < j ? -Infinity : (j - i) / 2 ** ((8 * h) / H))',
    '(i, j, h, H) => -(2 ** (-8 * h / H)) * Math.abs(i - j)',
    /For i = 2, j = 5, h = 1, H = 8 it gives -1.5, not -Infinity/,
  ],
};
