/**
 * Every row with its largest legal parameters, and the largest sizes of a call: it answers, refuses, or is aborted, and
 * the next call is answered, by this worker or the one that replaces it.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { checkedError, encodings } from './support/posenc.mjs';
import { killable } from './support/pool.mjs';

const given = { dim: 64, heads: 8 };
const required = ({ params }) =>
  Object.fromEntries(params.filter((param) => param.required).map(({ name }) => [name, given[name]]));
const sizes = ({ params }) => params.filter(({ kind, max }) => kind === 'integer' && max < 2 ** 31);

/** Each size at its largest beside the defaults, and all of them. */
function* specsOf(row) {
  const base = { encoding: row.id, ...required(row) };
  for (const { name, max } of sizes(row)) yield { ...base, [name]: max };
  yield { ...base, ...Object.fromEntries(sizes(row).map(({ name, max }) => [name, max])) };
}

/** As many keys as make a million numbers. */
const keys = (dim) => Math.min(2000, Math.floor(2 ** 20 / (dim || 4)));
const zeros = (rows, cols) => ({ data: new Float64Array(rows * cols), rows, cols });
const refusals = [
  'too_large',
  'out_of_memory',
  'bad_param',
  'missing_param',
  'bad_shape',
  'bad_positions',
  'bad_argument',
  'not_defined',
];

/** Calls that take long: rows of the largest width, many pairs of positions. */
const calls = {
  facts: (pe, spec, shape, options) => pe.facts(spec, options),
  table: (pe, spec, { axes }, options) => pe.table(spec, zeros(200, axes), options),
  gram: (pe, spec, { axes }, options) => pe.gram(spec, zeros(200, axes), options),
  rotate: (pe, spec, { axes, headDim }, options) => pe.rotate(spec, zeros(100, headDim), zeros(100, axes), options),
  attentionBias: (pe, spec, { cells }, options) => pe.attentionBias(spec, cells || 500, cells || 20_000, options),
  biasVector: (pe, spec, { cells }, options) => pe.biasVector(spec, cells || 20_000, cells || 20_000, options),
  relativeMap: (pe, spec, { cells }, options) => pe.relativeMap(spec, cells || 500, cells || 20_000, options),
  attentionScores: (pe, spec, { cells, scoreDim }, options) =>
    pe.attentionScores(spec, zeros(cells || 4, scoreDim || 4), zeros(cells || keys(scoreDim), scoreDim || 4), options),
};

describe('every row at its largest', () => {
  let pool;
  before(async () => {
    pool = await killable(1);
  });
  after(() => pool.client.dispose());

  /** What the call gives, the code of its refusal, or undefined for one that was aborted. */
  async function outcome(call) {
    const abort = new AbortController();
    const running = call({ signal: abort.signal });
    const timer = setTimeout(() => abort.abort(), 5);
    try {
      return await running;
    } catch (error) {
      if (error === abort.signal.reason) return undefined;
      const { code } = checkedError(error);
      assert.ok(refusals.includes(code), error.message);
      return code;
    } finally {
      clearTimeout(timer);
    }
  }

  for (const row of encodings) {
    test(row.id, async () => {
      const { pe } = pool;
      for (const spec of specsOf(row)) {
        let shape = await outcome((options) => pe.shape(spec, options));
        if (shape === undefined) shape = await pe.shape(spec).catch(({ code }) => code);
        if (typeof shape === 'string') continue;
        for (const [method, call] of Object.entries(calls)) {
          if (!row.stages.includes(method)) continue;
          await outcome((options) => call(pe, spec, shape, options));
          assert.equal((await pe.frequencies({ encoding: 'sinusoidal', dim: 4 })).length, 2);
        }
      }
    });
  }
});
