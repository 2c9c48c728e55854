/** Logits and their terms. */
import { controlOf, readOptions, wholeOption } from '../checks/options.js';
import { checkPositions, partOf, type RawPositions } from '../checks/positions.js';
import { readRows } from '../checks/rows.js';
import type { OnSpec } from '../requests/requests.js';
import type { AttentionScores, Matrix } from '../types/posenc.js';
import type { Method } from './method.js';
import { rowsOf, wave } from './split.js';

export interface ScoresRequest extends OnSpec {
  /** If q is a part of the queries: its first row and the total number of queries. */
  readonly part?: { readonly first: number; readonly of: number };
  readonly q: Matrix<Float64Array>;
  readonly k: Matrix<Float64Array>;
  /** Default: keys at 0 … nKey - 1, the last query at the last key. */
  readonly queryPositions: RawPositions | undefined;
  readonly keyPositions: RawPositions | undefined;
  /** Head of a bias; undefined means the first. */
  readonly head: number | undefined;
}

export const attentionScores: Method<ScoresRequest, AttentionScores> = {
  takes: ['q', 'k'],
  matrix: true,
  read(spec, q, k, options) {
    const entries = readOptions(options, ['queryPositions', 'keyPositions', 'head']);
    const raw = spec('attentionScores');
    const positionsOf = (name: string): RawPositions | undefined =>
      entries.has(name) ? checkPositions(entries.get(name), `options.${name}`) : undefined;
    const [queryPositions, keyPositions] = [positionsOf('queryPositions'), positionsOf('keyPositions')];
    const rows = (at: RawPositions | undefined, name: string) => at && { count: at.count, of: name };
    const queries = readRows(q, { field: 'q', rows: rows(queryPositions, 'queryPositions') });
    const keys = readRows(k, { field: 'k', rows: rows(keyPositions, 'keyPositions'), cols: queries.cols });
    const head = wholeOption(entries, 'head', 0);
    return {
      request: { spec: raw, q: queries, k: keys, queryPositions, keyPositions, head },
      control: controlOf(entries),
    };
  },
  split: {
    rows: ({ q }) => q.rows,
    cost: ({ q, k }, { terms }) => ({
      bytes: 8 * k.rows,
      nanoseconds: k.rows * q.cols * wave * Math.max(terms.length, 1),
    }),
    part: (request, part) => ({
      ...request,
      q: rowsOf(request.q, part),
      queryPositions: request.queryPositions && partOf(request.queryPositions, part.first, part.rows),
      part: { first: part.first, of: request.q.rows },
    }),
    arrays: ({ data, terms }) => [data, ...terms.map((term) => term.data)],
    whole: ([data, ...terms], any, { q }) => ({
      data: data as Float64Array,
      rows: q.rows,
      cols: any.cols,
      terms: any.terms.map(({ name }, i) => ({ name, data: terms[i] as Float64Array })),
    }),
  },
};
