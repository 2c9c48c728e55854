/** Helpers of several rows. Frequencies, sines and cosines come from the library. */
import type { EncodingSpec, ScalingSpec } from '../../lib/types/posenc.js';
import type { Posenc } from '../library.js';
import type { Figure } from './erratum.js';

/** The head of Llama-2, the example of the YaRN paper: width 128, base 10000, trained on 4096 positions. */
export const headDim = 128;
export const trainedContext = 4096;

export function rope(scaling?: ScalingSpec): EncodingSpec {
  return { encoding: 'rope', dim: headDim, ...(scaling ? { scaling } : {}) };
}

/** Frequencies with an extension divided by those without, per pair. */
export async function ratios(pe: Posenc, scaling: ScalingSpec, signal: AbortSignal): Promise<number[]> {
  const [before, after] = await Promise.all([
    pe.frequencies(rope(), { signal }),
    pe.frequencies(rope(scaling), { signal }),
  ]);
  return [...after].map((theta, i) => theta / at(before, i));
}

/** Entry i; a negative i counts from the end. */
export function at(values: ArrayLike<number>, i: number): number {
  const value = values[i < 0 ? values.length + i : i];
  if (value === undefined) throw new RangeError(`no entry ${i} among ${values.length}`);
  return value;
}

export async function sinusoidalFrequencies(pe: Posenc, dim: number, signal: AbortSignal): Promise<Float64Array> {
  return pe.frequencies({ encoding: 'sinusoidal', dim }, { signal });
}

/** `live` for a row about the frequencies of a sinusoidal table. */
export const ofFrequencies =
  (dim: number, figures: (frequencies: Float64Array) => readonly Figure[]) =>
  async (pe: Posenc, signal: AbortSignal): Promise<readonly Figure[]> =>
    figures(await sinusoidalFrequencies(pe, dim, signal));

export function wavelength(frequency: number): number {
  return (2 * Math.PI) / frequency;
}
