/**
 * Attention biases: Toeplitz rows from their generating vector, others pair by pair. Chunks start small, because costs
 * per value vary by a factor of a million between encodings.
 */
import type { Floats } from '../../checks/arrays.js';
import type { Control } from '../../checks/control.js';
import { mostKeptBias } from '../../generated/limits.js';
import type { BiasRequest } from '../../methods/attention-bias.js';
import type { Matrix } from '../../types/posenc.js';
import { isRawError, type Plan, pacerFor, view } from '../plan.js';
import { detached, outputFor } from '../output.js';
import type { Pacer, Pieces } from '../pacer.js';
import { fillVector, numberPacer } from './bias-vector.js';
import { checkLengths, headsOf } from '../heads.js';

export function* attentionBias(plan: Plan, request: BiasRequest, control: Control): Pieces<Matrix<Float32Array>> {
  const { nQuery, nKey, part } = request;
  const { first, count } = headsOf(plan, request.head);
  const shape = { rows: part ? part.rows : count * nQuery, cols: nKey };
  const purpose = { field: 'nQuery', what: 'the bias' };
  const data = outputFor(request, control, Float32Array, shape.rows, shape.cols, purpose);
  const { length } = data;
  checkLengths(plan, nQuery, nKey, 4);
  // the module reports invalid arguments, also for zero rows
  plan.call((core) => core.attentionBias(plan.handle, first, nQuery, nKey, 0, 0));
  const total = length === 0 ? 0 : length / nKey;
  const makeRows = plan.sizes.toeplitz ? toeplitzRows : pairRows;
  // for all heads, because a single one may have too few rows to yield
  const numbers = numberPacer(plan, control);
  const copies = pacerFor(plan, control, 4 * nKey, { cost: nKey });
  const put = (from: Floats, at: number): void => {
    if (data.length !== length) throw detached();
    data.set(from, at);
  };
  for (let done = 0; done < total;) {
    const at = (part?.first ?? 0) + done; // index among the rows of all heads, stacked
    const [head, row] = [first + Math.floor(at / nQuery), at % nQuery];
    const rows = Math.min(nQuery - row, total - done);
    const at0 = done * nKey;
    const before = done;
    const fraction = (some: number): number => (before + some) / total;
    const bias = { head, nQuery, nKey, row, rows, fraction };
    yield* makeRows(plan, bias, (from, to) => put(from, at0 + to), numbers, copies);
    done += rows;
  }
  return { data, ...shape };
}

/** Rows row, row + 1, … of one head. */
interface BiasRows {
  readonly head: number;
  readonly nQuery: number;
  readonly nKey: number;
  readonly row: number;
  readonly rows: number;
  /** Fraction of the whole work that is done after this many rows. */
  readonly fraction: (rows: number) => number;
}
type Put = (numbers: Floats, at: number) => void;

const vectors = new WeakMap<Plan, { key: string; vector: Float32Array }>();

/** Every row of a Toeplitz matrix is a slice of one vector. */
function* toeplitzRows(plan: Plan, bias: BiasRows, put: Put, numbers: Pacer, copies: Pacer): Pieces<void> {
  const { head, nQuery, nKey, row, rows, fraction } = bias;
  const whole = nQuery + nKey <= mostKeptBias;
  const most = whole ? rows : Math.max(4 * nKey, mostKeptBias);
  for (let done = 0; done < rows;) {
    const end = Math.min(rows, done + most);
    const first = whole ? 0 : nQuery - row - end;
    const before = fraction(done);
    const progress = (): number => before; // the vector is a small part of the work
    const vector = whole ? yield* keptFor(plan, bias, numbers, progress) : new Float32Array(end - done + nKey - 1);
    if (!whole) yield* fillVector(plan, head, nQuery, nKey, first, vector, numbers, progress);
    while (done < end) {
      for (const last = done + copies.next(end - done); done < last; done++) {
        const from = nQuery - 1 - row - done - first;
        put(vector.subarray(from, from + nKey), done * nKey);
      }
      if (copies.due(fraction(done))) yield;
    }
  }
}

function* keptFor(
  plan: Plan,
  { head, nQuery, nKey }: BiasRows,
  numbers: Pacer,
  progress: () => number,
): Pieces<Float32Array> {
  const key = `${head} ${nQuery} ${nKey}`;
  const kept = vectors.get(plan);
  if (kept?.key === key) return kept.vector;
  const vector = new Float32Array(nQuery + nKey - 1);
  yield* fillVector(plan, head, nQuery, nKey, 0, vector, numbers, progress);
  vectors.set(plan, { key, vector });
  return vector;
}

/** Whole rows, or some keys of a row that takes long. */
function* pairRows(plan: Plan, bias: BiasRows, put: Put, pacer: Pacer): Pieces<void> {
  const { head, nQuery, nKey, row, rows, fraction } = bias;
  const total = rows * nKey;
  for (let done = 0; done < total;) {
    const [r, key] = [row + Math.floor(done / nKey), done % nKey];
    const numbers = pacer.next(total - done);
    const whole = key === 0 ? Math.floor(numbers / nKey) : 0;
    const piece = whole > 0 ? whole * nKey : Math.min(numbers, nKey - key);
    plan.call((core) => {
      const block =
        whole > 0
          ? core.attentionBias(plan.handle, head, nQuery, nKey, r, whole)
          : core.biasKeys(plan.handle, head, nQuery, nKey, r, key, piece);
      if (isRawError(block)) return block;
      put(view(core, block, piece, Float32Array), done);
    });
    done += piece;
    if (pacer.due(fraction(done / nKey))) yield;
  }
}
