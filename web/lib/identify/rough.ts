/**
 * Frequencies of a guessed spec in float64, to discard guesses far from the numbers. The core computes only the
 * remaining ones of hundreds of guesses, and only its numbers are compared.
 */
import type { RopeSpec, ScalingSpec, YarnScaling } from '../generated/encodings.js';
import { type Making, type Rates, ratesOf } from './making.js';

const clipped = (x: number): number => Math.min(1, Math.max(0, x));

/** The ends of YaRN's ramp: pairs before the first are kept, those after the second divided. @param last largest end */
export function rampEnds(yarn: YarnScaling, base: number, width: number, last = width - 1): readonly [number, number] {
  const { originalContext, betaFast = 32, betaSlow = 1, truncate = true } = yarn;
  const [low, high] = [betaFast, betaSlow].map(
    (turns) => (width * Math.log(originalContext / (turns * 2 * Math.PI))) / (2 * Math.log(base)),
  ) as [number, number];
  const first = Math.max(truncate ? Math.floor(low) : low, 0);
  const end = Math.min(truncate ? Math.ceil(high) : high, last);
  return [first, first === end ? end + 0.001 : end];
}

/** The part of pair i that is divided by the factor, for extensions that have one. */
export function partOf(
  scaling: ScalingSpec,
  base: number,
  width: number,
): ((plain: number, pair: number) => number) | undefined {
  switch (scaling.type) {
    case 'yarn': {
      const [low, high] = rampEnds(scaling, base, width);
      return (_, pair) => clipped((pair - low) / (high - low));
    }
    case 'llama3':
    case 'ntk-by-parts':
    case 'yarn-paper': {
      const [least, most] =
        scaling.type === 'llama3'
          ? [scaling.lowFreqFactor ?? 1, scaling.highFreqFactor ?? 4]
          : [scaling.alpha ?? 1, scaling.beta ?? 32];
      const turns = scaling.originalContext / (2 * Math.PI);
      return (plain) => 1 - clipped((turns * plain - least) / (most - least));
    }
    case 'linear':
      return () => 1;
    default:
      return undefined;
  }
}

/** Undefined if there is no formula here. */
function roughRates(spec: RopeSpec): Rates | undefined {
  const { base = 10_000, dim, rotaryDim = dim, scaling = { type: 'default' } } = spec;
  const plain = Array.from({ length: rotaryDim / 2 }, (_, i) => base ** ((-2 * i) / rotaryDim));
  if (scaling.type === 'default') return { spec, scaled: plain, plain, amplitude: 1 };
  const part = partOf(scaling, base, rotaryDim);
  if (!part || !('factor' in scaling) || scaling.factor === undefined) return undefined;
  const { factor } = scaling;
  const scaled = plain.map((f, i) => (1 - part(f, i)) * f + (part(f, i) * f) / factor);
  return { spec, scaled, plain, amplitude: 1 };
}

/** Coarser than any rounding: bf16 has steps of 1/128. */
const near = 0.02;

export function isNear(making: Making, frequencies: readonly number[], errors: readonly number[]): boolean {
  const rough = roughRates(making.spec);
  if (!rough) return true;
  const { scaled } = ratesOf(making, rough);
  return frequencies.every((f, i) => Math.abs(scaled[i]! - f) <= (near + 4 * errors[i]!) * Math.abs(f));
}
