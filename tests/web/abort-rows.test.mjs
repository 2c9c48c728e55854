/**
 * Every row at its largest parameters gives way: a call that makes many numbers has turns of the event loop between its
 * pieces, at which an abort is heard. Turns and numbers are counted, never milliseconds.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { pe } from './support/instance.mjs';
import { largestCalls, largestSpecs } from './support/largest-calls.mjs';
import { encodings } from './support/posenc.mjs';
import { changed, sampled } from './support/random.mjs';

/** Turns before the abort. */
const turnsBefore = 3;
/** A call that ends before the abort has made at most so many numbers, or only one row. */
const mostNumbers = 2 ** 18;

const numbersOf = ({ rows = 1, cols = 1, length = rows * cols }) => ({ rows, numbers: Math.max(length, rows * cols) });

describe('every row at its largest gives way', () => {
  const isNew = ({ id }) => changed(`src/encodings/${id.replaceAll('-', '_')}.`);
  for (const row of sampled('rows that give way', encodings, 6, isNew)) {
    test(row.id, async (t) => {
      let clock = 0; // every piece takes far too long, so the next one is smaller and a turn comes before it
      t.mock.method(performance, 'now', () => (clock += 1000));
      for (const spec of largestSpecs(row)) {
        const shape = await pe.shape(spec).catch(() => undefined);
        if (shape === undefined) continue; // refused
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
            assert.ok(given.code !== undefined && given.code !== 'internal', given.message); // refused
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
      let clock = 0; // far too slow for the work of one head to be due
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
