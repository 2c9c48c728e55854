/** Answers to the exercises: see tests/web/authored-notebooks.test.mjs. */
export default {
  '29/0': ['2^12 + 1', '4096', /one bit holds it/],
  '31/0': ['0', '2', /never sees 1001/],
  '32/0': ['π/0.00001', '100,000', /one radian/],
  '33/0': ['1', '0', /Both −0\.9899 and −0\.9900 lie there/],
  '34/0': [
    '(p, rho) => Math.imul(p, rho) >>> 0',
    '(p, rho) => (p * rho) % 2 ** 32',
    /For 16777213 and 3718429321 the product has more than 53 bits/,
  ],
};
