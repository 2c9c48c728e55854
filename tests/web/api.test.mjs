/**
 * The public methods, with the same body in process and in a worker: tables and their forms, ownership, the instance
 * itself. golden.test.mjs checks the numbers, api.agreement.test.mjs the other methods.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { create, encodings, llama31, allModes, refused, scalings } from './support/posenc.mjs';

const sinusoidal = { encoding: 'sinusoidal', dim: 8 };
const rope = { encoding: 'rope', dim: 16, base: 5e5, scaling: { type: 'linear', factor: 4 } };

for (const { mode, options } of allModes) {
  describe(`api, ${mode}`, () => {
    let pe;
    before(async () => {
      pe = await create(options);
    });
    after(() => pe.dispose());

    test('the registry is the generated one', () => {
      assert.equal(pe.encodings, encodings);
      for (const id of ['sinusoidal', 'learned', 'rope', 'alibi', 'fourier-features', 'laplacian'])
        assert.ok(
          encodings.some((row) => row.id === id),
          id,
        );
      assert.equal(encodings.find((row) => row.id === 'rope').scalings, scalings);
    });

    test('frequencies: base^(-2i/d) over the scaling factor', async () => {
      const values = await pe.frequencies(rope);
      assert.equal(values.constructor, Float64Array);
      assert.equal(values.length, 8);
      values.forEach((value, i) =>
        assert.ok(Math.abs(value / (5e5 ** (-i / 8) / 4) - 1) < 1e-14, `pair ${i}: ${value}`),
      );
    });

    test('table: f32 by default, f64 on demand, row-major', async () => {
      const single = await pe.table(sinusoidal, 5);
      assert.deepEqual(
        [single.rows, single.cols, single.data.constructor, single.data.length],
        [5, 8, Float32Array, 40],
      );
      const double = await pe.table(sinusoidal, 5, { dtype: 'f64' });
      assert.equal(double.data.constructor, Float64Array);
      double.data.forEach((value, i) => assert.equal(single.data[i], Math.fround(value)));
      for (let p = 0; p < 5; p++) assert.ok(Math.abs(double.data[p * 8] - Math.sin(p)) < 1e-15);
    });

    test('positions: number, list, typed arrays and range agree', async () => {
      const { data: expected } = await pe.table(sinusoidal, [0, 1, 2, 3]);
      for (const positions of [
        4,
        new Float64Array([0, 1, 2, 3]),
        new Float32Array([0, 1, 2, 3]),
        new Int32Array([0, 1, 2, 3]),
        new Uint32Array([0, 1, 2, 3]),
        { count: 4 },
        { start: 0, count: 4, step: 1 },
      ]) {
        assert.deepEqual((await pe.table(sinusoidal, positions)).data, expected);
      }
      const { data: reversed } = await pe.table(sinusoidal, { start: 3, count: 4, step: -1 });
      for (let row = 0; row < 4; row++)
        assert.deepEqual(reversed.slice(row * 8, row * 8 + 8), expected.slice((3 - row) * 8, (4 - row) * 8));
      const { data: halves } = await pe.table(sinusoidal, { start: -1, count: 5, step: 0.5 }, { dtype: 'f64' });
      assert.deepEqual(halves, (await pe.table(sinusoidal, [-1, -0.5, 0, 0.5, 1], { dtype: 'f64' })).data);
    });

    test('ranges of whole numbers are exact where float64 products are not', async () => {
      const step = 2 ** 52 + 1;
      const { data } = await pe.table(sinusoidal, { start: -(2 ** 53), count: 4, step });
      assert.deepEqual(data, (await pe.table(sinusoidal, [-(2 ** 53), -(2 ** 52) + 1, 2, 2 ** 52 + 3])).data);
      const blocks = await collect(pe.tableBlocks(sinusoidal, { start: -(2 ** 53), count: 4, step }, { blockRows: 1 }));
      assert.deepEqual(
        blocks.flatMap((block) => [...block.data]),
        [...data],
      );
    });

    test('positions are read at the call: later changes do not matter', async () => {
      const list = [1, 2, 3];
      const expected = await pe.table(sinusoidal, [1, 2, 3]);
      const pending = pe.table(sinusoidal, list);
      list.fill(7);
      assert.deepEqual(await pending, expected);
    });

    test('a call whose code loads with it takes its arguments as they were', async () => {
      const changes = [
        ({ compare }, config, list) => compare(sinusoidal, rope, list),
        ({ report }, config) => report(config),
        ({ analyse }, config, list) => analyse({ analysis: 'induced-kernel' }, { table: [list, list] }),
      ];
      for (const call of changes) {
        const [config, list] = [{ model_type: 'llama', head_dim: 8, max_position_embeddings: 64 }, [1, 2, 3]];
        const fresh = await create(options); // its code has loaded, but not for this instance
        const expected = await call(pe, structuredClone(config), [...list]);
        const pending = call(fresh, config, list);
        config.head_dim = 16;
        list.fill(7);
        assert.deepEqual(await pending, expected);
        fresh.dispose();
      }
    });

    test('no positions give an empty table of the right width', async () => {
      for (const positions of [0, [], { count: 0 }]) {
        const empty = { data: new Float32Array(0), rows: 0, cols: 8, backend: 'wasm' };
        assert.deepEqual(await pe.table(sinusoidal, positions), empty);
      }
      const blocks = await collect(pe.tableBlocks(sinusoidal, 0));
      assert.deepEqual(
        blocks.map(({ rows, cols, firstRow }) => [rows, cols, firstRow]),
        [[0, 8, 0]],
      );
      assert.equal((await pe.gram(sinusoidal, 0)).data.length, 0);
      assert.equal((await pe.kernelProfile(sinusoidal, 0)).length, 0);
    });

    test('into: the caller’s array is filled and returned', async () => {
      const { data: expected } = await pe.table(rope, 6, { dtype: 'f64' });
      const into = new Float64Array(6 * 16);
      const result = await pe.table(rope, 6, { dtype: 'f64', into });
      assert.equal(result.data, into);
      assert.deepEqual(into, expected);
      const memory = new ArrayBuffer(8 + 4 * 96 + 4);
      const part = new Float32Array(memory, 8, 96);
      await pe.table(rope, 6, { into: part });
      assert.deepEqual(part, (await pe.table(rope, 6)).data);
      assert.deepEqual([...new Uint8Array(memory, 0, 8), ...new Uint8Array(memory, 8 + 4 * 96)], new Array(12).fill(0));
    });

    test('into: wrong type, wrong length, detached meanwhile', async () => {
      await refused(pe.table(rope, 6, { dtype: 'f32', into: new Float64Array(96) }), 'bad_argument', 'options.into');
      await refused(pe.table(rope, 6, { into: new Float32Array(95) }), 'bad_shape', 'options.into');
      await refused(pe.table(rope, 6, { into: [1, 2] }), 'bad_argument', 'options.into');
      const rows = 2_000_000; // more than one turn of the event loop computes
      const into = new Float32Array(16 * rows);
      const pending = pe.table(rope, rows, { into });
      structuredClone(into.buffer, { transfer: [into.buffer] });
      await refused(pending, 'bad_argument', 'options.into');
    });

    test('results belong to the caller: their buffers can be transferred', async () => {
      const report = await pe.report(llama31);
      assert.ok(Array.isArray(report.frequencies));
      const results = [
        await pe.frequencies(rope),
        (await pe.table(rope, 3)).data,
        (await pe.derivative(rope, 3)).data,
        await pe.kernelProfile(rope, 3),
        await pe.decayBound(rope, 3),
        (await pe.gram(rope, 3)).data,
        (await pe.rotate(rope, [new Array(16).fill(1)], [2])).data,
        (await pe.attentionBias({ encoding: 'alibi', heads: 2 }, 3, 3)).data,
        (await collect(pe.tableBlocks(rope, 3)))[0].data,
      ];
      for (const data of results) {
        assert.equal(data.byteLength, data.buffer.byteLength, 'a result is the whole of its buffer');
        const before = [...data];
        const moved = structuredClone(data, { transfer: [data.buffer] });
        assert.deepEqual([...moved], before);
        assert.equal(data.length, 0);
      }
      assert.equal((await pe.table(rope, 3)).rows, 3);
    });

    test('blocks together are the whole table, for every way to give positions', async () => {
      for (const positions of [
        1000,
        { start: -7, count: 1000, step: 3 },
        { start: 0.1, count: 1000, step: 0.7 },
        Array.from({ length: 1000 }, (_, i) => i * i),
      ]) {
        for (const dtype of ['f32', 'f64']) {
          const whole = await pe.table(rope, positions, { dtype });
          for (const blockRows of [1, 7, 64, 333, 1000, 5000]) {
            const blocks = await collect(pe.tableBlocks(rope, positions, { dtype, blockRows }));
            assert.deepEqual(
              blocks.map((block) => block.firstRow),
              Array.from({ length: Math.ceil(1000 / blockRows) }, (_, i) => i * blockRows),
            );
            const joined = blocks.flatMap((block) => [...block.data]);
            assert.ok(
              joined.every((value, i) => Object.is(value, whole.data[i])),
              `${dtype}, ${blockRows} rows`,
            );
          }
        }
      }
    });

    test('blocks: a larger table than memory can be begun, and left', async () => {
      let seen = 0;
      for await (const block of pe.tableBlocks({ encoding: 'sinusoidal', dim: 1024 }, Number.MAX_SAFE_INTEGER)) {
        assert.equal(block.firstRow, seen);
        assert.equal(block.data.byteLength, 8 * 2 ** 20);
        seen += block.rows;
        if (seen >= 6144) break;
      }
      const iterator = pe.tableBlocks(sinusoidal, 10, { blockRows: 4 });
      assert.equal((await iterator.next()).value.rows, 4);
      assert.deepEqual(await iterator.return(), { done: true, value: undefined });
      assert.deepEqual(await iterator.next(), { done: true, value: undefined });
    });
  });
}

test('dispose: calls under way and later ones reject, twice is harmless', async () => {
  for (const { options } of allModes) {
    const pe = await create(options);
    const underWay = pe.table({ encoding: 'sinusoidal', dim: 1024 }, 200_000);
    const blocks = pe.tableBlocks(sinusoidal, 10);
    pe.dispose();
    pe.dispose();
    await refused(underWay, 'disposed', '');
    for (const call of [
      () => pe.frequencies(rope),
      () => blocks.next(),
      () => pe.importConfig('{}'),
      () => pe.exportConfig(rope),
      () => pe.report('{}'),
    ]) {
      await refused(call(), 'disposed', '');
    }
    assert.equal(typeof pe[Symbol.dispose], 'function');
    pe[Symbol.dispose]();
  }
});

async function collect(blocks) {
  const all = [];
  for await (const block of blocks) all.push(block);
  return all;
}

test('nothing of the module can be reached from the instance', async () => {
  for (const { options } of allModes) {
    const pe = await create(options);
    for (const key of Reflect.ownKeys(pe)) {
      if (['encodings', 'analyses', 'tasks'].includes(key)) continue;
      assert.equal(typeof pe[key], 'function', String(key));
      assert.deepEqual(Reflect.ownKeys(pe[key]), ['length', 'name'], String(key));
    }
    pe.dispose();
  }
});
