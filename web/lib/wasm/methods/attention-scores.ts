/** Logits and their terms: whole rows, or some keys of a row that takes long. */
import { allocate } from '../../checks/arrays.js';
import type { Control } from '../../checks/control.js';
import { errorAbout, PosencError } from '../../checks/errors.js';
import { fillPositions, type RawPositions } from '../../checks/positions.js';
import type { ScoresRequest } from '../../methods/attention-scores.js';
import { checkAxes } from '../../requests/shapes.js';
import type { AttentionScores } from '../../types/posenc.js';
import { inputOf, isRawError, type Plan, pacerFor, view } from '../plan.js';
import type { Pieces } from '../pacer.js';
import { checkLengths, headsOf } from '../heads.js';

/** The given positions, or 0 … count - 1 shifted by `start`. */
function positionsOr(plan: Plan, given: RawPositions | undefined, start: number, count: number, field: string) {
  const at = given ?? { start, step: 1, count, axes: 1 as const };
  checkAxes(plan.sizes, at, field);
  return at;
}

/** Maximum count of key elements and positions: the module stores them up to three times, sorted or rotated. */
const mostKeyNumbers = 2 ** 25;

export function* attentionScores(plan: Plan, request: ScoresRequest, control: Control): Pieces<AttentionScores> {
  const { q, k, head = 0 } = request;
  const [nQuery, nKey, dim] = [q.rows, k.rows, q.cols];
  const { first, of: allQueries } = request.part ?? { first: 0, of: nQuery };
  const { axes, heads } = plan.sizes;
  const keysAt = positionsOr(plan, request.keyPositions, 0, nKey, 'options.keyPositions');
  const queriesAt = positionsOr(
    plan,
    request.queryPositions,
    nKey - allQueries + first,
    nQuery,
    'options.queryPositions',
  );
  if (heads > 0) headsOf(plan, head);
  else if (request.head !== undefined) {
    throw errorAbout('bad_argument', 'options.head', 'applies to attention biases, and this encoding has none');
  }
  const names = plan.sizes.terms;
  checkLengths(plan, nQuery, nKey, 8 * names.length);
  const purpose = { field: 'q', what: 'the scores' };
  const terms = names.map((name) => ({ name, data: allocate(Float64Array, nQuery * nKey, purpose) }));
  const data = allocate(Float64Array, nQuery * nKey, purpose);
  const rowNumbers = nKey * (axes + dim);
  if (rowNumbers > mostKeyNumbers) {
    const text = `k must have at most 2^25 numbers with the keys' positions, but ${rowNumbers} were given`;
    throw new PosencError('too_large', 'k', text);
  }
  const total = nQuery * nKey;
  // at least one row, except if keysApart: a logit may then cost milliseconds
  const work = plan.sizes.keysApart ? { cost: 1, firstRows: 1 } : { cost: Math.max(dim, 1), fewestRows: nKey };
  const pacer = pacerFor(plan, control, 8 * names.length, work);
  if (total === 0) plan.call((core) => core.attentionScores(plan.handle, head, allQueries, nKey, 0, dim, 0));
  for (let done = 0; done < total;) {
    const [row, key] = [Math.floor(done / nKey), done % nKey];
    const logits = pacer.next(total - done);
    const rows = key === 0 ? Math.max(Math.floor(logits / nKey), 1) : 1;
    const keys = key === 0 && logits >= nKey ? nKey : Math.min(logits, nKey - key);
    plan.call((core) => {
      const input = inputOf(core, (rows + keys) * (axes + dim));
      const [q0, p0] = [rows * axes, rows * (axes + dim)];
      fillPositions(queriesAt, row, input.subarray(0, q0));
      input.set(q.data.subarray(row * dim, (row + rows) * dim), q0);
      fillPositions(keysAt, key, input.subarray(p0, p0 + keys * axes));
      input.set(k.data.subarray(key * dim, (key + keys) * dim), p0 + keys * axes);
      const block = core.attentionScores(plan.handle, head, allQueries, nKey, keys, dim, rows);
      if (isRawError(block)) return block;
      const scores = view(core, block, rows * names.length * keys, Float64Array);
      for (let i = 0; i < rows; i++) {
        terms.forEach((term, t) => {
          const from = (i * names.length + t) * keys;
          const to = done + i * nKey;
          for (let j = 0; j < keys; j++) {
            const value = scores[from + j]!;
            term.data[to + j] = value;
            data[to + j]! += value;
          }
        });
      }
    });
    done += rows * keys;
    if (pacer.due(done / total)) yield;
  }
  return { data, rows: nQuery, cols: nKey, terms };
}
