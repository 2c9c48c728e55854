/**
 * Prepared specs: the bits of calls with a spec, in every mode, with and without promises; the memory kept between
 * calls, and its release.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { methods } from '../../dist/lib/methods/index.js';
import { pe } from './support/instance.mjs';
import { allModes, create, encodings, refused, throwsPosencError } from './support/posenc.mjs';
import { random } from './support/random.mjs';

const without = (names, one) => names.filter((name) => name !== one);
const start = { dim: 16, heads: 6 };
const specOf = ({ id, params }) => ({
  encoding: id,
  ...Object.fromEntries(params.filter(({ required }) => required).map(({ name }) => [name, start[name]])),
});
const rope = { encoding: 'rope', dim: 16, base: 5e5, scaling: { type: 'linear', factor: 4 } };
/** By a loop: `from` takes ten times as long for millions of numbers. */
function vectors(rows, cols, Type = Float64Array) {
  const data = new Type(rows * cols);
  for (let i = 0; i < data.length; i++) data[i] = Math.fround(((i * 37) % 64) / 16 - 2);
  return { data, rows, cols };
}

/** For each method on one spec, its arguments after the spec, for the shape of a row. */
const calls = {
  frequencies: () => [],
  table: ({ axes, extent }) => [positionsOf(axes, extent), { dtype: 'f64' }],
  derivative: ({ axes, extent }) => [positionsOf(axes, extent)],
  gram: ({ axes, extent }) => [positionsOf(axes, extent)],
  channelGram: () => [{ start: 3, count: 40 }],
  kernelProfile: ({ axes, extent }) => [positionsOf(axes, extent)],
  cosSin: () => [7, 3, { dtype: 'bf16', layout: 'doubled' }],
  decayBound: () => [[0, 1, 7, 100]],
  rotate: ({ axes, extent, headDim }) => {
    const positions = positionsOf(axes, extent);
    return [vectors(positions.length, headDim), positions];
  },
  attentionBias: ({ cells }) => [cells || 5, cells || 7],
  biasVector: ({ cells }) => [cells || 5, cells || 7],
  relativeMap: ({ cells }) => [cells || 5, cells || 7],
  attentionScores: ({ scoreDim, headDim, cells }) => {
    const dim = scoreDim || headDim || 4;
    return [vectors(cells || 3, dim), vectors(cells || 3, dim)];
  },
  facts: () => [],
  precision: ({ axes, extent }) => [positionsOf(axes, extent), { scores: false }],
};

test('each method on a spec has its call here', () =>
  assert.deepEqual(Object.keys(calls).sort(), without(Object.keys(methods), 'shape').sort()));
function positionsOf(axes, extent) {
  const rows = [0, 1, 2].map((k) =>
    Array.from({ length: Math.max(axes, 1) }, (_, a) => Math.min(k, (extent[a] ?? 9) - 1)),
  );
  return axes > 1 ? rows : rows.flat();
}

async function outcome(call) {
  try {
    return { result: await call() };
  } catch ({ code, field, message }) {
    return { code, field, message };
  }
}

for (const { mode, options } of allModes) {
  describe(`prepared specs, ${mode}`, () => {
    let pe;
    before(async () => {
      pe = await create(options);
    });
    after(() => pe.dispose());

    test('every row: all methods give what they give with the spec, or refuse as they do', async () => {
      for (const row of encodings) {
        const { id } = row;
        const spec = specOf(row);
        const shape = await pe.shape(spec);
        const prepared = await pe.prepare(spec);
        assert.deepEqual(prepared.shape, shape);
        for (const [method, argumentsOf] of Object.entries(calls)) {
          const rest = argumentsOf(shape);
          const expected = await outcome(() => pe[method](spec, ...rest));
          const what = `${id}, ${method}`;
          // twice, because a used plan may hold data that the next call must not see
          for (let time = 0; time < 2; time++)
            assert.deepEqual(await outcome(() => prepared[method](...rest)), expected, what);
          if (!options?.worker && !options?.workers)
            assert.deepEqual(await outcome(() => prepared.sync[method](...rest)), expected, `${what}, sync`);
        }
        prepared.dispose();
      }
    });

    test('its spec is plain, and can be given again', async () => {
      const prepared = await pe.prepare(rope);
      assert.deepEqual(prepared.spec, rope);
      assert.deepEqual(await pe.table(prepared.spec, 5), await prepared.table(5));
      prepared.dispose();
    });

    test('dispose: later calls are refused, those under way end, twice is harmless', async () => {
      const prepared = await pe.prepare(rope);
      const under = prepared.table(100_000);
      prepared.dispose();
      prepared.dispose();
      assert.equal((await under).rows, 100_000);
      await refused(prepared.table(1), 'disposed', '');
      assert.throws(() => prepared.sync.table(1), { code: 'disposed' });
      assert.equal((await pe.table(rope, 1)).rows, 1);
      const other = await pe.prepare(rope);
      assert.equal((await other.table(2)).rows, 2);
      other[Symbol.dispose]?.();
    });

    test('what is wrong with the spec is told when it is prepared', async () => {
      await refused(pe.prepare({ encoding: 'rope', dim: 7 }), 'bad_param', 'dim');
      await refused(pe.prepare({ encoding: 'alibii', heads: 2 }), 'unknown_encoding', 'encoding');
      await refused(pe.prepare(rope, { dtype: 'f32' }), 'bad_argument', 'options.dtype');
      const prepared = await pe.prepare(rope);
      await refused(prepared.attentionBias(2, 2), 'not_defined', 'encoding');
      await refused(prepared.table(1, { rows: 1 }), 'bad_argument', 'options.rows');
      prepared.dispose();
    });

    test('several calls at once do not disturb one another, nor others of the same spec', async () => {
      const next = random('prepared');
      const prepared = await pe.prepare(rope);
      const starts = Array.from({ length: 24 }, () => Math.floor(next() * 1e6));
      const ranges = starts.map((start) => ({ start, count: 20_000 }));
      const expected = [];
      for (const range of ranges) expected.push(await pe.table(rope, range));
      const made = await Promise.all(ranges.map((range, i) => (i % 3 ? prepared : withSpec(pe)).table(range)));
      made.forEach((table, i) => assert.deepEqual(table, expected[i], `call ${i}`));
      prepared.dispose();
    });

    test('tableBlocks and precision', async () => {
      const prepared = await pe.prepare({ encoding: 'rope', dim: 8 });
      let rows = 0;
      for await (const block of prepared.tableBlocks(10, { blockRows: 4 })) rows += block.rows;
      assert.equal(rows, 10);
      assert.deepEqual(
        await prepared.precision([1000], { scores: false }),
        await pe.precision(prepared.spec, [1000], { scores: false }),
      );
      prepared.dispose();
    });
  });
}
const withSpec = (pe) => ({ table: (positions) => pe.table(rope, positions) });

describe('synchronous calls', () => {
  test('through workers there are none', async () => {
    const far = await create({ worker: true });
    const prepared = await far.prepare(rope);
    assert.throws(() => prepared.sync.table(1), { code: 'not_defined', field: 'sync' });
    assert.equal((await prepared.table(1)).rows, 1);
    far.dispose();
  });

  test('options that need a turn are refused', async () => {
    const prepared = await pe.prepare(rope);
    for (const [name, value] of Object.entries({ signal: new AbortController().signal, onProgress: () => 0 }))
      throwsPosencError(() => prepared.sync.table(1, { [name]: value }), 'bad_argument', `options.${name}`);
    prepared.dispose();
  });

  test('a call that was refused leaves the next one as it is', async () => {
    const prepared = await pe.prepare({ encoding: 'sinusoidal', dim: 2 });
    assert.throws(() => prepared.sync.table(2 ** 50), { code: 'too_large' });
    assert.equal((await prepared.table(3)).rows, 3);
    assert.equal(prepared.sync.table(3).rows, 3);
    prepared.dispose();
  });
});

describe('the dtype is that of what is given', () => {
  const spec = { encoding: 'rope', dim: 16 };

  test('rotate: of x, unless into or dtype say otherwise', async () => {
    for (const type of [Float32Array, Float64Array]) {
      const x = vectors(3, 16, type);
      assert.equal((await pe.rotate(spec, x, 3)).data.constructor, type);
      for (const other of [Float32Array, Float64Array]) {
        const into = new other(48);
        const { data } = await pe.rotate(spec, x, 3, { into });
        assert.equal(data, into);
        const dtype = other === Float32Array ? 'f32' : 'f64';
        assert.deepEqual((await pe.rotate(spec, x, 3, { dtype })).data, into);
      }
    }
    assert.equal((await pe.rotate(spec, [Array(16).fill(1)], 1)).data.constructor, Float64Array);
    await refused(
      pe.rotate(spec, vectors(1, 16), 1, { dtype: 'f32', into: new Float64Array(16) }),
      'bad_argument',
      'options.into',
    );
  });

  test('table: of into', async () => {
    const into = new Float64Array(32);
    const { data } = await pe.table(spec, 2, { into });
    assert.equal(data, into);
    assert.deepEqual(data, (await pe.table(spec, 2, { dtype: 'f64' })).data);
  });
});

describe('rotate reads x where it is', () => {
  const spec = { encoding: 'rope', dim: 64 };
  const rows = 60_000; // takes several turns of the event loop

  for (const { mode, options } of allModes)
    test(`in place, and changes of x after the call have no effect, ${mode}`, async () => {
      const pe = await create(options);
      const x = vectors(rows, 64, Float32Array);
      const expected = await pe.rotate(spec, { ...x, data: x.data.slice() }, rows);
      const changed = { ...x, data: x.data.slice() };
      const call = pe.rotate(spec, changed, rows);
      changed.data.fill(7);
      assert.deepEqual((await call).data, expected.data);
      const { data } = await pe.rotate(spec, x, rows, { into: x.data });
      assert.equal(data, x.data);
      assert.deepEqual(data, expected.data);
      pe.dispose();
    });

  test('several heads at the same positions, in any number, as each of them alone', async () => {
    const next = random('heads');
    for (let i = 0; i < 12; i++) {
      const [heads, period] = [1 + Math.floor(next() * 9), 1 + Math.floor(next() * 700)];
      const at = Float64Array.from({ length: period }, () => Math.floor(next() * 1e6));
      const x = vectors(heads * period, 64, i % 2 ? Float32Array : Float64Array);
      const positions = Float64Array.from({ length: heads * period }, (_, row) => at[row % period]);
      const { data } = await pe.rotate(spec, x, positions);
      for (let head = 0; head < heads; head++) {
        const some = x.data.slice(head * period * 64, (head + 1) * period * 64);
        const alone = await pe.rotate(spec, { data: some, rows: period, cols: 64 }, at);
        assert.deepEqual(data.slice(head * period * 64, (head + 1) * period * 64), alone.data, `${heads} x ${period}`);
      }
    }
  });

  test('a result that is written over other rows of x', async () => {
    const memory = new Float32Array(64 * 1001);
    const whole = vectors(1000, 64, Float32Array);
    const expected = await pe.rotate(spec, whole, 1000);
    for (const [from, to] of [
      [0, 64],
      [64, 0],
      [0, 8],
    ]) {
      memory.set(whole.data, from);
      const x = { data: memory.subarray(from, from + 64_000), rows: 1000, cols: 64 };
      const { data } = await pe.rotate(spec, x, 1000, { into: memory.subarray(to, to + 64_000) });
      assert.deepEqual(data, expected.data);
    }
  });

  test('a number that is not finite is told with its index, wherever it is', async () => {
    for (const type of [Float32Array, Float64Array])
      for (const at of [0, 63, 64 * rows - 1]) {
        const x = vectors(rows, 64, type);
        x.data[at] = NaN;
        await refused(pe.rotate(spec, x, rows), 'bad_argument', `x.data[${at}]`);
      }
  });

  test('numbers so large that their sum overflows are rotated like others', async () => {
    for (const [type, most] of [
      [Float32Array, 2 ** 127],
      [Float64Array, 2 ** 1023],
    ]) {
      const x = { ...vectors(rows, 64, type), data: new type(rows * 64).fill(1) };
      const { data } = await pe.rotate(spec, x, rows);
      const huge = { ...x, data: x.data.map((one) => one * most) };
      const turned = await pe.rotate(spec, huge, rows);
      assert.deepEqual(
        turned.data,
        data.map((one) => one * most),
      );
      huge.data[64 * rows - 1] = Infinity;
      await refused(pe.rotate(spec, huge, rows), 'bad_argument', `x.data[${64 * rows - 1}]`);
    }
  });
});
