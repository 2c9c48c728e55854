/** Rotation of several heads: `heads` of rotate, and the rotator of one token at a time, against rotate row by row. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { pe } from './support/instance.mjs';
import { create, refused } from './support/posenc.mjs';
import { random } from './support/random.mjs';

const yarn = { type: 'yarn', factor: 4, originalContext: 4096 };
const specs = {
  half: { encoding: 'rope', dim: 64 },
  interleaved: { encoding: 'rope', dim: 64, layout: 'interleaved' },
  'a part of the head': { encoding: 'rope', dim: 80, rotaryDim: 20, base: 5e5 },
  'an amplitude': { encoding: 'rope', dim: 32, scaling: yarn },
};
const positions = [0, 1, 2, 70, 71, 5, 4095, 1e6, 1e6 + 1, 10 ** 12, 2 ** 53, -3, 0.5, 1.5];

const next = random('rotator');
const vectors = (type, length) => type.from({ length }, () => 2 * next() - 1);

describe('a rotator has the bits of rotate', () => {
  for (const [name, spec] of Object.entries(specs))
    for (const type of [Float32Array, Float64Array])
      for (const side of ['q', 'k', 'o'])
        test(`${name}, ${type.name}, ${side}`, async () => {
          const rope = await pe.prepare(spec);
          const heads = 3;
          const turn = rope.sync.rotator({ heads, side });
          for (const position of positions) {
            const x = vectors(type, heads * spec.dim);
            const rows = { data: x.slice(), rows: heads, cols: spec.dim };
            const expected = rope.sync.rotate(rows, Array(heads).fill(position), { side }).data;
            assert.equal(turn(x, position), x);
            assert.deepEqual(x, expected, `at ${position}`);
          }
          rope.dispose();
        });
});

test('what a rotator does not take is refused', async () => {
  const rope = await pe.prepare(specs.half);
  const turn = rope.sync.rotator();
  const error = (call, code, field) => assert.throws(call, (thrown) => thrown.code === code && thrown.field === field);
  error(() => turn([1], 0), 'bad_argument', 'x');
  error(() => turn(new Float32Array(63), 0), 'bad_shape', 'x');
  for (const wrong of [NaN, Infinity, 2 ** 54, '1', undefined])
    error(() => turn(new Float32Array(64), wrong), 'bad_positions', 'position');
  error(() => rope.sync.rotator({ heads: 0 }), 'bad_argument', 'options.heads');
  error(() => rope.sync.rotator({ dtype: 'f32' }), 'bad_argument', 'options.dtype');
  error(() => rope.sync.rotator({ onProgress() {} }), 'bad_argument', 'options.onProgress');
  rope.dispose();
  error(() => rope.sync.rotator(), 'disposed', '');
  error(() => turn(new Float32Array(64), 0), 'disposed', '');
  const scaled = await pe.prepare({ ...specs.half, attnScale: 0.1, floorScale: 8192 });
  error(() => scaled.sync.rotator(), 'not_defined', 'spec');
  assert.equal(typeof scaled.sync.rotator({ side: 'k' }), 'function');
});

describe('heads', () => {
  for (const options of [{}, { worker: true }, { workers: 2 }])
    test(`each row has as many vectors, ${JSON.stringify(options)}`, async () => {
      const own = await create(options);
      try {
        const spec = specs['a part of the head'];
        const [heads, rows] = [5, 300];
        for (const at of [rows, { start: 7, count: rows, step: 3 }, Array.from({ length: rows }, (_, i) => 1e9 - i)]) {
          const x = { data: vectors(Float32Array, heads * rows * 80), rows, cols: heads * 80 };
          const made = await own.rotate(spec, x, at, { heads });
          assert.deepEqual([made.rows, made.cols, made.backend], [rows, heads * 80, 'wasm']);
          const list = Array.isArray(at)
            ? at
            : Array.from({ length: rows }, (_, i) => (at.start ?? 0) + i * (at.step ?? 1));
          const each = { data: x.data, rows: heads * rows, cols: 80 };
          const positions = list.flatMap((position) => Array(heads).fill(position));
          assert.deepEqual(made.data, (await own.rotate(spec, each, positions)).data);
          const into = new Float32Array(x.data.length);
          assert.equal((await own.rotate(spec, x, at, { heads, into })).data, into);
          assert.deepEqual(into, made.data);
        }
      } finally {
        own.dispose();
      }
    });

  test('a matrix of another width is refused', async () => {
    const x = { data: new Float32Array(128), rows: 2, cols: 64 };
    await refused(pe.rotate(specs.half, x, [0, 1], { heads: 2 }), 'bad_shape', 'x');
    await refused(pe.rotate(specs.half, x, [0, 1], { heads: 1.5 }), 'bad_argument', 'options.heads');
  });
});
