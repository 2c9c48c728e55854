/** Answers to the exercises: see tests/web/authored-notebooks.test.mjs. */
export default {
  '31/0': ['16,777,217', '8388609', /is held: it is a float32 number/],
  '33/0': ['(p) => 2 ** Math.floor(Math.log2(p)) / 8388608', 'p => p / 2', /At 1 it gives 0.5/],
  '35/0': ['1', '0', /It was 0\.0516 and is 0\.0464/],
};
