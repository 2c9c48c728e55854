/** The engine over a module that traps, in every function and under every call. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { apiOf } from '../../dist/lib/api.js';
import { Engine } from '../../dist/lib/wasm/engine.js';
import { mostKept } from '../../dist/lib/wasm/plans.js';
import { refused } from './support/posenc.mjs';
import {
  sinusoidal,
  rope,
  calls,
  analyseNumbers,
  ofAnalysis,
  real,
  armed,
  tampered,
  liveHandles,
} from './support/tampered.mjs';

/** The first instance of a module traps in this function. */
const trapsAtFirst = (name) => (_, number) =>
  number === 1
    ? {
        [name]: () => {
          throw new WebAssembly.RuntimeError('unreachable');
        },
      }
    : {};

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
    'run',
    'end',
  ]) {
    test(`in ${name}: one internal error, then a fresh instance`, async () => {
      const { pe, made, arm, isArmed } = armed(name);
      // a call whose plan is not cached
      const fresh = ['plan', 'scratchBytes', 'release'].includes(name) && calls.gram;
      const call =
        (fresh || calls[name]) ??
        (ofAnalysis.includes(name) ? calls.analyse : name === 'tableRange' ? calls.table : calls.tableList);
      const expected = await call(pe);
      arm();
      await refused(call(pe), 'internal', '');
      assert.equal(isArmed(), false);
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
      run: () => {
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
    const { pe: other, made: others } = tampered(trapsAtFirst('frequencies'));
    const table = Array.from({ length: 60 }, (_, i) => [Math.abs(((i * i) % 17) - 8), i % 5, i / 60]);
    const running = other.analyse({ analysis: 'spectrum', vectors: 3 }, { table });
    await refused(other.frequencies(rope), 'internal', '');
    const { eigenvalues } = await running;
    assert.ok(eigenvalues.length > 0);
    assert.equal(others.analysis.length, 1);
    assert.equal((await other.frequencies(rope)).length, 8);
  });

  test('other calls under way are done again in the fresh instance, and iterators go on there', async () => {
    const { pe, made } = tampered(trapsAtFirst('frequencies'));
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
    const { pe, made } = tampered(trapsAtFirst('frequencies'));
    const prepared = await pe.prepare(rope);
    assert.throws(() => prepared.sync.frequencies(), { code: 'internal' });
    assert.throws(() => prepared.sync.table(2), { code: 'internal', message: /started again/ });
    assert.equal((await prepared.table(2)).rows, 2);
    assert.equal(prepared.sync.frequencies().length, 8);
    assert.equal(made.core.length, 2);
  });

  test('a prepared spec that is released before its call begins', async () => {
    const { pe, made } = tampered(trapsAtFirst('frequencies'));
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
    await refused(pe.table(sinusoidal, 1), 'internal', 'dim', /dim must be new \(unknown code new_code\)/);
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
