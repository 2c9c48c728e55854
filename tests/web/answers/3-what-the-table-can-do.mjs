/** Answers to the exercises: see tests/web/authored-notebooks.test.mjs. */
export default {
  '24/0': ['8', '64', /square of the length/],
  // 2 · (2 - cos 1 - cos 0.01)
  '25/0': ['0.9195', '0.77', /the similarity/],
  '26/0': ['1', '3', /the sign is missing/],
  '27/0': [
    '(k, t) => [[Math.cos(k * t), Math.sin(k * t)], [Math.sin(-k * t), Math.cos(k * t)]]',
    '(k, t) => [[Math.cos(k * t), -Math.sin(k * t)], [Math.sin(k * t), Math.cos(k * t)]]',
    /k = 1, θ = 1: the sine that it makes is wrong/,
  ],
  '28/0': ['1', '0', /no whole number of turns/],
  '29/0': ['6', '1', /cos 1 is 0\.54/],
};
