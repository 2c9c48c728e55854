/**
 * The engine over the raw module: traps, leaks of plans, views of the module's memory, and pieces of
 * any size. The module is the real one, wrapped to misbehave.
 */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { apiOf } from '../../dist/lib/api.js';
import { Engine } from '../../dist/lib/wasm/engine.js';
import { modulesOf } from '../../dist/lib/wasm/load.js';
import { nodeFetcher } from '../../dist/lib/wasm/node.js';
import { mostKept } from '../../dist/lib/wasm/plans.js';
import { llama31, refused, runs } from './support/posenc.mjs';

const sinusoidal = { encoding: 'sinusoidal', dim: 16 };
const rope = { encoding: 'rope', dim: 16 };
const calls = {
  frequencies: (pe) => pe.frequencies(rope),
  table: (pe) => pe.table(sinusoidal, 300),
  tableList: (pe) => pe.table(sinusoidal, { start: 0.1, count: 300, step: 0.7 }, { dtype: 'f64' }),
  tableBlocks: async (pe) => {
    const rows = [];
    for await (const block of pe.tableBlocks(sinusoidal, 300, { blockRows: 70 })) rows.push(...block.data);
    return rows;
  },
  derivative: (pe) => pe.derivative(sinusoidal, 300),
  kernelProfile: (pe) => pe.kernelProfile(sinusoidal, 300),
  cosSin: (pe) => pe.cosSin(rope, 0, 300),
  decayBound: (pe) => pe.decayBound(rope, 300),
  gram: (pe) => pe.gram(sinusoidal, { start: 0.1, count: 300, step: 0.7 }),
  gramProfile: (pe) => pe.gram(sinusoidal, 30),
  channelGram: (pe) => pe.channelGram(sinusoidal, 1e9),
  analyse: (pe) => pe.analyse({ analysis: 'spectrum', vectors: 3 }, { table: { spec: sinusoidal, positions: 30 } }),
  analyseDerived: (pe) =>
    pe.analyse({ analysis: 'stationarity' }, { kernel: { spec: sinusoidal, positions: 30, form: 'gram' } }),
  rotate: (pe) => pe.rotate(rope, { data: new Float64Array(16 * 40).map((_, i) => i), rows: 40, cols: 16 }, 40),
  rotateSingle: (pe) =>
    pe.rotate(rope, { data: new Float32Array(16 * 41).map((_, i) => i), rows: 41, cols: 16 }, 41, { dtype: 'f32' }),
  attentionBias: (pe) => pe.attentionBias({ encoding: 'alibi', heads: 4 }, 30, 40),
  biasVector: (pe) => pe.biasVector({ encoding: 'alibi', heads: 4 }, 30, 40),
  prepareGram: (pe) => pe.gram(sinusoidal, { start: 0.1, count: 30, step: 0.7 }),
  biasKeys: (pe) => pe.attentionBias({ encoding: 'fire', heads: 2 }, 30, 200),
  relativeMap: (pe) => pe.relativeMap({ encoding: 'rerope' }, 30, 40),
  attentionScores: (pe) => pe.attentionScores(rope, unit(5), unit(7)),
  facts: (pe) => pe.facts({ encoding: 'alibi', heads: 4 }),
  shape: (pe) => pe.shape(rope),
  precision: (pe) => pe.precision(rope, 30, { methods: ['hf-f32', 'bf16'] }),
  report: (pe) => pe.report(llama31),
};
/** An analysis of numbers: the module of the encodings has no part in it. */
const analyseNumbers = (pe, options) =>
  pe.analyse(
    { analysis: 'stationarity' },
    { kernel: { data: Float64Array.of(2, 1, 1, 2), rows: 2, cols: 2 } },
    options,
  );
/** The functions that the module of the analyses exports. */
const ofAnalysis = ['start', 'give', 'advance', 'finish', 'end'];
/** n rows of 16 numbers */
function unit(n) {
  return Array.from({ length: n }, (_, i) => Array.from({ length: 16 }, (_, j) => (i + j) % 3));
}

let real;
before(() => {
  real = modulesOf({}, nodeFetcher);
});
/**
 * An API over modules some of whose functions are replaced: `replace(module, number)` for every instance that is made;
 * `made.core` and `made.analysis` list them.
 */
function tampered(replace) {
  const made = { core: [], analysis: [] };
  const making = (name) => async (signal) => {
    const module = await real[name](signal);
    made[name].push(module);
    const own = replace(module, made[name].length);
    return new Proxy(module, { get: (target, key) => (key in own ? own[key] : target[key]) });
  };
  return { pe: apiOf(new Engine({ core: making('core'), analysis: making('analysis') })), made };
}
const liveHandles = ({ core, analysis }) =>
  [...core, ...analysis].reduce((sum, module) => sum + module.liveHandles(), 0);
/** Beside the plans of the specs used last, which are kept. */
const beside = (made) => Math.max(0, liveHandles(made) - mostKept);

describe('traps', () => {
  for (const name of [
    'plan',
    'scratchBytes',
    'input',
    'frequencies',
    'tableRange',
    'tableList',
    'kernelProfile',
    'cosSin',
    'decayBound',
    'gram',
    'gramProfile',
    'channelGram',
    'rotate',
    'attentionBias',
    'biasVector',
    'biasKeys',
    'prepareGram',
    'relativeMap',
    'precision',
    'attentionScores',
    'facts',
    'report',
    'release',
    'start',
    'give',
    'advance',
    'finish',
    'end',
  ]) {
    test(`in ${name}: one internal error, then a fresh instance`, async () => {
      let armed = false;
      const { pe, made } = tampered((module) => ({
        [name]: (...args) => {
          if (armed) {
            armed = false;
            throw new WebAssembly.RuntimeError('unreachable');
          }
          return module[name](...args);
        },
      }));
      // a call of which no plan is kept
      const fresh = ['plan', 'scratchBytes', 'release'].includes(name) && calls.gram;
      const call =
        (fresh || calls[name]) ??
        (ofAnalysis.includes(name) ? calls.analyse : name === 'tableRange' ? calls.table : calls.tableList);
      const expected = await call(pe);
      armed = true;
      await refused(call(pe), 'internal', '');
      assert.equal(armed, false);
      assert.deepEqual(await call(pe), expected);
      const { core, analysis } = made;
      assert.deepEqual(
        [core.length, analysis.length],
        ofAnalysis.includes(name) ? [1, 2] : [2, 0],
        'the other module goes on',
      );
    });
  }

  test('a trap in an analysis leaves calls of the other module alone, and the other way round', async () => {
    const { pe, made } = tampered(() => ({
      advance: () => {
        throw new WebAssembly.RuntimeError('unreachable');
      },
    }));
    const [rows, error] = await Promise.all([
      pe.gram(sinusoidal, { start: 0.5, count: 2000, step: 1.5 }).then((matrix) => matrix.rows),
      refused(calls.analyse(pe), 'internal', ''),
    ]);
    assert.equal(rows, 2000);
    assert.match(error.message, /the next call starts a new one/);
    assert.equal(made.core.length, 1);
    const { pe: other, made: others } = tampered((module, number) => ({
      frequencies: (handle) => {
        if (number === 1) throw new WebAssembly.RuntimeError('unreachable');
        return module.frequencies(handle);
      },
    }));
    const table = Array.from({ length: 60 }, (_, i) => [Math.abs(((i * i) % 17) - 8), i % 5, i / 60]);
    const running = other.analyse({ analysis: 'spectrum', vectors: 3 }, { table });
    await refused(other.frequencies(rope), 'internal', '');
    const { eigenvalues } = await running;
    assert.ok(eigenvalues.length > 0);
    assert.equal(others.analysis.length, 1);
    assert.equal((await other.frequencies(rope)).length, 8);
  });

  test('other calls under way are done again in the fresh instance, and iterators go on there', async () => {
    const { pe, made } = tampered((core, number) => ({
      frequencies: (handle) => {
        if (number === 1) throw new WebAssembly.RuntimeError('memory access out of bounds');
        return core.frequencies(handle);
      },
    }));
    const { pe: own } = tampered(() => ({}));
    const profile = (of) => of.kernelProfile({ encoding: 'sinusoidal', dim: 1024 }, 20_000);
    const expected = await profile(own);
    await pe.table(sinusoidal, 1);
    const underWay = profile(pe);
    const blocks = pe.tableBlocks(sinusoidal, 30, { blockRows: 10 });
    const rows = [...(await blocks.next()).value.data];
    await refused(pe.frequencies(rope), 'internal', '');
    assert.deepEqual(await underWay, expected);
    for await (const block of blocks) rows.push(...block.data);
    assert.deepEqual(rows, [...(await own.table(sinusoidal, 30)).data]);
    assert.equal((await pe.frequencies(rope)).length, 8);
    assert.equal(made.core.length, 2);
    assert.ok(made.core[1].liveHandles() <= mostKept);
  });

  test('a call that is done again can be aborted', async () => {
    const abort = new AbortController();
    const { pe } = tampered((core, number) => ({
      frequencies: () => {
        if (number === 1) throw new WebAssembly.RuntimeError('unreachable');
      },
      kernelProfile: (...args) => {
        if (number === 2) abort.abort();
        return core.kernelProfile(...args);
      },
    }));
    await pe.table(sinusoidal, 1);
    const underWay = pe.kernelProfile({ encoding: 'sinusoidal', dim: 1024 }, 20_000, { signal: abort.signal });
    await refused(pe.frequencies(rope), 'internal', '');
    await assert.rejects(underWay, { name: 'AbortError' });
  });

  test('an instance that ended for want of memory says so', async () => {
    let ended = false;
    const { pe } = tampered((core, number) => ({
      plan: (spec) => {
        if (number > 1) return core.plan(spec);
        ended = true;
        throw new WebAssembly.RuntimeError('unreachable');
      },
      memoryEnded: () => ended,
    }));
    await refused(pe.table(sinusoidal, 1), 'out_of_memory', '');
    assert.equal((await pe.table(sinusoidal, 1)).rows, 1);
  });

  test('scratch memory that cannot be had is refused, and the instance goes on', async () => {
    let none = true;
    const { pe, made } = tampered((core) => ({ input: (n) => (none ? 0 : core.input(n)) }));
    await refused(pe.table(sinusoidal, [0.5, 1.5]), 'out_of_memory', '');
    none = false;
    assert.equal((await pe.table(sinusoidal, [0.5, 1.5])).rows, 2);
    assert.equal(made.core.length, 1);
  });

  test('a synchronous call after a trap says so; once a promise has come, it works', async () => {
    const { pe, made } = tampered((core, number) => ({
      frequencies: (handle) => {
        if (number === 1) throw new WebAssembly.RuntimeError('unreachable');
        return core.frequencies(handle);
      },
    }));
    const prepared = await pe.prepare(rope);
    assert.throws(() => prepared.sync.frequencies(), { code: 'internal' });
    assert.throws(() => prepared.sync.table(2), { code: 'internal', message: /started again/ });
    assert.equal((await prepared.table(2)).rows, 2);
    assert.equal(prepared.sync.frequencies().length, 8);
    assert.equal(made.core.length, 2);
  });

  test('a prepared spec that is released before its call begins', async () => {
    const { pe, made } = tampered((core, number) => ({
      frequencies: (handle) => {
        if (number === 1) throw new WebAssembly.RuntimeError('unreachable');
        return core.frequencies(handle);
      },
    }));
    const prepared = await pe.prepare(rope);
    await refused(prepared.frequencies(), 'internal', '');
    const waiting = prepared.table(2);
    prepared.dispose();
    assert.equal((await waiting).rows, 2);
    assert.equal(liveHandles({ core: made.core.slice(1), analysis: [] }), 0);
  });

  test('0 and -0 are two specs', async () => {
    const { pe } = tampered(() => ({}));
    for (const zero of [0, -0, 0]) {
      const spec = { encoding: 'learned', dim: 2, count: 1, values: [zero, 1] };
      const { data } = await pe.table(spec, 1, { dtype: 'f64' });
      assert.ok(Object.is(data[0], zero), String(zero));
    }
  });

  test('vectors that are rotated again for want of memory are those of the call', async () => {
    let none = false;
    const { pe } = tampered((core) => ({
      input: (n) => (none ? 0 : core.input(n)),
      release: (handle) => {
        none = false;
        core.release(handle);
      },
    }));
    const x = { data: Float64Array.from({ length: 32 }, (_, i) => i), rows: 2, cols: 16 };
    const expected = (await pe.rotate(rope, { ...x, data: x.data.slice() }, 2)).data;
    await pe.table(sinusoidal, [0.5]);
    const prepared = await pe.prepare(rope);
    none = true;
    const call = prepared.rotate(x, 2);
    x.data.fill(7);
    assert.deepEqual((await call).data, expected);
  });

  test('kept plans give way where memory is short', async () => {
    let [none, released] = [false, 0];
    const { pe, made } = tampered((core) => ({
      input: (n) => (none ? 0 : core.input(n)),
      release: (handle) => {
        none = false;
        released++;
        core.release(handle);
      },
    }));
    for (let base = 2; base < 6; base++) await pe.table({ ...sinusoidal, base }, [0.5]);
    const prepared = await pe.prepare(rope);
    none = true;
    assert.equal((await pe.table({ ...sinusoidal, base: 7 }, [0.5])).rows, 1);
    assert.ok(released >= 3);
    none = true;
    assert.equal(prepared.sync.table([0.5]).rows, 1);
    none = true;
    await refused(prepared.table([0.5]), 'out_of_memory', '');
    none = false;
    assert.equal((await prepared.table([0.5])).rows, 1);
    assert.equal(made.core.length, 1);
  });

  test('whatever is thrown, a PosencError comes out', async () => {
    for (const thrown of [
      5261544,
      undefined,
      null,
      'text',
      new RangeError('Maximum call stack size exceeded'),
      Object.create(null),
      Symbol('x'),
    ]) {
      const { pe } = tampered((core, number) => ({
        plan: (spec) => {
          if (number === 1) throw thrown;
          return core.plan(spec);
        },
      }));
      const error = await refused(pe.table(sinusoidal, 1), 'internal', '');
      assert.equal(error.cause, thrown);
      assert.equal((await pe.table(sinusoidal, 1)).rows, 1);
    }
  });

  test('an unknown code from the module becomes internal', async () => {
    const { pe } = tampered(() => ({
      plan: () => ({ error: { code: 'new_code', field: 'dim', message: 'must be new' } }),
    }));
    assert.match(
      (await refused(pe.table(sinusoidal, 1), 'internal', 'dim')).message,
      /dim must be new \(unknown code new_code\)/,
    );
  });

  test('a start that fails is tried again', async () => {
    let fail = true;
    const failing = (name) => async (signal) => {
      if (fail) throw new Error('no memory');
      return real[name](signal);
    };
    const pe = apiOf(new Engine({ core: failing('core'), analysis: failing('analysis') }));
    await assert.rejects(pe.table(sinusoidal, 1));
    await assert.rejects(analyseNumbers(pe));
    fail = false;
    assert.equal((await pe.table(sinusoidal, 1)).rows, 1);
    assert.ok(await analyseNumbers(pe));
  });
});

describe('the start of the analyses', () => {
  /** An API whose analysis module comes when `open` is called; `starts` holds the signal of each start. */
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
    // while it is open its plan is acquired, and another call has one of its own
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
    // Before each call a plan takes more memory than ever before: what was written moves to a new buffer.
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
        else a.data.forEach((value, i) => assert.ok(Math.abs(value - b.data[i]) < 1e-13)); // a product may sum in another order
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
