/**
 * Every row yields at its largest parameters: a call that makes many numbers lets the event loop turn between its
 * pieces, and notices an abort then. The tests count turns and numbers, never milliseconds.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { pe } from './support/instance.mjs';
import { largestCalls, largestSpecs } from './support/largest-calls.mjs';
import { encodings } from './support/posenc.mjs';
import { changed, sampled } from './support/random.mjs';

/** Turns of the event loop before the abort. */
const turnsBefore = 3;
/** A call that ends before the abort has made at most this many numbers, or only one row. */
const mostNumbers = 2 ** 18;

const numbersOf = ({ rows = 1, cols = 1, length = rows * cols }) => ({ rows, numbers: Math.max(length, rows * cols) });

describe('every row at its largest gives way', () => {
  const isNew = ({ id }) => changed(`src/encodings/${id.replaceAll('-', '_')}.`);
  for (const row of sampled('rows that give way', encodings, 6, isNew)) {
    test(row.id, async (t) => {
      let clock = 0; // every piece seems far too slow, so the next one is smaller, after a turn
      t.mock.method(performance, 'now', () => (clock += 1000));
      for (const spec of largestSpecs(row)) {
        const shape = await pe.shape(spec).catch(() => undefined);
        if (shape === undefined) continue; // rejected
        for (const [method, call] of Object.entries(largestCalls)) {
          if (!row.stages.includes(method) || method === 'facts') continue;
          const abort = new AbortController();
          let going = true;
          const ended = call(pe, spec, shape, { signal: abort.signal }).catch((error) => error);
          void ended.then(() => (going = false));
          for (let turns = 0; going; turns++) {
            if (turns === turnsBefore) abort.abort();
            await new Promise(setImmediate);
          }
          const given = await ended;
          if (given === abort.signal.reason) continue;
          if (given instanceof Error) {
            assert.ok(given.code !== undefined && given.code !== 'internal', given.message); // rejected
            continue;
          }
          const { rows, numbers } = numbersOf(given.data ?? given);
          assert.ok(
            rows === 1 || numbers <= mostNumbers,
            `${method} ${JSON.stringify(spec)}: ${numbers} numbers within ${turnsBefore} turns`,
          );
        }
      }
    });
  }

  for (const [name, call] of Object.entries({
    biasVector: (spec) => pe.biasVector(spec, 1, 1024),
    'attentionBias of a vector': (spec) => pe.attentionBias(spec, 1, 1024),
  })) {
    test(`${name}: many heads with little work each give the event loop its turns`, async (t) => {
      let clock = 0; // too slow for the work of even one head
      t.mock.method(performance, 'now', () => (clock += 1 / 100));
      let going = true;
      const ended = call({ encoding: 'forgetting', heads: 4096 }).finally(() => (going = false));
      let turns = 0;
      for (; going; turns++) await new Promise(setImmediate);
      await ended;
      assert.ok(turns >= 5, `${turns} turns`);
    });
  }
});
