/** Answers to the exercises: see tests/web/authored-notebooks.test.mjs. */
export default {
  // 2π · 10000^(31/32)
  '31/0': ['47117', '62832', /too large/],
  '33/0': ['(x) => theta.map((t) => Math.cos(x * t)).reduce((a, b) => a + b)', '(x) => x', /At distance 0 it gives 0/],
  '35/0': ['64', '960', /rank/],
};
