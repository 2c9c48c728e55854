/**
 * Every analysis at its worst gives way: aborted at several of its steps it is heard within three turns of the event
 * loop, in process and in a worker. Milliseconds at the largest sizes: `npm run bench -- aborts`.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { analyses, create, modes } from './support/posenc.mjs';
import { changed, sampled } from './support/random.mjs';
import { turnsUntil } from './support/turns.mjs';
import { largestCalls, largestOf } from './support/largest-analyses.mjs';

test('every analysis has its worst inputs', () => {
  assert.deepEqual(new Set(largestOf), new Set(analyses.map(({ id }) => id)));
});

/** Of the largest inputs: the first that is enough, on this machine, for the steps that are waited for. */
const shares = [1 / 100, 1 / 20, 1 / 4];

for (const { mode, options } of modes) {
  describe(`aborted at its worst, ${mode}`, () => {
    let pe;
    before(async () => {
      pe = await create(options);
    });
    after(() => pe.dispose());

    const isNew = (id) => changed(`src/analyses/`) && changed(`/${id.replaceAll('-', '_')}.`);
    for (const id of sampled(`analyses aborted, ${mode}`, [...largestOf], 7, isNew)) {
      test(id, async () => {
        let aborted = 0;
        for (const share of shares) {
          if (aborted > 0) break;
          for (const { shape, spec, inputs } of largestCalls(id, share)) {
            for (const step of [1, 4]) {
              const controller = new AbortController();
              let seen = 0;
              let turns;
              const onProgress = (done) => {
                if (++seen !== step || done === 1) return;
                controller.abort('enough');
                turns = turnsUntil(call);
              };
              const call = pe.analyse(spec, inputs, { signal: controller.signal, onProgress });
              const outcome = await call.then(
                () => 'done',
                (error) => error,
              );
              if (!controller.signal.aborted) continue; // a small share of it has no such step
              aborted++;
              assert.equal(outcome, 'enough', `${shape}: ${outcome.message ?? outcome}`);
              assert.ok((await turns) <= 3, `${shape}: ${await turns} turns late`);
            }
          }
        }
        assert.ok(aborted > 0, 'no call was long enough');
        assert.equal((await pe.table({ encoding: 'sinusoidal', dim: 4 }, 1)).rows, 1);
      });
    }

    test('large inputs and results cross a piece at a time', async () => {
      const controller = new AbortController();
      const table = { data: new Float64Array(2 ** 23).fill(1), rows: 2 ** 11, cols: 2 ** 12 };
      const call = pe.analyse({ analysis: 'induced-kernel' }, { table }, { signal: controller.signal });
      const heard = call.catch((error) => error);
      for (let turn = 0; turn < 3; turn++) await new Promise(setImmediate);
      controller.abort('enough');
      assert.ok((await turnsUntil(heard)) <= 3);
      assert.equal(await heard, 'enough');
    });
  });
}
