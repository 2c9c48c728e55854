/**
 * Rotary embedding of float32 queries or keys.
 */
import type { Backend } from '../../methods/calls.js';
import type { RotateOnGpuRequest, RotateRequest } from '../../methods/rotate.js';
import type { OnPositions } from '../../requests/requests.js';
import { PosencError } from '../../checks/errors.js';
import { fillPositions, partOf, type RawPositions } from '../../checks/positions.js';
import { checkFinite } from '../../checks/rows.js';
import { checkAxes } from '../../requests/shapes.js';
import { compare } from '../compare.js';
import { rotateProgram } from '../programs/rotate.js';
import { waveLanesOf } from '../wave-lanes.js';
import type { GpuMethod, DeviceMatrix, VerifiedProgram } from '../method.js';

/** Tolerance over |x1| + |x2| of the pair, in units of a wave's: two products and a sum are also rounded. */
const perPair = 2;
/** A GPU may flush values below 2^-126 to 0: x1, x2, two products and a sum. */
const vanishing = 2 ** -124;
/** Above it float32 may overflow in an intermediate value. */
const mostCompared = 2 ** 125;

type Rotation = OnPositions & { readonly side: 0 | 1 | 2 };

async function verified(inner: Backend, request: RotateRequest): Promise<VerifiedProgram | undefined> {
  const { dtype, x } = request;
  if (dtype !== 'f32' || !(x.data instanceof Float32Array) || x.rows !== request.positions.count) return undefined;
  const { data, rows, cols } = x as { data: Float32Array; rows: number; cols: number };
  if (request.check) checkFinite(data, 'x.data');
  const made = await verifiedFor(inner, request, data, rows, cols);
  return (
    made && {
      ...made,
      verify: (row, got) => made.verify(row, got, data.slice(row * cols, (row + 1) * cols)),
    }
  );
}

async function deviceMatrix(inner: Backend, request: RotateOnGpuRequest): Promise<DeviceMatrix> {
  const { spec, positions, x } = request;
  const shape = await inner.run('shape', { spec }, {});
  checkAxes(shape, positions);
  checkShape(request, shape.headDim);
  const { rows, cols } = x;
  const buffer = x.buffer as GPUBuffer;
  return {
    rows,
    cols: shape.rotatedWidth,
    what: 'the result',
    field: 'x',
    verified: await verifiedFor(inner, request, buffer, rows, cols),
    source: { buffer, width: cols, field: 'x.buffer' },
    part: (first, count, given) => rotated(inner, request, first, given!, count, cols),
  };
}

function checkShape({ x, positions: { count } }: RotateOnGpuRequest, headDim: number): void {
  const { rows, cols } = x;
  if (cols === headDim && (count === 0 ? rows === 0 : rows % count === 0)) return;
  const text = `x must have dim = ${headDim} columns and as many rows as there are positions, ${count}, or a multiple of it`;
  throw new PosencError('bad_shape', 'x', `${text}, but it is ${rows} x ${cols}`);
}

/** Row i uses position i modulo their number; `verify` needs the row of x. */
async function verifiedFor(
  inner: Backend,
  request: Rotation,
  x: Float32Array | GPUBuffer,
  rows: number,
  cols: number,
): Promise<VerifiedProgram | undefined> {
  if (request.side === 2) return undefined; // the shader rotates forwards only
  const lanes = await waveLanesOf(inner, request.spec, request.positions);
  if (!lanes || lanes.rotated !== cols) return undefined;
  const partner = partners(lanes.words, cols);
  if (!partner) return undefined;
  return {
    program: rotateProgram(lanes, x, rows, cols),
    rows,
    cols,
    purpose: { field: 'positions', what: 'the result' },
    async verify(row, got, given) {
      const expected = await rotated(inner, request, row, given as Float32Array, 1, cols);
      const sizes = Float64Array.from(given!, (value, i) => Math.abs(value) + Math.abs(given![partner[i]!]!));
      sizes.forEach((size, i) => {
        if (!(size < mostCompared)) expected[i] = got[i]!;
      });
      compare(got, expected, (i) => perPair * lanes.tolerance * sizes[i]! + vanishing);
    },
  };
}

/** Rows first, first + 1, … computed by the module. */
async function rotated(
  inner: Backend,
  { spec, positions, side }: Rotation,
  first: number,
  data: Float32Array,
  rows: number,
  cols: number,
): Promise<Float32Array> {
  const x = { data, rows, cols };
  const request = { spec, positions: repeated(positions, first, rows), side, dtype: 'f32', x } as const;
  return (await inner.run('rotate', request, {})).data as Float32Array;
}

/** Positions first, first + 1, … modulo their number. */
function repeated(positions: RawPositions, first: number, rows: number): RawPositions {
  const { count, axes } = positions;
  const start = first % count;
  if (start + rows <= count) return partOf(positions, start, rows);
  const values = new Float64Array(rows * axes);
  for (let row = 0; row < rows;) {
    const at = (first + row) % count;
    const some = Math.min(count - at, rows - row);
    fillPositions(positions, at, values.subarray(row * axes, (row + some) * axes));
    row += some;
  }
  return { values, count: rows, axes };
}

/** The paired channel of each channel, or itself if it is copied; undefined if a lane is not a pair. */
function partners(words: Uint32Array, width: number): Uint32Array | undefined {
  const partner = Uint32Array.from({ length: width }, (_, i) => i);
  for (let i = 0; i < words.length; i += 8) {
    const [sine, cosine] = [words[i + 5]!, words[i + 6]!];
    if (sine >= width || cosine >= width) return undefined;
    [partner[sine], partner[cosine]] = [cosine, sine];
  }
  return partner;
}

export const rotate: GpuMethod<'rotate'> = { verified, deviceMatrix };
