/** Answers to the exercises: see tests/web/authored-notebooks.test.mjs. */
export default {
  '27/0': ['0.584', '0.292', /is the similarity/],
  '29/0': ['277', '400', /1\/e is left/],
  '30/0': ['2', '1', /at most 1 radian/],
  '31/0': ['20.09', '1', /depends on the place/],
  '32/0': [
    '(lambdas, shares, eta, t) => { let s = 0; for (let i = 0; i < lambdas.length; i++) s += shares[i] * Math.exp(-eta * t * lambdas[i]); return s; }',
    '(lambdas, shares, eta, t) => Math.exp(-eta * t * lambdas[0])',
    /For 4 and 0\.1 it gives/,
  ],
};
