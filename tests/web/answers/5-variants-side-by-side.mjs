/** Answers to the exercises: see tests/web/authored-notebooks.test.mjs. */
export default {
  '34/0': ['32', '8', /each has 4 bytes/],
  // 10000^(-3/3)
  '35/0': ['1e-4', '0.001', /with m = 4/],
  '36/0': ['1', '2', /the distance of two positions/],
  '37/0': ['16', '32', /a pair adds 1/],
  '38/0': ['1', '0', /Count the pairs/],
  '39/0': [
    '(row) => { const h = row.length / 2, out = []; for (let i = 0; i < h; i++) out.push(row[i], row[h + i]); return out; }',
    '(row) => row.map((_, c) => row[c < row.length / 2 ? 2 * c : 2 * c - row.length + 1])',
    /the way back/,
  ],
};
