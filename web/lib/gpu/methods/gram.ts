/**
 * Float32 Gram matrices: from the module's profile for evenly spaced integers, else from a table computed on the GPU.
 */
import { singleWave } from '../../generated/single-wave.js';
import type { Backend } from '../../methods/calls.js';
import type { GramRequest } from '../../methods/gram.js';
import type { OnPositions } from '../../requests/requests.js';
import { isExactRange, partOf, type RawPositions } from '../../checks/positions.js';
import { compare } from '../compare.js';
import { gramProgram } from '../programs/gram.js';
import { tableProgram } from '../programs/table.js';
import { toeplitzProgram } from '../programs/toeplitz.js';
import { type WaveLanes, waveLanesOf } from '../wave-lanes.js';
import { answered, type GpuMethod, type DeviceMatrix, type VerifiedProgram } from '../method.js';
import { numbersAt, positionsAt, someColumns } from '../some-of-row.js';

/** A matrix of more positions exceeds every array and buffer. */
export const mostPositions = 2 ** 16;
/** Every device supports bindings of this size. */
export const mostTableBytes = 2 ** 27;
async function verified(inner: Backend, request: GramRequest): Promise<VerifiedProgram | undefined> {
  const { positions, dtype, part } = request;
  if (dtype !== 'f32' || part || positions.count === 0 || positions.count > mostPositions) return undefined;
  return (await ofProfile(inner, request)) ?? (await ofTable(inner, request));
}

async function deviceMatrix(inner: Backend, { spec, positions }: OnPositions): Promise<DeviceMatrix> {
  const { count } = positions;
  const ofModule = (some: RawPositions) => inner.run('gram', { spec, positions: some, dtype: 'f32' }, {});
  const made = await verified(inner, { spec, positions, dtype: 'f32' });
  if (!made) await ofModule(partOf(positions, 0, Math.min(count, 1))); // the module reports invalid arguments
  let whole: ReturnType<typeof ofModule> | undefined;
  return {
    rows: count,
    cols: count,
    what: 'the Gram matrix',
    verified: made,
    async part(first, rows) {
      whole ??= ofModule(positions);
      return (await whole).data.subarray(first * count, (first + rows) * count);
    },
  };
}

const shape = ({ count }: RawPositions) =>
  ({ rows: count, cols: count, purpose: { field: 'positions', what: 'the Gram matrix' } }) as const;

async function ofProfile(inner: Backend, request: OnPositions): Promise<VerifiedProgram | undefined> {
  const profile = await profileOf(inner, request);
  if (!profile) return undefined;
  const n = profile.length;
  const both = bothWays(profile);
  return {
    program: toeplitzProgram(both, 1, n, n),
    ...shape(request.positions),
    verify: async (row, got) => compare(got, both.subarray(n - 1 - row, 2 * n - 1 - row), () => 0),
  };
}

/** The first row if the Gram matrix is Toeplitz. */
export async function profileOf(inner: Backend, { spec, positions }: OnPositions): Promise<Float64Array | undefined> {
  if (!isEven(positions)) return undefined;
  const profile = await answered(inner.run('gramProfile', { spec, positions }, {}));
  return profile?.length ? profile : undefined;
}

/** Values n-1 … 1, 0, 1 … n-1 of a profile, the input of toeplitzProgram. */
export function bothWays(profile: Float64Array): Float32Array {
  const { length: n } = profile;
  return Float32Array.from({ length: 2 * n - 1 }, (_, i) => profile[Math.abs(i - (n - 1))]!);
}

/** true if a profile is worth requesting; the module decides if the matrix is Toeplitz. */
function isEven(positions: RawPositions): boolean {
  if (!('values' in positions)) return isExactRange(positions);
  const { values, axes } = positions;
  const step = values[1]! - values[0]!;
  return axes === 1 && values.every((value, i) => i === 0 || value - values[i - 1]! === step);
}

async function ofTable(inner: Backend, { spec, positions }: OnPositions): Promise<VerifiedProgram | undefined> {
  const lanes = await waveLanesOf(inner, spec, positions);
  if (!lanes || 4 * lanes.rows * lanes.width > mostTableBytes) return undefined;
  const bound = boundOf(lanes);
  return {
    program: gramProgram(tableProgram(lanes)),
    ...shape(positions),
    async verify(row, got) {
      const columns = someColumns(positions.count);
      // that position before those of the columns, so that the first row of their Gram matrix is compared
      const some = { spec, positions: positionsAt(positions, [row, ...columns]), part: { first: 0, rows: 1 } };
      const { data } = await inner.run('gram', { ...some, dtype: 'f32' }, {});
      compare(numbersAt(got, columns), data.subarray(1), () => bound);
    },
  };
}

/**
 * Largest |GPU - WebAssembly| of an entry for rows a, b. Products and sums in float32 contribute (width +
 * 3)·2^-24·Σ|a||b|. Entries with the lanes' tolerance t contribute t·(Σ|a| + Σ|b|). A sine and a cosine of amplitude r
 * have Σ|a||b| <= r² and Σ|a| <= √2·r.
 */
function boundOf({ words, width, tolerance }: WaveLanes): number {
  const amplitudes = new Float32Array(words.buffer, words.byteOffset, words.length);
  let [squares, sum] = [0, 0];
  for (let i = 0; i < words.length; i += 8) {
    const amplitude = Math.abs(amplitudes[i + 4]!);
    const single = words[i + 5] === singleWave.noChannel || words[i + 6] === singleWave.noChannel;
    squares += amplitude ** 2;
    sum += amplitude * (single ? 1 : Math.SQRT2);
  }
  return (width + 3) * 2 ** -24 * squares + tolerance * (2 * sum + width * tolerance);
}

export const gram: GpuMethod<'gram'> = { verified, deviceMatrix };
