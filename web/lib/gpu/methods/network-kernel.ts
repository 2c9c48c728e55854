/**
 * NNGP and NTK of an infinitely wide network for all pairs of positions. For evenly spaced integers they come from the
 * module's profile. Otherwise, if the inputs have one norm, the kernel is a function of the angle between two inputs.
 * The module samples it in float64 through all layers, and the GPU interpolates at the angles of its table.
 */
import type { Backend } from '../../methods/calls.js';
import type { NetworkKernelRequest } from '../../methods/network-kernel.js';
import type { NetworkKernelResult } from '../../generated/analyses.js';
import { partOf, type RawPositions } from '../../checks/positions.js';
import type { RawInput } from '../../requests/analysis-input.js';
import { type AngleSamples, sampleAngles } from '../angle-samples.js';
import { compare } from '../compare.js';
import { ofAngleProgram } from '../programs/of-angle.js';
import { tableProgram } from '../programs/table.js';
import { toeplitzProgram } from '../programs/toeplitz.js';
import { type WaveLanes, waveLanesOf } from '../wave-lanes.js';
import { bothWays, mostPositions, mostTableBytes, profileOf } from './gram.js';
import { answered, type GpuMethod, type DeviceMatrix, type VerifiedProgram } from '../method.js';
import { numbersAt, positionsAt, someColumns } from '../some-of-row.js';

const purpose = { field: 'positions', what: 'the kernel' } as const;

async function deviceMatrix(inner: Backend, request: NetworkKernelRequest): Promise<DeviceMatrix> {
  const { count } = request.positions;
  const shape = { rows: count, cols: count, what: purpose.what };
  if (count > 0 && count <= mostPositions) {
    const profile = await profileOfKernel(inner, request);
    if (profile) {
      const both = bothWays(profile);
      const row = (i: number): Float32Array => both.subarray(count - 1 - i, 2 * count - 1 - i);
      return {
        ...shape,
        verified: {
          program: toeplitzProgram(both, 1, count, count),
          ...shape,
          purpose,
          verify: async (i, got) => compare(got, row(i), () => 0),
        },
        async part(first, rows) {
          const data = new Float32Array(rows * count);
          for (let i = 0; i < rows; i++) data.set(row(first + i), i * count);
          return data;
        },
      };
    }
  }
  const verified = count > 0 && count <= mostPositions ? await ofAngles(inner, request) : undefined;
  if (!verified) await ofModule(inner, request, partOf(request.positions, 0, Math.min(count, 1))); // reports errors
  let whole: Promise<Float64Array> | undefined;
  return {
    ...shape,
    verified,
    async part(first, rows) {
      whole ??= ofModule(inner, request, request.positions);
      return Float32Array.from((await whole).subarray(first * count, (first + rows) * count));
    },
  };
}

async function profileOfKernel(inner: Backend, request: NetworkKernelRequest): Promise<Float64Array | undefined> {
  const profile = await profileOf(inner, request);
  if (!profile) return undefined;
  const { width } = await inner.run('shape', { spec: request.spec }, {});
  return answered(ofInnerProducts(inner, request, profile, width));
}

async function ofAngles(inner: Backend, request: NetworkKernelRequest): Promise<VerifiedProgram | undefined> {
  const { spec, positions } = request;
  const lanes = await waveLanesOf(inner, spec, positions);
  if (!lanes || 4 * lanes.rows * lanes.width > mostTableBytes) return undefined;
  // k(0), the common squared norm of all rows if k is a function of the offset
  const origin: RawPositions = { values: Float64Array.of(0), count: 1, axes: 1 };
  const norm = (await answered(inner.run('kernelProfile', { spec, positions: origin }, {})))?.[0];
  if (!norm) return undefined;
  const samples = await sampleAngles((cosines) =>
    answered(
      ofInnerProducts(
        inner,
        request,
        cosines.map((cosine) => cosine * norm),
        lanes.width,
      ),
    ),
  );
  if (!samples) return undefined;
  const bound = boundOf(lanes, norm, samples);
  return {
    program: ofAngleProgram(tableProgram(lanes), norm, samples),
    rows: positions.count,
    cols: positions.count,
    purpose,
    async verify(row, got) {
      const columns = someColumns(positions.count);
      const expected = await ofModule(inner, request, positionsAt(positions, [row]), positionsAt(positions, columns));
      compare(numbersAt(got, columns), Float32Array.from(expected), () => bound);
    },
  };
}

/**
 * Largest |GPU - WebAssembly| of an entry. √w values with the lanes' tolerance t move |a - b| / 2R by √w·t/R, and its
 * float32 sum by (w + 8)·2^-25. |a + b| / 2R has 3.2 times that (of-angle.ts). Multiplied by the kernel's slope, plus
 * the roundings of the samples and the cubic.
 */
function boundOf({ width, tolerance }: WaveLanes, norm: number, { slope, largest }: AngleSamples): number {
  const off = Math.sqrt(width / norm) * tolerance + (width + 8) * 2 ** -25;
  return 3.2 * off * slope + 2 ** -21 * largest;
}

/** The kernel of inputs with these inner products; the first is that of an input with itself. */
async function ofInnerProducts(
  inner: Backend,
  { analysis, kernel }: NetworkKernelRequest,
  products: Float64Array,
  dim: number,
): Promise<Float64Array> {
  const withDim = { ...analysis, numbers: { ...analysis.numbers, inputDim: dim } };
  const profile = { data: products, rows: products.length, cols: 1 };
  return analysed(inner, { analysis: withDim, kernel }, { profile });
}

async function ofModule(
  inner: Backend,
  request: NetworkKernelRequest,
  positions: RawPositions,
  others?: RawPositions,
): Promise<Float64Array> {
  const table = (at: RawPositions) => ({ spec: request.spec, positions: at, form: 'table', head: undefined }) as const;
  return analysed(inner, request, { x: table(positions), ...(others && { other: table(others) }) });
}

async function analysed(
  inner: Backend,
  { analysis, kernel }: Pick<NetworkKernelRequest, 'analysis' | 'kernel'>,
  inputs: Readonly<Record<string, RawInput>>,
): Promise<Float64Array> {
  const kinds = { nngp: 'matrix', ntk: 'matrix', leftOut: 'scalar' } as const;
  const made = (await inner.run('analyse', { analysis, inputs, kinds }, {})) as NetworkKernelResult;
  return made[kernel].data;
}

export const networkKernel: GpuMethod<'networkKernel'> = { deviceMatrix };
