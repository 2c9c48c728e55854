/**
 * Rotary embedding of float32 queries or keys.
 */
import type { Backend, RotateRequest } from '../../calls.js';
import { partOf } from '../../positions.js';
import { compare } from '../compare.js';
import { rotateKernel } from '../kernels/rotate.js';
import { lanesOf } from '../lanes.js';
import type { Plan } from './plan.js';

/** Of |x1| + |x2| of the pair, times the lanes' tolerance over that of a wave: two products and a sum are rounded, too. */
const perPair = 2;

export async function rotatePlan(inner: Backend, request: RotateRequest): Promise<Plan | undefined> {
  const { spec, positions, side, dtype, x } = request;
  if (dtype !== 'f32' || !(x.data instanceof Float32Array) || x.rows !== positions.count) return undefined;
  const lanes = await lanesOf(inner, spec, positions);
  if (!lanes || lanes.rotated !== x.cols) return undefined;
  const partner = partners(lanes.words, x.cols);
  if (!partner) return undefined;
  const vector = (row: number) => x.data.slice(row * x.cols, (row + 1) * x.cols) as Float32Array;
  return {
    kernel: rotateKernel(lanes, x.data, x.cols),
    rows: x.rows,
    cols: x.cols,
    purpose: { field: 'positions', what: 'the result' },
    async verify(row, got) {
      const given = vector(row);
      const one = {
        spec,
        positions: partOf(positions, row, 1),
        side,
        dtype,
        x: { data: given, rows: 1, cols: x.cols },
      };
      const { data } = await inner.run('rotate', one, {});
      const bound = (i: number): number =>
        perPair * lanes.tolerance * (Math.abs(given[i]!) + Math.abs(given[partner[i]!]!));
      compare(got, data, bound);
    },
  };
}

/** The other channel of the pair of each, or itself where it is copied; undefined where a lane is no pair. */
function partners(words: Uint32Array, width: number): Uint32Array | undefined {
  const partner = Uint32Array.from({ length: width }, (_, i) => i);
  for (let i = 0; i < words.length; i += 8) {
    const [sine, cosine] = [words[i + 5]!, words[i + 6]!];
    if (sine >= width || cosine >= width) return undefined;
    [partner[sine], partner[cosine]] = [cosine, sine];
  }
  return partner;
}
