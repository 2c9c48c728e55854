/**
 * Rotation of queries and keys on a GPU: within the documented bound of the module, for any buffers, devices and
 * shaders of the caller.
 */
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { pe as plain } from './support/instance.mjs';
import { refused } from './support/posenc.mjs';
import { random } from './support/random.mjs';
import { changeShaders, newDevice, numbersOf, on, skip, webgpu } from './support/webgpu.mjs';

const rope = { encoding: 'rope', dim: 64 };
const [storage, copySource, copyTarget, uniform] = [0x80, 0x4, 0x8, 0x40];
const both = storage | copySource;
const device = await newDevice(); // the caller's
after(() => device?.destroy());

const chance = random('rotate on a GPU');
const drawn = (length) => Float32Array.from({ length }, () => (chance() - 0.5) * 2 ** (8 * chance()));

/** A matrix with these numbers on a device. */
function uploaded(data, cols, { on = device, usage = both, extra = 0 } = {}) {
  const buffer = on.createBuffer({ size: data.byteLength + extra, usage: usage | copyTarget });
  on.queue.writeBuffer(buffer, 0, data);
  return { buffer, rows: data.length / cols, cols };
}

/** The module's result, row i at positions[i mod n]. */
async function expectedOf(spec, data, positions, side = 'q') {
  const cols = spec.dim;
  const list = Float64Array.from({ length: data.length / cols }, (_, i) => positions[i % positions.length]);
  const x = { data, rows: list.length, cols };
  return (await plain.rotate(spec, x, list, { dtype: 'f32', side })).data;
}

/** 2.6e-7·(|x1| + |x2|) + 2^-124, times the amplitude's next power of two; other channels are copied. */
function assertWithin(got, expected, data, { dim, rotaryDim = dim, layout, scaling }) {
  assert.equal(got.length, expected.length);
  for (let i = 0; i < got.length; i++) {
    const [start, c] = [i - (i % dim), i % dim];
    const other = layout === 'interleaved' ? c ^ 1 : (c + rotaryDim / 2) % rotaryDim;
    const pair = c < rotaryDim ? Math.abs(data[i]) + Math.abs(data[start + other]) : 0;
    const bound = 2.6e-7 * (scaling ? 2 : 1) * pair + 2 ** -124;
    assert.ok(Math.abs(got[i] - expected[i]) <= bound, `${i}: ${got[i]}, not ${expected[i]}`);
  }
}

const range = ({ start, count, step = 1 }) => Float64Array.from({ length: count }, (_, i) => start + i * step);

describe('rotateOnGpu', { skip }, () => {
  for (const spec of [
    rope,
    { encoding: 'rope', dim: 32, layout: 'interleaved', base: 500000 },
    { encoding: 'rope', dim: 40, rotaryDim: 16 },
    { encoding: 'rope', dim: 32, scaling: { type: 'yarn', factor: 8, originalContext: 4096 } },
  ]) {
    test(`within the bound, heads one after the other at the same positions: ${JSON.stringify(spec)}`, async () => {
      const { dim } = spec;
      for (const [positions, heads] of [
        [{ start: 0, count: 700 }, 1],
        [{ start: 2 ** 32 - 37, count: 37 }, 12], // a head ends within the rows of one invocation
        [{ start: 0.5, count: 5, step: 0.25 }, 100],
        [{ start: 12345, count: 1 }, 9],
        [{ start: 5, count: 0 }, 1],
        [[7, 7, 2 ** 31, 0, 355], 41],
      ]) {
        const list = Array.isArray(positions) ? positions : range(positions);
        const data = drawn(heads * list.length * dim);
        const made = await plain.rotateOnGpu(spec, uploaded(data, dim), positions, { device, side: 'k' });
        assert.equal(made.device, device);
        const any = data.length ? 'webgpu' : 'wasm';
        assert.deepEqual([made.rows, made.cols, made.backend], [data.length / dim, dim, any]);
        if (data.length) assertWithin(await numbersOf(made), await expectedOf(spec, data, list, 'k'), data, spec);
      }
    });
  }

  test("in parts, with progress, into the caller's buffer, from a matrix of this instance", async () => {
    const table = await plain.tableOnGpu({ encoding: 'sinusoidal', dim: 64 }, 6000, { device });
    const into = device.createBuffer({ size: 4 * 64 * 6000 + 12, usage: both | copyTarget });
    const fractions = [];
    const onProgress = (done) => fractions.push(done);
    const made = await plain.rotateOnGpu(rope, table, 2000, { into, onProgress });
    assert.equal(made.buffer, into);
    assert.deepEqual([made.rows, made.backend], [6000, 'webgpu']);
    assert.ok(fractions.length > 1);
    assert.equal(fractions.at(-1), 1);
    const data = await numbersOf(table);
    assertWithin(await numbersOf(made), await expectedOf(rope, data, range({ start: 0, count: 2000 })), data, rope);
    const again = await plain.rotateOnGpu(rope, made, 3000);
    assert.equal(again.device, device);
    assert.equal(again.backend, 'webgpu');
  });

  test('on the device of an instance', () =>
    on(webgpu.gpu, async (pe) => {
      const table = await pe.tableOnGpu({ encoding: 'sinusoidal', dim: 64 }, 30);
      const data = await numbersOf(table);
      const made = await pe.rotateOnGpu(rope, table, 10);
      assert.equal(made.device, table.device);
      assertWithin(await numbersOf(made), await expectedOf(rope, data, range({ start: 0, count: 10 })), data, rope);
    }));

  test('tiny numbers; and those that are not finite or overflow stay in their pair', async () => {
    const data = drawn(300 * 64);
    data.fill(1e-38, 64, 128);
    data.fill(2e-45, 128, 192);
    const some = new Map([
      [5 * 64 + 3, NaN],
      [6 * 64 + 40, Infinity],
      [7 * 64, 3e38],
      [7 * 64 + 32, 3e38],
    ]);
    for (let row = 192; row < 292; row++) for (const [i, value] of some) data[row * 64 + i] = value;
    const made = await plain.rotateOnGpu(rope, uploaded(data, 64), 300, { device });
    assert.equal(made.backend, 'webgpu');
    const got = await numbersOf(made);
    const clean = (values) =>
      values.map((value, i) => (Math.abs(data[i]) + Math.abs(data[i ^ 32]) < 2 ** 125 ? value : 0));
    const expected = await expectedOf(
      rope,
      data.map((value) => (Number.isFinite(value) ? value : 0)),
      range({ start: 0, count: 300 }),
    );
    assertWithin(clean(got), clean(expected), clean(data), rope);
  });

  test('what the shaders cannot do, or do wrong, the module does from x', async () => {
    const axial = { encoding: 'rope-2d-axial', dim: 64 };
    const pope = { encoding: 'pope', dim: 8 };
    const cases = [
      [rope, 64, 60, [0.1, 0.2, 0.3]],
      [{ encoding: 'xpos', dim: 64 }, 64, 60, 20],
      [axial, 64, 60, { grid: [5, 6] }],
      [pope, 8, 60, 30],
    ];
    for (const [spec, cols, rows, positions] of cases) {
      const data = drawn(rows * cols);
      const made = await plain.rotateOnGpu(spec, uploaded(data, cols), positions, { device, side: 'k' });
      assert.equal(made.backend, 'wasm');
      const n = positions.length ?? (positions.grid ? 30 : positions);
      const parts = [];
      for (let row = 0; row < rows; row += n) {
        const x = { data: data.subarray(row * cols, (row + n) * cols), rows: n, cols };
        const part = await plain.rotate(spec, x, positions, { dtype: 'f32', side: 'k' });
        assert.equal(part.cols, made.cols);
        parts.push(...part.data);
      }
      assert.deepEqual([...(await numbersOf(made))], parts);
    }

    for (const [from, to] of [
      ['a * value.y - b', 'a * value.y + b'], // every row
      ['k %= params.period', 'k %= params.period + 8u'], // heads after the first
      ['lane.amplitude * wave', '0.5 * wave'], // also the probe
    ]) {
      const lying = await newDevice();
      const lies = changeShaders(lying, (code) => code.replace(from, to));
      const data = drawn(4000 * 64);
      const x = uploaded(data, 64, { on: lying });
      const into = lying.createBuffer({ size: data.byteLength, usage: both | copyTarget });
      const made = await plain.rotateOnGpu(rope, x, 50, { device: lying, into });
      assert.ok(lies.shaders > 0);
      assert.equal(made.backend, 'wasm');
      assert.deepEqual(await numbersOf(made), await expectedOf(rope, data, range({ start: 0, count: 50 })));
      assert.deepEqual(await numbersOf({ ...x, device: lying }), data);
      lying.destroy();
    }
  });

  test('buffers that will not do are refused, and the next call works', async () => {
    const data = drawn(10 * 64);
    const x = uploaded(data, 64);
    const other = await newDevice();
    const buffer = (usage, size = data.byteLength, on = device) => on.createBuffer({ size, usage });
    const all = both | copyTarget;
    const gone = buffer(all);
    gone.destroy();
    const mapped = device.createBuffer({ size: data.byteLength, usage: all, mappedAtCreation: true });
    const cases = [
      [{ ...x, rows: 20 }, 10, {}, 'bad_shape', 'x.buffer'],
      [{ ...x, cols: 32, rows: 20 }, 10, {}, 'bad_shape', 'x'],
      [x, 3, {}, 'bad_shape', 'x'],
      [x, 0, {}, 'bad_shape', 'x'],
      [{ ...x, rows: -1 }, 10, {}, 'bad_shape', 'x.rows'],
      [{ ...x, buffer: data }, 10, {}, 'bad_argument', 'x.buffer'],
      [{ ...x, buffer: buffer(storage) }, 10, {}, 'bad_argument', 'x.buffer'],
      [{ ...x, buffer: buffer(copySource | uniform) }, 10, {}, 'bad_argument', 'x.buffer'],
      [{ ...x, buffer: buffer(all, data.byteLength, other) }, 10, {}, 'bad_argument', 'x.buffer'],
      [{ ...x, buffer: gone }, 10, {}, 'bad_argument', 'x.buffer'],
      [{ ...x, buffer: mapped }, 10, {}, 'bad_argument', 'x.buffer'],
      [{ ...x, device: 5 }, 10, {}, 'bad_argument', 'x.device'],
      [{ ...x, device: other }, 10, {}, 'bad_argument', 'options.device'],
      [data, 10, {}, 'bad_argument', 'x'],
      [x, 10, { device: undefined }, 'bad_argument', 'options.device'],
      [x, 10, { side: 'v' }, 'bad_argument', 'options.side'],
      [x, 10, { into: x.buffer }, 'bad_argument', 'options.into'],
      [x, 10, { into: data }, 'bad_argument', 'options.into'],
      [x, 10, { into: buffer(both) }, 'bad_argument', 'options.into'],
      [x, 10, { into: buffer(all, data.byteLength - 4) }, 'bad_shape', 'options.into'],
      [x, 10, { into: buffer(all, data.byteLength, other) }, 'bad_argument', 'options.into'],
      [x, 10, { into: gone }, 'bad_argument', 'options.into'],
      [x, 10, { into: buffer(all), usage: uniform }, 'bad_argument', 'options.usage'],
      [x, [[1, 2]], {}, 'bad_positions', 'positions'],
      [x, -1, {}, 'bad_positions', 'positions'],
    ];
    for (const [given, positions, options, code, field] of cases) {
      await refused(plain.rotateOnGpu(rope, given, positions, { device, ...options }), code, field);
      const made = await plain.rotateOnGpu(rope, x, 10, { device });
      assert.equal(made.backend, 'webgpu');
      made.buffer.destroy();
    }
    await refused(plain.rotateOnGpu({ encoding: 'alibi', heads: 2 }, x, 10, { device }), 'not_defined', 'encoding');
    other.destroy();
    await refused(plain.rotateOnGpu(rope, x, 10, { device: other }), 'bad_argument', 'options.device');
  });

  test('an abort is heard, and the next call works', async () => {
    const data = drawn(20_000 * 64);
    const x = uploaded(data, 64);
    const controller = new AbortController();
    const onProgress = () => controller.abort(new Error('enough'));
    const call = plain.rotateOnGpu(rope, x, 20_000, { device, signal: controller.signal, onProgress });
    await assert.rejects(call, /enough/);
    assert.equal((await plain.rotateOnGpu(rope, x, 20_000, { device })).backend, 'webgpu');
  });
});
