/**
 * Float32 kernel profiles k(Δ) = Σ amplitude²·cos(frequency·Δ).
 */
import type { Backend } from '../../methods/calls.js';
import type { OnPositions } from '../../requests/requests.js';
import { partOf, type RawPositions } from '../../checks/positions.js';
import { singleWave } from '../../generated/single-wave.js';
import { compare } from '../compare.js';
import { profileProgram } from '../programs/profile.js';
import { waveLanesOf } from '../wave-lanes.js';
import { answered, type GpuMethod, type DeviceMatrix, type VerifiedProgram } from '../method.js';

/** Offsets per part that are compared with the module's. */
const compared = 32;
/**
 * Largest |GPU - WebAssembly| over k(0): 5.5e-8 for the cosine, 2π·2^-31 for its phase, 2e-8 for positions rounded by
 * float64, and five roundings of the result by 2^-24.
 */
const ofOneAmplitude = 4e-7;
/** If amplitudes differ, seven more; plus the unit of the sum per lane, scaled by the largest weight. */
const ofSeveral = 9e-7;

const zero: RawPositions = { values: Float64Array.of(0), count: 1, axes: 1 };

async function verifiedProfile(inner: Backend, request: OnPositions): Promise<VerifiedProgram | undefined> {
  const { spec, positions } = request;
  const lanes = await waveLanesOf(inner, spec, positions);
  const atZero = lanes && (await answered(inner.run('waveLanes', { spec, start: 0, step: 1 }, {})));
  const [total] = (atZero && (await answered(profileOf(inner, { spec, positions: zero })))) ?? [];
  if (!atZero || total === undefined) return undefined; // no lanes, or not a function of the offset
  const { words, weights, largest } = weighted(lanes.words, atZero.words);
  const scale = total / weights.reduce((sum, weight) => sum + weight, 0);
  if (!(scale >= 2 ** -100 && scale <= 2 ** 100)) return undefined;
  const same = weights.every((weight) => weight === 1);
  const bound = same ? ofOneAmplitude * total : ofSeveral * total + weights.length * 2 ** -30 * largest ** 2;
  return {
    program: profileProgram(words, scale, positions.count, lanes.list),
    rows: positions.count,
    cols: 1,
    purpose: { field: 'offsets', what: 'the profile' },
    sampled: compared,
    async verify(row, got) {
      const one = await profileOf(inner, { spec, positions: partOf(positions, row, 1) });
      compare(got, one, () => bound);
    },
  };
}

/** WaveLanes with phase 0 at 0, and with weights (amplitude² over the largest one) instead of amplitudes. */
function weighted(given: Uint32Array, atZero: Uint32Array) {
  const turning = Array.from({ length: given.length / 8 }, (_, i) => 8 * i).filter(
    (i) => given[i + 5] !== singleWave.noChannel, // a channel of zeros
  );
  const amplitudes = new Float32Array(given.buffer, given.byteOffset, given.length);
  const largest = turning.reduce((most, i) => Math.max(most, Math.abs(amplitudes[i + 4]!)), 0);
  const words = new Uint32Array(8 * turning.length);
  const [floats, phases] = [new Float32Array(words.buffer), new BigUint64Array(words.buffer)];
  const phaseAt = (lanes: Uint32Array, i: number): bigint => (BigInt(lanes[i + 1]!) << 32n) | BigInt(lanes[i]!);
  turning.forEach((from, i) => {
    words.set(given.subarray(from, from + 4), 8 * i);
    phases[4 * i] = BigInt.asUintN(64, phaseAt(given, from) - phaseAt(atZero, from));
    floats[8 * i + 4] = (amplitudes[from + 4]! / largest) ** 2;
  });
  return { words, weights: turning.map((_, i) => floats[8 * i + 4]!), largest };
}

async function deviceMatrix(inner: Backend, request: OnPositions): Promise<DeviceMatrix> {
  const { spec, positions } = request;
  const part = async (first: number, count: number): Promise<Float32Array> =>
    Float32Array.from(await profileOf(inner, { spec, positions: partOf(positions, first, count) }));
  const verified = await verifiedProfile(inner, request);
  if (!verified) await part(0, 0); // the module reports invalid arguments
  return { rows: positions.count, cols: 1, what: 'the profile', field: 'offsets', verified, part };
}

const profileOf = (inner: Backend, request: OnPositions) => inner.run('kernelProfile', request, {});

export const kernelProfile: GpuMethod<'kernelProfile'> = { deviceMatrix };
