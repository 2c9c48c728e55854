/** Answers to the exercises: see tests/web/authored-notebooks.test.mjs. */
export default {
  '35/0': ['786432', '1792', /multiply/],
  '36/0': ['0.5', '0.25', /the square of 0\.25/],
  '37/0': ['1/4', '0.26', /the last row is 74/],
  '39/0': ['1', '0', /around the sinusoidal table have memorised/],
  '40/0': [
    '(lengths, p) => { let many = 0; for (const n of lengths) if (p < n) many++; return many; }',
    '(lengths, p) => lengths.filter((n) => n >= p).length',
    /ends at row n − 1/,
  ],
};
