/** Answers to the exercises: see tests/web/authored-notebooks.test.mjs. */
export default {
  '25/0': ['1/4', '25', /angle of pair 0/],
  // 2π · 10000^(6/8)
  '26/0': ['2π·1000', '1000', /2π radians/],
  // In the order in which the items are shown: wavelengths 2π, 20π, 200π and 2000π.
  '34/0': ['3 0 1 2', '3 1 0 2', /Compare the exponents/],
  '27/0': ['1', '0', /interleaved/],
  '28/0': ['0.0199987', '0,0199987', /Write a point, not a comma/],
  '29/0': ['(p, i, d) => p * 10000 ** (-2 * i / d)', '(p, i, d) => p / 10000 ** (i / d)', /For p = 3, i = 1, d = 4/],
  '30/0': ['0', '1', /the cosine/],
};
