/**
 * Every row with its largest legal parameters, and the largest calls: each returns, throws, or is aborted, and the next
 * call succeeds, in this worker or its replacement.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { largestCalls, largestSpecs } from './support/largest-calls.mjs';
import { checkedError, encodings } from './support/posenc.mjs';
import { killablePool } from './support/pool.mjs';
import { changed, sampled } from './support/random.mjs';

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

describe('every row at its largest', () => {
  let pool;
  before(async () => {
    pool = await killablePool(1);
  });
  after(() => pool.client.dispose());

  /** The result of the call, the code of its error, or undefined if it was aborted. */
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

  const isNew = ({ id }) => changed(`src/encodings/${id.replaceAll('-', '_')}.`);
  for (const row of sampled('rows at their largest', encodings, 16, isNew)) {
    test(row.id, async () => {
      const { pe } = pool;
      for (const spec of largestSpecs(row)) {
        let shape = await outcome((options) => pe.shape(spec, options));
        if (shape === undefined) shape = await pe.shape(spec).catch(({ code }) => code);
        if (typeof shape === 'string') continue;
        for (const [method, call] of Object.entries(largestCalls)) {
          if (!row.stages.includes(method)) continue;
          await outcome((options) => call(pe, spec, shape, options));
          assert.equal((await pe.frequencies({ encoding: 'sinusoidal', dim: 4 })).length, 2);
        }
      }
    });
  }
});
