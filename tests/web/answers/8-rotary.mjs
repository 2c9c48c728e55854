/** Answers to the exercises: see tests/web/authored-notebooks.test.mjs. */
export default {
  // cos(4 · 0.5)
  '11/0': ['-0.416', '-0.654', /Multiply the distance by θ/],
  '12/0': ['2', '1', /doubled difference/],
  '18/0': ['32', '64', /Two channels share/],
  // 0.5^(1024/512)
  '30/0': ['1/4', '0.5', /over 512 positions/],
  '31/0': ['2', '1', /A rotation keeps lengths/],
  '32/0': [
    '(x, y, a) => { const c = Math.cos(a), s = Math.sin(a); return [c * x - s * y, s * x + c * y]; }',
    '(x, y, a) => [x * Math.cos(a) + y * Math.sin(a), y * Math.cos(a) - x * Math.sin(a)]',
    /It turns the other way/,
  ],
};
