/** Vectors that generate Toeplitz biases. */
import { allocate } from '../../checks/arrays.js';
import type { Control } from '../../checks/control.js';
import type { BiasRequest } from '../../methods/attention-bias.js';
import type { Matrix } from '../../types/posenc.js';
import { cachedBytes, isRawError, type Plan, pacerFor, view } from '../plan.js';
import type { Pacer, Pieces } from '../pacer.js';
import { checkLengths, headsOf } from '../heads.js';

/** Distances of one head before the next head. */
const distances = 1024;

export function* biasVector(plan: Plan, request: BiasRequest, control: Control): Pieces<Matrix<Float32Array>> {
  const { nQuery, nKey, head } = request;
  const { first, count } = headsOf(plan, head);
  const cols = Math.max(nQuery + nKey - 1, 0);
  checkLengths(plan, nQuery, cols, 4);
  const data = allocate(Float32Array, count * cols, { field: 'nQuery', what: 'the vectors' });
  plan.call((core) => core.biasVector(plan.handle, first, nQuery, nKey, 0, 0));
  const pacer = numberPacer(plan, control);
  // some distances of all heads before the next ones: a network is evaluated once per distance (dynamic_bias.hpp)
  for (let col = 0; col < cols; col += distances) {
    const width = Math.min(distances, cols - col);
    for (let h = 0; h < count; h++) {
      const before = count * col + h * width;
      const vector = data.subarray(h * cols + col, h * cols + col + width);
      const fraction = (done: number): number => (before + done) / (count * cols);
      yield* fillVector(plan, first + h, nQuery, nKey, col, vector, pacer, fraction);
    }
  }
  return { data, rows: count, cols };
}

/** For values that may cost milliseconds. Shared by all heads, because a short vector would never yield. */
export const numberPacer = (plan: Plan, control: Control): Pacer =>
  pacerFor(plan, control, 4, { cost: 1, firstRows: 1 }, cachedBytes);

/** Elements first, first + 1, … of a generating vector. `fraction` is the fraction of the whole work after a count. */
export function* fillVector(
  plan: Plan,
  head: number,
  nQuery: number,
  nKey: number,
  first: number,
  vector: Float32Array,
  pacer: Pacer,
  fraction: (done: number) => number,
): Pieces<void> {
  const { length } = vector;
  for (let done = 0; done < length;) {
    const piece = pacer.next(length - done);
    plan.call((core) => {
      const block = core.biasVector(plan.handle, head, nQuery, nKey, first + done, piece);
      if (isRawError(block)) return block;
      vector.set(view(core, block, piece, Float32Array), done);
    });
    done += piece;
    if (pacer.due(fraction(done))) yield;
  }
}
