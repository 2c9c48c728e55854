/** The public methods, with the same body in process and in a worker: their mutual agreement, and their errors. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { pe } from './support/instance.mjs';
import { allModes, create, llama31, refused } from './support/posenc.mjs';

const sinusoidal = { encoding: 'sinusoidal', dim: 8 };
const rope = { encoding: 'rope', dim: 16, base: 5e5, scaling: { type: 'linear', factor: 4 } };

for (const { mode, options } of allModes) {
  describe(`api, ${mode}`, () => {
    let pe;
    before(async () => {
      pe = await create(options);
    });
    after(() => pe.dispose());

    test('derivative, kernelProfile, gram and decayBound agree with one another and with tables', async () => {
      const n = 40;
      const { data: table } = await pe.table(sinusoidal, n, { dtype: 'f64' });
      const { data: gram, rows, cols } = await pe.gram(sinusoidal, n);
      assert.deepEqual([rows, cols], [n, n]);
      const profile = await pe.kernelProfile(sinusoidal, n);
      for (let i = 0; i < n; i++) {
        for (let j = 0; j < n; j++) {
          let sum = 0;
          for (let c = 0; c < 8; c++) sum += table[i * 8 + c] * table[j * 8 + c];
          assert.ok(Math.abs(gram[i * n + j] - sum) < 1e-14);
          assert.ok(Math.abs(gram[i * n + j] - profile[Math.abs(i - j)]) < 1e-14);
        }
      }
      const h = 2 ** -20;
      const { data: slope } = await pe.derivative(sinusoidal, [5]);
      const { data: two } = await pe.table(sinusoidal, [5 - h, 5 + h], { dtype: 'f64' });
      slope.forEach((value, c) => assert.ok(Math.abs(value - (two[8 + c] - two[c]) / (2 * h)) < 1e-9));
      const bound = await pe.decayBound({ encoding: 'rope', dim: 8 }, [0]);
      assert.ok(Math.abs(bound[0] - (1 + 2 + 3 + 4) / 4) < 1e-15, 'all S_j at offset 0 are j');
    });

    test('gram of scattered positions takes more than one piece', async () => {
      const positions = Array.from({ length: 700 }, (_, i) => i * 1.25);
      const { data } = await pe.gram(rope, positions);
      const profile = await pe.kernelProfile(rope, positions);
      for (let j = 0; j < 700; j++) assert.ok(Math.abs(data[j] - profile[j]) < 1e-13);
      for (let i = 0; i < 700; i += 53)
        for (let j = 0; j < 700; j += 31) {
          assert.equal(data[i * 700 + j], data[j * 700 + i]);
          assert.ok(Math.abs(data[i * 700 + j] - profile[Math.abs(i - j)]) < 1e-13);
        }
      assert.deepEqual((await pe.gram(rope, positions)).data, data, 'the same bits every time');
    });

    test('rotate: nested rows and a matrix, norms kept, inner products depend on the offset', async () => {
      const q = Array.from({ length: 16 }, (_, i) => (i % 5) - 2);
      const plain = { encoding: 'rope', dim: 16 };
      const { data, rows, cols } = await pe.rotate(plain, [q, q, q], [0, 3, 1003]);
      assert.deepEqual([rows, cols], [3, 16]);
      assert.deepEqual([...data.slice(0, 16)], q);
      const dot = (a, b) => a.reduce((sum, value, i) => sum + value * b[i], 0);
      const norm = dot(q, q);
      for (let row = 0; row < 3; row++) {
        const part = data.slice(row * 16, row * 16 + 16);
        assert.ok(Math.abs(dot(part, part) - norm) < 1e-12);
      }
      const shifted = await pe.rotate(plain, { data: new Float64Array([...q, ...q]), rows: 2, cols: 16 }, [
        1e6,
        1e6 + 3,
      ]);
      const near = dot(data.slice(0, 16), data.slice(16, 32));
      assert.ok(Math.abs(near - dot(shifted.data.slice(0, 16), shifted.data.slice(16, 32))) < 1e-12);
    });

    test('rotate in float32: the float64 result rounded once, however long and however it is given', async () => {
      const [heads, n, cols] = [3, 700, 24]; // several pieces
      const single = Float32Array.from({ length: heads * n * cols }, (_, i) =>
        Math.fround(((i * 37) % 1009) / 100 - 5),
      );
      const matrix = (data) => ({ data, rows: heads * n, cols });
      const positions = Array.from({ length: heads * n }, (_, i) => 1e5 + (i % n));
      for (const layout of ['half', 'interleaved']) {
        const spec = { encoding: 'rope', dim: cols, rotaryDim: 20, layout };
        const double = await pe.rotate(spec, matrix(single), positions, { dtype: 'f64' });
        assert.ok(double.data instanceof Float64Array);
        const rounded = new Float32Array(double.data);
        for (const data of [single, new Float64Array(single)]) {
          const { data: got, rows } = await pe.rotate(spec, matrix(data), positions, { dtype: 'f32' });
          assert.ok(got instanceof Float32Array && rows === heads * n);
          assert.deepEqual(got, rounded);
        }
        const rows = Array.from({ length: 3 }, (_, r) => Array.from(single.subarray(r * cols, (r + 1) * cols)));
        const nested = await pe.rotate(spec, rows, positions.slice(0, 3), { dtype: 'f32', side: 'k' });
        assert.deepEqual(nested.data, rounded.subarray(0, 3 * cols));
      }
      assert.equal((await pe.rotate(rope, [], 0, { dtype: 'f32' })).data.length, 0);
      await refused(pe.rotate(rope, [], 0, { dtype: 'f16' }), 'bad_argument', 'options.dtype');
    });

    test('rotate: an output is rotated back, by the conjugate waves of cosSin', async () => {
      const x = Float64Array.from({ length: 2 * 8 }, (_, i) => ((i * 37) % 11) - 5);
      for (const layout of ['half', 'interleaved']) {
        const spec = { encoding: 'rope', dim: 8, layout };
        const { cos, sin } = await pe.cosSin(spec, 1e6, 2, { dtype: 'f64' });
        const { data } = await pe.rotate(spec, { data: x, rows: 2, cols: 8 }, [1e6, 1e6 + 1], { side: 'o' });
        for (let row = 0; row < 2; row++)
          for (let i = 0; i < 4; i++) {
            const [one, two] = (layout === 'half' ? [i, i + 4] : [2 * i, 2 * i + 1]).map((c) => row * 8 + c);
            const [c, s] = [cos[row * 4 + i], sin[row * 4 + i]];
            assert.ok(Math.abs(data[one] - (x[one] * c + x[two] * s)) < 1e-14, `${layout} ${row} ${i}`);
            assert.ok(Math.abs(data[two] - (x[two] * c - x[one] * s)) < 1e-14, `${layout} ${row} ${i}`);
          }
      }
      const pair = [[1, 2]];
      await refused(pe.rotate({ encoding: 'xpos', dim: 2 }, pair, [1], { side: 'o' }), 'not_defined', 'encoding');
      await refused(pe.rotate({ encoding: 'rope', dim: 2 }, pair, [1], { side: 'v' }), 'bad_argument', 'options.side');
    });

    test('rotate: shapes and numbers are checked', async () => {
      const plain = { encoding: 'rope', dim: 4 };
      await refused(pe.rotate(plain, [[1, 2, 3, 4]], 2), 'bad_shape', 'x');
      await refused(pe.rotate(plain, [[1, 2, 3]], 1), 'bad_shape', 'x[0]');
      await refused(pe.rotate(plain, [[1, 2, 3, NaN]], 1), 'bad_argument', 'x[0][3]');
      await refused(pe.rotate(plain, ['1234'], 1), 'bad_argument', 'x[0]');
      await refused(pe.rotate(plain, { data: new Float64Array(4), rows: 4, cols: 1 }, 1), 'bad_shape', 'x');
      await refused(pe.rotate(plain, { data: new Float64Array(5), rows: 1, cols: 4 }, 1), 'bad_shape', 'x.data');
      await refused(pe.rotate(plain, 7, 1), 'bad_argument', 'x');
      for (const type of [Float32Array, Float64Array]) {
        for (const wrong of [NaN, Infinity, -Infinity]) {
          for (const at of [0, 6, 11]) {
            const data = new type(12).fill(type === Float32Array ? 3e38 : 1e308);
            data[at] = wrong;
            await refused(pe.rotate(plain, { data, rows: 3, cols: 4 }, 3), 'bad_argument', `x.data[${at}]`);
          }
        }
      }
    });

    test('attentionBias: causal and symmetric, masked keys are -Infinity', async () => {
      const { data, rows, cols } = await pe.attentionBias({ encoding: 'alibi', heads: 8 }, 3, 4);
      assert.deepEqual([rows, cols], [24, 4]);
      // the last query is at the last key
      assert.deepEqual(
        [...data.slice(0, 12)],
        [-0.5, 0, -Infinity, -Infinity, -1, -0.5, 0, -Infinity, -1.5, -1, -0.5, 0],
      );
      const both = await pe.attentionBias({ encoding: 'alibi', heads: 8, direction: 'symmetric' }, 2, 2);
      assert.deepEqual([...both.data.slice(0, 4)].map(Math.abs), [0, 0.5, 0.5, 0]);
      assert.equal((await pe.attentionBias({ encoding: 'alibi', heads: 8 }, 0, 4)).data.length, 0);
      await refused(pe.attentionBias({ encoding: 'alibi', heads: 8 }, 2 ** 20, 2 ** 20), 'too_large', 'nQuery');
      await refused(pe.attentionBias({ encoding: 'alibi', heads: 8 }, -1, 2), 'bad_argument', 'nQuery');
      await refused(pe.attentionBias({ encoding: 'alibi', heads: 8 }, 1, '2'), 'bad_argument', 'nKey');
    });

    test('a stage that an encoding does not have is not_defined', async () => {
      await refused(pe.table({ encoding: 'alibi', heads: 8 }, 3), 'not_defined', 'encoding');
      await refused(pe.rotate(sinusoidal, [[1]], 1), 'not_defined', 'encoding');
      await refused(pe.attentionBias(rope, 3, 3), 'not_defined', 'encoding');
      await refused(pe.exportConfig(sinusoidal), 'not_defined', 'encoding');
      await refused(
        pe.kernelProfile({ encoding: 'sinusoidal', dim: 7, oddRule: 'literal' }, 3),
        'not_defined',
        'encoding',
      );
    });

    test('report: text and object agree; its spec gives its frequencies', async () => {
      const report = await pe.report(llama31);
      assert.deepEqual(await pe.report(JSON.stringify(llama31)), report);
      assert.deepEqual([report.type, report.base, report.headDim, report.rotaryDim], ['llama3', 5e5, 128, 128]);
      assert.deepEqual([report.trainedContext, report.contextLength, report.pairs.length], [8192, 131072, 64]);
      assert.deepEqual(report.frequencies, [...(await pe.frequencies(report.spec))]);
      assert.equal((await pe.report(llama31, { contextLength: 4096 })).contextLength, 4096);
      await refused(pe.report(llama31, { contextLength: 0 }), 'bad_argument', 'options.contextLength');
    });

    test('report: the regime follows contextLength, and the spec of the report too', async () => {
      const config = {
        model_type: 'phi3',
        hidden_size: 8,
        num_attention_heads: 1,
        max_position_embeddings: 64,
        original_max_position_embeddings: 16,
        rope_theta: 10000,
        rope_scaling: { type: 'longrope', short_factor: [1, 1, 1, 1], long_factor: [1, 2, 3, 4] },
      };
      for (const [contextLength, regime] of [
        [16, 'short'],
        [17, 'long'],
      ]) {
        const report = await pe.report(config, { contextLength });
        assert.equal(report.regime, regime);
        assert.deepEqual(report.frequencies, [...(await pe.frequencies(report.spec))]);
      }
    });

    test('exportConfig and importConfig are inverse', async () => {
      const { layers } = await pe.importConfig(llama31);
      assert.deepEqual(Object.keys(layers), ['default']);
      const fragment = await pe.exportConfig(layers.default.spec);
      assert.equal(fragment.rope_parameters.rope_type, 'llama3');
      const again = await pe.importConfig({
        model_type: 'llama',
        hidden_size: 4096,
        num_attention_heads: 32,
        max_position_embeddings: 131072,
        ...fragment,
      });
      assert.deepEqual(again.layers.default.spec, layers.default.spec);
      const typed = {
        ...rope,
        scaling: {
          type: 'longrope',
          originalContext: 16,
          factor: 4,
          shortFactor: new Float64Array(8).fill(1),
          longFactor: new Float64Array(8).fill(2),
        },
      };
      assert.deepEqual((await pe.exportConfig(typed)).rope_parameters.long_factor, new Array(8).fill(2));
    });

    test('too large is refused by arithmetic: nothing is allocated, bytes and the way out are named', async () => {
      const before = process.memoryUsage().rss;
      for (const n of [2 ** 32, 1e12, Number.MAX_SAFE_INTEGER]) {
        const error = await refused(pe.table({ encoding: 'sinusoidal', dim: 512 }, n), 'too_large', 'positions');
        assert.match(error.message, /needs .* bytes.* at most .*2147483640 bytes.*tableBlocks/);
        await refused(pe.derivative(sinusoidal, n), 'too_large', 'positions');
        await refused(pe.gram(sinusoidal, n), 'too_large', 'positions');
        await refused(pe.kernelProfile(sinusoidal, n), 'too_large', 'offsets');
      }
      await refused(
        pe.tableBlocks({ encoding: 'sinusoidal', dim: 512 }, 2 ** 40, { blockRows: 2 ** 30 }).next(),
        'too_large',
        'options.blockRows',
      );
      assert.ok(process.memoryUsage().rss - before < 64 * 2 ** 20, 'without allocating');
    });

    test('concurrent calls do not disturb one another', async () => {
      const specs = Array.from({ length: 12 }, (_, i) => ({ encoding: 'sinusoidal', dim: 2 * i + 2 }));
      const alone = [];
      for (const spec of specs)
        alone.push(await pe.gram(spec, [0, 0.5, 7, 1e6]), await pe.table(spec, { start: 0.5, count: 3000 }));
      const together = await Promise.all(
        specs.flatMap((spec) => [pe.gram(spec, [0, 0.5, 7, 1e6]), pe.table(spec, { start: 0.5, count: 3000 })]),
      );
      assert.deepEqual(together, alone);
    });
  });
}

test('attentionBias: one head is those rows of all heads', async () => {
  for (const { options } of allModes) {
    const pe = await create(options);
    const spec = { encoding: 'alibi', heads: 5 };
    const all = await pe.attentionBias(spec, 3, 4);
    for (let head = 0; head < 5; head++) {
      const one = await pe.attentionBias(spec, 3, 4, { head });
      assert.deepEqual([all.rows, all.cols, one.rows, one.cols], [15, 4, 3, 4]);
      assert.deepEqual(one.data, all.data.slice(head * 12, (head + 1) * 12));
    }
    await refused(pe.attentionBias(spec, 3, 4, { head: 5 }), 'bad_argument', 'options.head');
    await refused(pe.attentionBias(spec, 3, 4, { head: -1 }), 'bad_argument', 'options.head');
    pe.dispose();
  }
});

test('exportConfig: refuses what the core refuses', async () => {
  const list = (n) => Array(n).fill(2);
  const longrope = { type: 'longrope', factor: 4, originalContext: 64, shortFactor: list(4), longFactor: list(1) };
  await refused(pe.exportConfig({ encoding: 'rope', dim: 8, rotaryDim: 10 }), 'bad_param', 'rotaryDim');
  await refused(pe.exportConfig({ encoding: 'rope', dim: 7 }), 'bad_param', 'dim');
  await refused(pe.exportConfig({ encoding: 'rope', dim: 8, scaling: longrope }), 'bad_shape', 'scaling.longFactor');
  const yarn = { type: 'yarn', factor: 4, originalContext: 64 };
  await refused(pe.exportConfig({ encoding: 'rope', dim: 8, base: 1, scaling: yarn }), 'bad_param', 'base');
  assert.equal((await pe.exportConfig({ encoding: 'rope', dim: 8, scaling: yarn })).rope_parameters.rope_type, 'yarn');
});
