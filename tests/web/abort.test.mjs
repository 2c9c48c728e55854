/**
 * Abort and progress: an abort takes effect within a turn or two of the event loop, rejects with signal.reason, and
 * leaves nothing behind. The event loop keeps turning during long work.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { create, allModes, refused, runs } from './support/posenc.mjs';
import { random } from './support/random.mjs';
import { turnsUntil } from './support/turns.mjs';

const spec = { encoding: 'sinusoidal', dim: 512 };
const layers = [{ layer: 'dense' }, { layer: 'relu' }, { layer: 'dense' }];
const long = {
  table: (pe, options) => pe.table(spec, 1_000_000, options),
  'table of fractional positions': (pe, options) =>
    pe.table(spec, { start: 0.1, count: 300_000, step: 0.3 }, { dtype: 'f64', ...options }),
  derivative: (pe, options) => pe.derivative(spec, 300_000, options),
  kernelProfile: (pe, options) => pe.kernelProfile(spec, 1_000_000, options),
  decayBound: (pe, options) => pe.decayBound({ encoding: 'rope', dim: 512 }, 1_000_000, options),
  cosSin: (pe, options) => pe.cosSin({ encoding: 'rope', dim: 128 }, 0, 2_000_000, { dtype: 'bf16', ...options }),
  gram: (pe, options) => pe.gram(spec, { start: 0.5, count: 6000, step: 1.5 }, options),
  analyse: (pe, options) =>
    pe.analyse({ analysis: 'network-kernel', layers }, { x: { spec, positions: 2500 } }, options),
  attentionBias: (pe, options) => pe.attentionBias({ encoding: 'alibi', heads: 31 }, 4096, 4096, options),
  precision: (pe, options) => pe.precision({ encoding: 'rope', dim: 128 }, 1000, options),
};

for (const { mode, options } of allModes) {
  describe(`abort and progress, ${mode}`, () => {
    let pe;
    before(async () => {
      pe = await create(options);
    });
    after(() => pe.dispose());

    const config = { rope_theta: 10000, head_dim: 64, max_position_embeddings: 64 };
    const every = {
      ...long,
      frequencies: (pe, options) => pe.frequencies(spec, options),
      channelGram: (pe, options) => pe.channelGram(spec, 1e9, options),
      rotate: (pe, options) => pe.rotate({ encoding: 'rope', dim: 2 }, [[1, 0]], 1, options),
      report: (pe, options) => pe.report(config, options),
      exportConfig: (pe, options) => pe.exportConfig({ encoding: 'rope', dim: 8 }, options),
      tableBlocks: (pe, options) => pe.tableBlocks(spec, 10, options).next(),
    };
    // the first call of an instance, and of a method whose code or module it loads
    const loading = ['table', 'analyse', 'report', 'exportConfig', 'tableBlocks'];
    for (const [name, call] of Object.entries(every)) {
      test(`${name}: aborted in the same breath as the call`, async () => {
        const fresh = loading.includes(name) ? await create(options) : pe;
        try {
          for (const one of new Set([fresh, pe])) {
            const controller = new AbortController();
            const reason = { why: 'at once' };
            const result = call(one, { signal: controller.signal });
            controller.abort(reason);
            await assert.rejects(result, (thrown) => thrown === reason);
          }
        } finally {
          if (fresh !== pe) fresh.dispose();
        }
      });
    }

    for (const [name, call] of Object.entries(long)) {
      if (name === 'analyse' && mode === 'in process') continue; // runs to its end: abort-analyses.test.mjs
      test(`${name}: aborted on the way`, async () => {
        const controller = new AbortController();
        const reason = { why: 'enough' };
        const thrown = call(pe, { signal: controller.signal }).then(
          () => assert.fail('it was not long enough'),
          (error) => error,
        );
        await sleep(20);
        controller.abort(reason);
        const turns = await turnsUntil(thrown);
        assert.equal(await thrown, reason);
        assert.ok(turns <= 3, `${turns} turns late`);
        assert.equal((await pe.table(spec, 1)).rows, 1);
      });
    }

    test('at random times: heard within three turns of the event loop', async () => {
      const chance = random(`abort, ${mode}`);
      for (let i = 0; i < runs(25); i++) {
        const controller = new AbortController();
        const call = pe.kernelProfile(spec, 1_000_000, { signal: controller.signal });
        const rejected = assert.rejects(call, { name: 'AbortError' });
        await sleep(chance() * 30);
        controller.abort();
        const turns = await turnsUntil(rejected);
        await rejected;
        assert.ok(turns <= 3, `${turns} turns late`);
      }
    });

    test('aborted before: nothing is begun, for every method', async () => {
      const signal = AbortSignal.abort('no');
      const rope = { encoding: 'rope', dim: 4 };
      for (const call of [
        ...Object.values(long).map((f) => () => f(pe, { signal })),
        () => pe.frequencies(rope, { signal }),
        () => pe.rotate(rope, [[1, 2, 3, 4]], 1, { signal }),
        () =>
          pe.importConfig(
            '{"model_type":"llama","hidden_size":64,"num_attention_heads":4,"max_position_embeddings":128}',
            { signal },
          ),
        () =>
          pe.report('{"model_type":"llama","hidden_size":64,"num_attention_heads":4,"max_position_embeddings":128}', {
            signal,
          }),
        () => pe.exportConfig(rope, { signal }),
        () => pe.tableBlocks(rope, 4, { signal }).next(),
        () => create({ ...options, signal }),
      ]) {
        assert.equal(
          await call().then(
            () => assert.fail('not aborted'),
            (error) => error,
          ),
          'no',
        );
      }
    });

    test('blocks: aborted between two and within one', async () => {
      const between = new AbortController();
      const iterator = pe.tableBlocks(spec, 1e9, { signal: between.signal, blockRows: 100 });
      await iterator.next();
      between.abort('between');
      await assert.rejects(iterator.next(), (error) => error === 'between');
      assert.deepEqual(await iterator.next(), { done: true, value: undefined });

      const within = new AbortController();
      setTimeout(() => within.abort('within'), 20);
      await assert.rejects(
        pe.tableBlocks(spec, 1e9, { signal: within.signal, blockRows: 1_000_000 }).next(),
        (error) => error === 'within',
      );
    });

    test('progress rises to 1, at most about 60 times a second', async () => {
      const seen = [];
      const start = performance.now();
      await pe.kernelProfile(spec, 20_000, { onProgress: (fraction) => seen.push(fraction) });
      const frames = (performance.now() - start) / 16;
      assert.equal(seen.at(-1), 1);
      assert.ok(seen.length <= frames + 2, `${seen.length} in ${frames} frames`);
      seen.forEach((fraction, i) => assert.ok(fraction > (seen[i - 1] ?? 0) && fraction <= 1));
      const blocks = [];
      for await (const { firstRow } of pe.tableBlocks(spec, 100_000, {
        onProgress: (fraction) => blocks.push(fraction),
      }))
        assert.ok(firstRow >= 0);
      assert.equal(blocks.at(-1), 1);
    });

    test('what onProgress throws ends the call', async () => {
      const mine = new Error('mine');
      const onProgress = () => {
        throw mine;
      };
      const error = await refused(
        pe.kernelProfile(spec, 1_000_000, { onProgress }),
        'bad_argument',
        'options.onProgress',
      );
      assert.equal(error.cause, mine);
      await refused(
        pe.tableBlocks(spec, 1e9, { onProgress, blockRows: 1_000_000 }).next(),
        'bad_argument',
        'options.onProgress',
      );
      assert.equal((await pe.table(spec, 1)).rows, 1);
    });

    test('the event loop turns during long work', async () => {
      const turns = await turnsUntil(pe.kernelProfile(spec, 50_000));
      assert.ok(turns >= 5, `${turns} turns`); // ten times as many on a fast machine
    });
  });
}
