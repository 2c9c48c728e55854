/**
 * Recovers Llama 3.1 scaling from rope_freqs.weight: the converter writes the quotients of the plain frequencies and
 * those of llama3, but no length. In the blended pairs the share of the plain frequency is (L / wavelength - low) /
 * (high - low), which is linear in 1 / wavelength. This leaves one unknown among low, high and L. low_freq_factor is
 * assumed to be 1, as in every published file.
 */
import type { Llama3Scaling } from '../generated/encodings.js';

/** Relative tolerance; factors in the file are float32. */
const float32 = 1e-5;
const low = 1;

export function llama3Of(factors: readonly number[], base: number): Llama3Scaling | undefined {
  const factor = Math.max(...factors);
  if (!(factor > 1) || factors[0] !== 1 || factors.at(-1) !== factor) return undefined;
  const perWavelength = factors.map((_, i) => base ** (-i / factors.length) / (2 * Math.PI));
  const shares = factors.map((own) => (1 / own - 1 / factor) / (1 - 1 / factor));
  const blended = shares.flatMap((share, i) => (share > 0 && share < 1 ? [i] : []));
  const [first, last] = [blended[0], blended.at(-1)];
  if (first === undefined || last === undefined || first === last) return undefined;
  const slope = (shares[first]! - shares[last]!) / (perWavelength[first]! - perWavelength[last]!);
  const offset = slope * perWavelength[first]! - shares[first]!;
  const high = Math.round((1 / offset + 1) * 1e3 * low) / 1e3;
  const original = Math.round((slope / offset) * low);
  if (!(high > low) || !Number.isSafeInteger(original) || original < 1) return undefined;
  const same = factors.every((own, i) => {
    const share = Math.min(1, Math.max(0, (original * perWavelength[i]! - low) / (high - low)));
    return Math.abs(own * ((1 - share) / factor + share) - 1) <= float32;
  });
  if (!same) return undefined;
  return { type: 'llama3', factor, lowFreqFactor: low, highFreqFactor: high, originalContext: original };
}
