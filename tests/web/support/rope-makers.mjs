/**
 * Rotary tables as programs make them, in float32 and in the order of transformers' modeling_rope_utils.py, with
 * mistakes that programs made. Written from the threads that report them and without the library, so that `identify` is
 * tested on independent numbers.
 */

const f32 = Math.fround;
const cell = new DataView(new ArrayBuffer(4));
/** Rounds to nearest, ties to even, by the bits. */
export function bf16(x) {
  cell.setFloat32(0, x);
  const bits = cell.getUint32(0);
  const half = 0x7fff + ((bits >>> 16) & 1);
  cell.setUint32(0, ((bits + half) >>> 16) << 16);
  return cell.getFloat32(0);
}
/** Rounds by adding and subtracting a large number; without subnormals below 2^-24. */
export function fp16(x) {
  if (x === 0) return 0;
  const exponent = Math.max(Math.floor(Math.log2(Math.abs(x))), -14);
  const magic = 1.5 * 2 ** (52 - 10 + exponent);
  return x + magic - magic;
}
const halved = { bf16, fp16 };

export const mscaleOf = (s, m = 1) => (s <= 1 ? 1 : 0.1 * m * Math.log(s) + 1);

function yarnRamp({ betaFast = 32, betaSlow = 1, truncate = true, originalContext }, base, dim, mistake) {
  const at = (turns) => (dim * Math.log(originalContext / (turns * 2 * Math.PI))) / (2 * Math.log(base));
  let [low, high] = mistake === 'betas-swapped' ? [at(betaSlow), at(betaFast)] : [at(betaFast), at(betaSlow)];
  if (mistake === 'betas-default') [low, high] = [at(32), at(1)];
  if (truncate !== (mistake === 'truncation')) [low, high] = [Math.floor(low), Math.ceil(high)];
  low = Math.max(low, 0);
  high = Math.min(high, mistake === 'clamp-width' ? dim / 2 - 1 : dim - 1);
  if (low === high) high += 0.001;
  return Array.from({ length: dim / 2 }, (_, i) => Math.min(1, Math.max(0, f32(f32(i - low) / f32(high - low)))));
}

function llama3(frequencies, { factor, lowFreqFactor = 1, highFreqFactor = 4, originalContext }) {
  return frequencies.map((f) => {
    const wavelength = f32(f32(2 * Math.PI) / f);
    if (wavelength < originalContext / highFreqFactor) return f;
    if (wavelength > originalContext / lowFreqFactor) return f32(f / factor);
    const smooth = f32(f32(f32(originalContext / wavelength) - lowFreqFactor) / (highFreqFactor - lowFreqFactor));
    return f32(f32(f32(f32(1 - smooth) * f) / factor) + f32(smooth * f));
  });
}

/** Inverse frequencies and the factor of cos and sin, with one mistake or none. */
export function ratesOf(spec, mistake, facts = {}) {
  const { frequencies, amplitude } = wholeRatesOf(spec, mistake, facts);
  if (mistake === 'periods') return { frequencies: frequencies.map((f) => f32(1 / f)), amplitude };
  return { frequencies: mistake === 'pairs-missing' ? frequencies.slice(0, facts.kept) : frequencies, amplitude };
}

function wholeRatesOf({ dim, base: own, scaling: given }, mistake, { maxContext, width, first }) {
  const base = mistake === 'base-default' ? 10000 : own;
  const scaling = mistake === 'context-max' ? { ...given, originalContext: maxContext } : given;
  const over = mistake === 'exponent-width' ? width : dim;
  const from = mistake === 'index-shifted' ? first : 0;
  const powers = Array.from({ length: dim / 2 }, (_, i) => f32(base ** f32((2 * (i + from)) / over)));
  const plain = powers.map((p) => f32(1 / p));
  if (!scaling || mistake === 'scaling-skipped') return { frequencies: plain, amplitude: 1 };
  const { type, factor: s } = scaling;
  if (mistake === 'linear-instead') return { frequencies: plain.map((f) => f32(f / s)), amplitude: 1 };
  const again = mistake === 'scaling-twice' ? 2 : 1;
  let frequencies = plain;
  let amplitude = 1;
  for (let time = 0; time < again; time++) {
    if (type === 'linear') frequencies = frequencies.map((f) => f32(f / s));
    if (type === 'llama3') frequencies = llama3(frequencies, scaling);
    if (type === 'ntk') {
      const stretched = base * s ** ((again * dim) / (dim - 2));
      frequencies = plain.map((_, i) => f32(1 / f32(stretched ** f32((2 * i) / dim))));
    }
  }
  if (type === 'yarn') {
    const ramp = yarnRamp(scaling, base, dim, mistake);
    const stretched = base * s ** (dim / (dim - 2));
    const kept = mistake === 'stretched-base' ? plain.map((_, i) => f32(1 / stretched ** f32((2 * i) / dim))) : plain;
    const divided = powers.map((p, i) => {
      if (mistake === 'inverted-interpolation') return f32(1 / f32(s * plain[i]));
      if (mistake === 'factor-in-power') return f32(1 / f32((s * base) ** f32((2 * i) / dim)));
      return f32(1 / f32(s * p));
    });
    frequencies = ramp.map((r, i) => {
      const mask = f32(1 - r);
      if (mistake === 'harmonic-blend')
        return f32(f32(divided[i] * kept[i]) / f32(f32(divided[i] * mask) + f32(kept[i] * f32(1 - mask))));
      return f32(f32(divided[i] * f32(1 - mask)) + f32(kept[i] * mask));
    });
    if (mistake === 'scaling-twice')
      frequencies = frequencies.map((f, i) => f32(f32(f * f32(1 - ramp[i])) + f32(f32(f / s) * ramp[i])));
    const { mscale, mscaleAllDim } = scaling;
    amplitude =
      scaling.attentionFactor ??
      (mscale && mscaleAllDim ? mscaleOf(s, mscale) / mscaleOf(s, mscaleAllDim) : mscaleOf(s));
    if (mistake === 'amplitude-missing') amplitude = 1;
    if (mistake === 'amplitude-squared') amplitude **= 2;
    if (mistake === 'amplitude-default') amplitude = mscaleOf(s);
    if (mistake === 'amplitude-all-dim') amplitude = mscaleOf(s, mscaleAllDim);
    if (mistake === 'amplitude-logged') amplitude = mscaleOf(s, amplitude);
  }
  return { frequencies, amplitude };
}

/** A frequency list, such as a buffer inv_freq. */
export function listOf(spec, mistake, facts) {
  const { frequencies } = ratesOf(spec, mistake, facts);
  const half = { 'angles-bf16': bf16, 'angles-fp16': fp16 }[mistake];
  return Float32Array.from(frequencies, half ?? ((f) => f));
}

const columns = {
  half: (pairs) => Array.from({ length: 2 * pairs }, (_, c) => c % pairs),
  interleaved: (pairs) => Array.from({ length: 2 * pairs }, (_, c) => Math.floor(c / 2)),
  once: (pairs) => Array.from({ length: pairs }, (_, c) => c),
};

/** { cos, sin } with a row for each position from 0; `order` is the layout of the channels, `stored` the type. */
export function tablesOf(spec, mistake, { rows, order = 'half', stored = 'f32', facts, shift = 1, product = 'f32' }) {
  const { frequencies, amplitude } = ratesOf(spec, mistake, facts);
  const other = { half: 'interleaved', interleaved: 'half', once: 'once' };
  const pairOf = columns[mistake === 'layout-exchanged' ? other[order] : order](frequencies.length);
  const cols = pairOf.length;
  const half = halved[mistake?.replace('angles-', '')];
  const wide = stored === 'f64' && mistake !== 'angles-float32';
  const exact = wide ? exactFrequencies(spec) : frequencies;
  const angle = (p, f) => {
    const at = mistake === 'positions-shifted' ? p + shift : p;
    if (half) return product === 'f32' ? f32(half(at) * half(f)) : half(half(at) * half(f));
    return wide ? at * f : f32(at * f);
  };
  const make = (wave) => {
    const data = new Float64Array(rows * cols);
    for (let p = 0; p < rows; p++)
      for (let c = 0; c < cols; c++) {
        const value = wave(angle(p, exact[pairOf[c]])) * amplitude;
        data[p * cols + c] = stored === 'f64' ? value : stored === 'bf16' ? bf16(f32(value)) : f32(value);
      }
    return { data: stored === 'f64' ? data : Float32Array.from(data), rows, cols };
  };
  return { cos: make(Math.cos), sin: make(Math.sin) };
}

/** Without an extension, in float64. */
const exactFrequencies = ({ dim, base }) => Array.from({ length: dim / 2 }, (_, i) => base ** ((-2 * i) / dim));
