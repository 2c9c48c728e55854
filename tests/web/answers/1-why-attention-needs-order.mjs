/** Answers to the exercises: see tests/web/authored-notebooks.test.mjs. */
export default {
  // exp(score) over the sum of the column
  '34/0': ['0.16', '1.077', /divide it by the sum/],
  '24/0': ['1', '2', /Each word has its own output/],
  '25/0': ['1/8', '0.5', /too large/],
  '26/0': ['25th', '24', /Counted from 0/],
  '27/0': ['2', '0', /the same in any order/],
  '28/0': ['order.map((i) => outputs[i])', 'outputs', /It gives a, b, c, d/],
};
