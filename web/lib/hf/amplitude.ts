/**
 * YaRN's g(s, m) = 0.1 m ln s + 1 (1 for s <= 1), which the importer needs without the core.
 *
 * The logarithm is summed in double-double from + - * / alone, so it has the same bits on every engine;
 * Math.log does not promise that. The relative error stays below 2^-98, so ln, g and g^2 are
 * rounded once.
 */
type Wide = readonly [high: number, low: number];

function add(a: Wide, b: Wide): Wide {
  const sum = a[0] + b[0];
  const part = sum - a[0];
  const error = a[0] - (sum - part) + (b[0] - part) + (a[1] + b[1]);
  const high = sum + error;
  return [high, error - (high - sum)];
}
/** a * b exactly, as Dekker 1971 splits it: there is no fused multiply-add in JS. */
function product(a: number, b: number): Wide {
  const split = (x: number): Wide => {
    const scaled = 134217729 * x; // 2^27 + 1
    const high = scaled - (scaled - x);
    return [high, x - high];
  };
  const high = a * b;
  const [ah, al] = split(a);
  const [bh, bl] = split(b);
  return [high, ah * bh - high + ah * bl + al * bh + al * bl];
}
function multiply(a: Wide, b: Wide): Wide {
  const [high, low] = product(a[0], b[0]);
  return add([high, 0], [low + (a[0] * b[1] + a[1] * b[0]), 0]);
}
function divide(a: Wide, b: Wide): Wide {
  let quotient: Wide = [a[0] / b[0], 0];
  for (let step = 0; step < 2; ++step) {
    const rest = add(a, multiply([-b[0], -b[1]], quotient));
    quotient = add(quotient, [rest[0] / b[0], 0]);
  }
  return quotient;
}

const ln2: Wide = [0.6931471805599453, 2.3190468138462996e-17];
const squareRootOf2 = 1.4142135623730951;
/** (x-1)^2/(x+1)^2 <= 0.0295 on [1/sqrt 2, sqrt 2], and 0.0295^22 < 2^-111. */
const terms = 22;

/** ln x = k ln 2 + 2 artanh((m-1)/(m+1)) for x = m 2^k > 0, normal. */
function lnWide(x: number): Wide {
  const bits = new DataView(new ArrayBuffer(8));
  bits.setFloat64(0, x);
  let exponent = ((bits.getUint16(0) >>> 4) & 0x7ff) - 1023;
  bits.setUint16(0, (bits.getUint16(0) & 0x800f) | (1023 << 4));
  let mantissa = bits.getFloat64(0);
  if (mantissa > squareRootOf2) {
    mantissa /= 2;
    exponent += 1;
  }
  const ratio = divide([mantissa - 1, 0], add([mantissa, 0], [1, 0]));
  const square = multiply(ratio, ratio);
  let sum: Wide = [0, 0];
  for (let j = terms; j >= 0; --j) sum = add(multiply(sum, square), divide([1, 0], [2 * j + 1, 0]));
  return add(multiply([2 * ratio[0], 2 * ratio[1]], sum), multiply(ln2, [exponent, 0]));
}
function amplitudeWide(scale: number, m: number): Wide {
  if (scale <= 1) return [1, 0];
  return add(divide(multiply(lnWide(scale), [m, 0]), [10, 0]), [1, 0]);
}

/** ln x for a normal x > 0. */
export const ln = (x: number): number => lnWide(x)[0];
/** g(s, m): what cos and sin are multiplied by. */
export const amplitude = (scale: number, m: number): number => amplitudeWide(scale, m)[0];
/** g(s, m)^2: what attention logits are multiplied by. */
export function amplitudeSquared(scale: number, m: number): number {
  const wide = amplitudeWide(scale, m);
  return multiply(wide, wide)[0];
}
