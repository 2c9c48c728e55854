/** The engine over the raw module: its start, leaks of plans, views of the module's memory, and pieces of any size. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { apiOf } from '../../dist/lib/api.js';
import { Engine } from '../../dist/lib/wasm/engine.js';
import { mostKept } from '../../dist/lib/wasm/plans.js';
import { refused, runs } from './support/posenc.mjs';
import { sinusoidal, rope, calls, analyseNumbers, real, tampered, liveHandles, beside } from './support/tampered.mjs';

describe('the start of the analyses', () => {
  /** An API whose analysis module arrives when `open` is called; `starts` contains the signal of each start. */
  function held() {
    const starts = [];
    let open;
    const gate = new Promise((resolve) => (open = resolve));
    const pe = apiOf(
      new Engine({
        core: real.core,
        analysis: (signal) => {
          starts.push(signal);
          return gate.then(() => real.analysis());
        },
      }),
    );
    return { pe, starts, open };
  }

  test('only an analysis asks for it, and all of them share one', async () => {
    const { pe, starts, open } = held();
    for (const [name, call] of Object.entries(calls)) if (!name.startsWith('analyse')) await call(pe);
    assert.equal(starts.length, 0);
    const both = [analyseNumbers(pe), calls.analyse(pe)];
    open();
    for (const result of await Promise.all(both)) assert.ok(result);
    await analyseNumbers(pe);
    assert.equal(starts.length, 1);
  });

  test('an abort ends the waiting at once, for that caller only; the last one ends the start', async () => {
    const { pe, starts, open } = held();
    const [one, two] = [new AbortController(), new AbortController()];
    const outcomes = [one, two].map(({ signal }) => analyseNumbers(pe, { signal }).catch((thrown) => thrown));
    await sleep(5);
    one.abort('first');
    assert.equal(await outcomes[0], 'first');
    assert.deepEqual([starts.length, starts[0].aborted], [1, false]);
    two.abort('second');
    assert.equal(await outcomes[1], 'second');
    assert.equal(starts[0].aborted, true);
    const next = analyseNumbers(pe);
    open();
    assert.ok(await next);
    assert.equal(starts.length, 2);
  });

  test('dispose during it', async () => {
    const { pe, starts } = held();
    const call = analyseNumbers(pe);
    await sleep(5);
    pe.dispose();
    await refused(call, 'disposed', '');
    assert.equal(starts[0].aborted, true);
  });

  test('a spec that is refused while it loads, and what is wrong with both', async () => {
    const { pe, open } = held();
    const bad = { table: { spec: { encoding: 'sinusoidal', dim: 7 }, positions: 3 } };
    await refused(pe.analyse({ analysis: 'spectrum' }, bad), 'bad_param', 'dim');
    open();
    assert.ok(await analyseNumbers(pe));
  });
});

describe('memory', () => {
  test('no more plans stay than are kept: after success, failure, abort, a left iterator', async () => {
    const { pe, made } = tampered(() => ({}));
    for (const call of Object.values(calls)) await call(pe);
    assert.equal(beside(made), 0);
    for (const bad of [
      () => pe.table(sinusoidal, 2 ** 50),
      () => pe.kernelProfile({ ...sinusoidal, dim: 7, oddRule: 'literal' }, 3),
      () => pe.table(sinusoidal, 3, { into: new Float32Array(1) }),
    ])
      await assert.rejects(bad());
    assert.equal(beside(made), 0);
    const controller = new AbortController();
    const aborted = pe.kernelProfile({ encoding: 'sinusoidal', dim: 2048 }, 100_000, { signal: controller.signal });
    setTimeout(() => controller.abort(), 10);
    await assert.rejects(aborted);
    assert.equal(beside(made), 0);
    const kept = liveHandles(made);
    const prepared = await Promise.all([1, 2, 3].map((step) => pe.prepare({ ...sinusoidal, base: 100 + step })));
    assert.equal(liveHandles(made), kept + 3);
    for (const one of prepared) one.dispose();
    assert.equal(liveHandles(made), kept);
    const blocks = pe.tableBlocks({ ...sinusoidal, base: 77 }, 1000, { blockRows: 10 });
    await blocks.next();
    for (let base = 2; base < 20; base++) await pe.table({ ...sinusoidal, base }, 1);
    assert.equal(liveHandles(made), mostKept, 'that of the iterator is one of them');
    await blocks.return();
    await pe.table(sinusoidal, 1);
    assert.equal(beside(made), 0);
  });

  test('an iterator that is dropped is closed when it is collected', async () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc');
    let plans = 0;
    const { pe } = tampered((core) => ({ plan: (spec) => (plans++, core.plan(spec)) }));
    // while it is open, its plan is in use, and another call has its own plan
    await pe.tableBlocks(sinusoidal, 1000, { blockRows: 10 }).next();
    const acquired = async () => {
      const before = plans;
      await pe.table(sinusoidal, 1);
      return plans > before;
    };
    assert.equal(await acquired(), true);
    for (let i = 0; i < 100 && (await acquired()); i++) {
      collect();
      await sleep(10);
    }
    assert.equal(await acquired(), false);
  });

  test('a prepared spec that is dropped is released when it is collected', async () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc');
    const { pe, made } = tampered(() => ({}));
    await (async () => void (await pe.prepare(rope)))();
    assert.equal(liveHandles(made), 1);
    for (let i = 0; i < 100 && liveHandles(made) > 0; i++) {
      collect();
      await sleep(10);
    }
    assert.equal(liveHandles(made), 0);
  });

  test(`the module's memory does not grow over ${runs(2000)} calls`, async () => {
    const { pe, made } = tampered(() => ({}));
    const round = async () => {
      for (const call of Object.values(calls)) await call(pe);
      await assert.rejects(pe.table({ encoding: 'sinusoidal', dim: 7 }, 3));
    };
    await round();
    const sizes = () => [made.core[0].HEAPU8.length, made.analysis[0].HEAPU8.length];
    const before = sizes();
    for (let i = 0; i < runs(2000) / 12; i++) await round();
    assert.deepEqual(sizes(), before);
    assert.equal(beside(made), 0);
  });

  test('no result refers to the memory of the module', async () => {
    const { pe, made } = tampered(() => ({}));
    const check = (value) => {
      if (ArrayBuffer.isView(value)) {
        for (const { HEAPU8 } of [...made.core, ...made.analysis]) assert.notEqual(value.buffer, HEAPU8.buffer);
      } else if (typeof value === 'object' && value !== null) Object.values(value).forEach(check);
    };
    for (const call of Object.values(calls)) check(await call(pe));
  });

  test('a memory that grows at every call changes nothing', async () => {
    const { pe: still } = tampered(() => ({}));
    // Before each call a plan takes more memory than ever, so the memory moves to a new buffer.
    let size;
    let moves = 0;
    const grown = (core) => {
      if (!('input' in core)) return {};
      return Object.fromEntries(
        [
          'plan',
          'tableRange',
          'tableList',
          'kernelProfile',
          'cosSin',
          'decayBound',
          'gram',
          'channelGram',
          'rotate',
          'attentionBias',
          'report',
          'frequencies',
        ].map((name) => [
          name,
          (...args) => {
            const before = core.HEAPU8.buffer;
            size = Math.floor(size * 1.3);
            core.plan({
              encoding: 'learned',
              numbers: { dim: 1, count: size },
              arrays: { values: new Float64Array(size) },
            });
            if (core.HEAPU8.buffer !== before) moves++;
            return core[name](...args);
          },
        ]),
      );
    };
    for (const call of Object.values(calls)) {
      size = 2e5;
      const { pe } = tampered(grown);
      assert.deepEqual(await call(pe), await call(still));
    }
    assert.ok(moves > 8, `${moves} moves`);
  });
});

describe('pieces', () => {
  test('results do not depend on how the work is cut', async () => {
    const { pe: whole } = tampered(() => ({}));
    for (const bytes of [128 * 8, 4096, 65536]) {
      const { pe: cut } = tampered(() => ({ scratchBytes: () => bytes }));
      for (const [name, call] of Object.entries(calls)) {
        const [a, b] = [await call(cut), await call(whole)];
        if (name !== 'gram') assert.deepEqual(a, b, name);
        else a.data.forEach((value, i) => assert.ok(Math.abs(value - b.data[i]) < 1e-13)); // a product may add in another order
      }
    }
  });

  test('nothing asked for, of an instance whose scratch was never used', async () => {
    for (const [nQuery, nKey] of [
      [0, 4],
      [4, 0],
    ]) {
      const { pe } = tampered(() => ({}));
      assert.deepEqual([...(await pe.attentionBias({ encoding: 'alibi', heads: 2 }, nQuery, nKey)).data], []);
    }
  });

  test('a row of keys that the scratch cannot hold is refused', async () => {
    const { pe } = tampered(() => ({ scratchBytes: () => 4096 }));
    await refused(pe.attentionBias({ encoding: 'alibi', heads: 1 }, 1, 1025), 'too_large', 'nKey');
    assert.equal((await pe.attentionBias({ encoding: 'alibi', heads: 1 }, 1, 1024)).cols, 1024);
  });
});
