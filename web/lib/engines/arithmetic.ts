/**
 * Computes an engine's angles in its own float32 operations, in their order, to measure rounding apart from the rules.
 * Math.fround rounds every operation. Powers are rounded correctly; a library's may differ in the last bit.
 *
 * torch: the _compute_*_parameters of transformers' modeling_rope_utils.py and the rotary_embedding classes of vLLM and
 * SGLang take the same steps, except for linear scaling, where vLLM and SGLang divide the positions. ggml: rope_yarn
 * and ggml_rope_cache_init of ggml-cpu/ops.cpp, which multiply the angle of the previous pair by a step.
 */
import type { Llama3Scaling, RopeSpec, YarnScaling } from '../generated/encodings.js';
import { pairAtTurns } from '../hf/yarn-ramp.js';
import type { EngineArithmetic, EngineRounding } from '../types/engines.js';

const f32 = Math.fround;

/** A spec with its exact frequencies, scaled and unscaled. */
export interface ExactPairs {
  readonly spec: RopeSpec;
  readonly scaled: Float64Array;
  readonly unscaled: Float64Array;
}

/** 1 / base^(2i/dim), computed in float32 by arange / dim, power and reciprocal. */
function plainFrequency(base: number, dim: number, pair: number): number {
  return f32(1 / f32(base ** f32((2 * pair) / dim)));
}

/** YaRN's ramp: 0 for a pair that is kept, 1 for one that is divided by the factor. */
function ramp(yarn: YarnScaling, base: number, dim: number, pair: number, least: number): number {
  const { originalContext, betaFast = 32, betaSlow = 1, truncate = true } = yarn;
  const first = pairAtTurns(betaFast, originalContext, base, dim);
  const last = pairAtTurns(betaSlow, originalContext, base, dim);
  const low = Math.max(truncate ? Math.floor(first) : first, 0);
  const high = Math.min(truncate ? Math.ceil(last) : last, dim - 1);
  const width = least > 0 ? Math.max(least, f32(high - low)) : f32(high === low ? 0.001 : high - low);
  return Math.min(1, Math.max(0, f32(f32(pair - f32(low)) / width)));
}

/** (1 - smooth) f / factor + smooth f between the two wavelengths; `kept` and `off` pairs follow the exact rule. */
function llama3Frequency(scaling: Llama3Scaling, plain: number, kept: boolean, off: boolean): number {
  const { factor, lowFreqFactor: low = 1, highFreqFactor: high = 4, originalContext } = scaling;
  if (kept) return plain;
  const divided = f32(plain / f32(factor));
  if (off) return divided;
  const wavelength = f32(f32(2 * Math.PI) / plain);
  const smooth = f32(f32(f32(originalContext / wavelength) - f32(low)) / f32(high - low));
  const part = f32(f32(f32(1 - smooth) * plain) / f32(factor));
  return f32(part + f32(smooth * plain));
}

/** Frequencies of the torch engines. Extensions without their own steps use the exact value, via a rounded power. */
function torchFrequency({ spec, scaled, unscaled }: ExactPairs, pair: number): number {
  const { base = 10_000, dim, rotaryDim = dim, scaling = { type: 'default' } } = spec;
  const plain = plainFrequency(base, rotaryDim, pair);
  const exact = scaled[pair]!;
  switch (scaling.type) {
    case 'default':
      return plain;
    case 'linear':
      return f32(plain / f32(scaling.factor));
    case 'llama3':
      return llama3Frequency(scaling, plain, exact === unscaled[pair], exact === unscaled[pair]! / scaling.factor);
    case 'yarn': {
      const power = f32(base ** f32((2 * pair) / rotaryDim));
      const [kept, divided] = [f32(1 / power), f32(1 / f32(f32(scaling.factor) * power))];
      const keep = f32(1 - ramp(scaling, base, rotaryDim, pair, 0));
      return f32(f32(divided * f32(1 - keep)) + f32(kept * keep));
    }
    case 'longrope': {
      const list = f32(unscaled[pair]! / exact);
      return f32(1 / f32(list * f32(base ** f32((2 * pair) / rotaryDim))));
    }
    default:
      return exact === 0 ? 0 : f32(1 / f32(1 / exact));
  }
}

function torchAngles(pairs: ExactPairs, position: number, dividesPositions: boolean): number[] {
  const { scaling } = pairs.spec;
  const divided = dividesPositions && scaling?.type === 'linear';
  const at = divided ? f32(f32(position) / f32(scaling.factor)) : f32(position);
  const spec = divided ? { ...pairs, spec: { ...pairs.spec, scaling: { type: 'default' as const } } } : pairs;
  return Array.from(pairs.scaled, (_, pair) => f32(at * torchFrequency(spec, pair)));
}

function ggmlAngles({ spec, scaled, unscaled }: ExactPairs, position: number): number[] {
  const { base = 10_000, dim, rotaryDim = dim, scaling = { type: 'default' } } = spec;
  const step = f32(f32(base) ** f32(-2 / rotaryDim));
  const inDivisors = scaling.type === 'llama3' || scaling.type === 'longrope' || scaling.type === 'proportional';
  const scale = scaling.type === 'yarn' || scaling.type === 'linear' ? f32(1 / f32(scaling.factor)) : 1;
  const angles: number[] = [];
  let theta = f32(position);
  for (let pair = 0; pair < scaled.length; pair++) {
    const divisor = scaled[pair] === 0 ? 1e30 : unscaled[pair]! / scaled[pair]!;
    const extrapolated = inDivisors ? f32(theta / f32(divisor)) : theta;
    const interpolated = f32(scale * extrapolated);
    if (scaling.type === 'yarn') {
      const mix = f32(1 - ramp({ ...scaling, truncate: true }, base, rotaryDim, pair, f32(0.001)));
      angles.push(f32(f32(interpolated * f32(1 - mix)) + f32(extrapolated * mix)));
    } else angles.push(interpolated);
    theta = f32(theta * step);
  }
  return angles;
}

/** Errors of the angles at a position against the exact ones of the same rules. */
export function roundingOf(arithmetic: EngineArithmetic, pairs: ExactPairs, position: number): EngineRounding {
  const angles =
    arithmetic.steps === 'ggml'
      ? ggmlAngles(pairs, position)
      : torchAngles(pairs, position, arithmetic.steps === 'torch, positions divided');
  const errors = angles.map((angle, pair) => Math.abs(angle - position * pairs.scaled[pair]!));
  const worst = errors.reduce((at, error, pair) => (error > errors[at]! ? pair : at), 0);
  const frequency = pairs.scaled[worst]!;
  return {
    position,
    steps: arithmetic.steps,
    table: arithmetic.table,
    source: arithmetic.source,
    angles: errors,
    worst: { pair: worst, angle: errors[worst]!, positions: frequency === 0 ? 0 : errors[worst]! / frequency },
  };
}
