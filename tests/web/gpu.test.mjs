/**
 * Tables and rotations from WebGPU: within the documented bound if WebGPU can make them, else the module's. Runs on a
 * real GPU if there is one, else on a software adapter, through Dawn's bindings for Node.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { pe as plain } from './support/instance.mjs';
import { refused } from './support/posenc.mjs';
import { random, sampled } from './support/random.mjs';
import { changed, largest, on, skip, webgpu } from './support/webgpu.mjs';

const full = Boolean(process.env.POSENC_FULL);
const sinusoidal = { encoding: 'sinusoidal', dim: 64 };

const specs = [
  sinusoidal,
  { encoding: 'sinusoidal', dim: 16, layout: 'half', base: 1e30 },
  { encoding: 'sinusoidal', dim: 8, layout: 'half-flipped', scale: -6.25 },
  { encoding: 'sinusoidal', dim: 7, oddRule: 'zero-column' },
  { encoding: 'sinusoidal', dim: 10, scale: 1e9 },
  { encoding: 'timestep', dim: 32, maxPeriod: 1e4 },
  { encoding: 'rope', dim: 64, base: 500000 },
  { encoding: 'rope', dim: 32, layout: 'half', scaling: { type: 'yarn', factor: 8, originalContext: 4096 } },
  { encoding: 'random-fourier', dim: 32, axes: 1, seed: 3 },
  { encoding: 'siren', dim: 16, axes: 1, seed: 4 },
];
const places = [
  100,
  { start: 2 ** 32 - 333, count: 333 },
  { start: -1e6, step: 7, count: 200 },
  { start: 0.5, step: 0.25, count: 200 },
  { start: 1e15, step: -1e6, count: 64 },
  [0, 4294967295, 355, 103993, 1, 1, 2 ** 31],
  Float64Array.of(-5, 4294967290, 7),
];

test('a device has to reproduce at least 4096 entries: 17,472 of them, as docs/gpu.md says', async () => {
  const { probeEntries } = await import('../../dist/lib/gpu/probe.js');
  assert.equal(probeEntries, 17_472);
});

describe('tables', { skip }, () => {
  for (const spec of sampled('tables on a GPU', specs, 5)) {
    test(`within 1.3e-7 of the module: ${JSON.stringify(spec)}`, () =>
      on(webgpu.gpu, async (pe) => {
        for (const positions of places) {
          const [got, expected] = [await pe.table(spec, positions), await plain.table(spec, positions)];
          assert.equal(got.backend, 'webgpu');
          assert.equal(expected.backend, 'wasm');
          const most = expected.data.reduce((a, b) => Math.max(a, Math.abs(b)), 1);
          const bound = 1.3e-7 * 2 ** Math.ceil(Math.log2(most));
          const off = largest(got.data, expected.data);
          assert.ok(off <= bound, `${off} at ${JSON.stringify(positions)}`);
        }
      }));
  }

  test(`random positions up to 2^32 - 1, ${full ? '10^7' : '10^6'} entries`, () =>
    on(webgpu.gpu, async (pe) => {
      let worst = 0;
      const chance = random('positions on a GPU');
      for (let entries = 0; entries < (full ? 1e7 : 1e6);) {
        const list = Float64Array.from({ length: 2000 }, () => Math.floor(chance() * 2 ** (32 * chance())));
        const range = { start: Math.floor(chance() * (2 ** 32 - 6000)), count: 6000 };
        for (const positions of [list, range]) {
          const [got, expected] = [await pe.table(sinusoidal, positions), await plain.table(sinusoidal, positions)];
          assert.equal(got.backend, 'webgpu');
          worst = Math.max(worst, largest(got.data, expected.data));
          entries += got.data.length;
        }
      }
      console.log(`largest difference ${worst}`);
      assert.ok(worst <= 1.3e-7, String(worst));
    }));

  test("in blocks, into the caller's array, with progress, in a worker", async () => {
    const expected = (await plain.table(sinusoidal, 5000)).data;
    for (const worker of [false, true]) {
      await on(
        webgpu.gpu,
        async (pe) => {
          const rows = [];
          for await (const block of pe.tableBlocks(sinusoidal, 5000, { blockRows: 1999 })) {
            assert.equal(block.backend, 'webgpu');
            assert.equal(block.firstRow * 64, rows.length);
            for (const value of block.data) rows.push(value);
          }
          assert.ok(largest(rows, expected) <= 1.3e-7);
          const into = new Float32Array(5000 * 64);
          const fractions = [];
          const made = await pe.table(sinusoidal, 5000, { into, onProgress: (done) => fractions.push(done) });
          assert.equal(made.data, into);
          assert.equal(fractions.at(-1), 1);
          assert.ok(largest(into, expected) <= 1.3e-7);
        },
        { worker },
      );
    }
  });

  test('what a GPU cannot do has the bits of the module', () =>
    on(webgpu.gpu, async (pe) => {
      const cases = [
        [sinusoidal, 50, { dtype: 'f64' }],
        [sinusoidal, [0.1, 0.2]],
        [sinusoidal, [0, 2 ** 32]],
        [sinusoidal, { start: 0.1, step: 1e-20, count: 9 }],
        [sinusoidal, { start: 2 ** 40 + 0.3, count: 9, step: 0.1 }],
        [sinusoidal, 0],
        [{ ...sinusoidal, paddingIndex: 0 }, 50],
        [{ encoding: 'sincos2d-mae', dim: 16 }, { grid: [4, 4] }],
        [{ encoding: 'nerf', bands: 4, axes: 1, includeInput: 'yes' }, 20],
      ];
      for (const [spec, positions, options] of cases) {
        const [got, expected] = [await pe.table(spec, positions, options), await plain.table(spec, positions, options)];
        assert.deepEqual(got, expected);
        assert.equal(got.backend, 'wasm');
      }
      await refused(pe.table({ encoding: 'sinusoidal', dim: 3 }, 9), 'bad_param', 'dim');
      await refused(pe.table(sinusoidal, 9, { into: new Float32Array(3) }), 'bad_shape', 'options.into');
      await refused(pe.table(sinusoidal, 2 ** 40), 'too_large', 'positions');
    }));

  test("'auto' is the module for small tables, and right for large ones", async () => {
    const small = await on(webgpu.gpu, (pe) => pe.table(sinusoidal, 1000), { device: 'auto' });
    assert.equal(small.backend, 'wasm');
    const [got, expected] = await on(
      webgpu.gpu,
      async (pe) => [await pe.table(sinusoidal, 2 ** 15), await plain.table(sinusoidal, 2 ** 15)],
      { device: 'auto' },
    );
    assert.ok(largest(got.data, expected.data) <= 1.3e-7);
  });

  test(`aborted at ${full ? 60 : 4} random times: what was written is right, nothing is written any more, the next call works`, () =>
    on(webgpu.gpu, async (pe) => {
      const rows = 60_000;
      const expected = (await plain.table(sinusoidal, rows)).data;
      await pe.table(sinusoidal, 10);
      let aborted = 0;
      const chance = random('aborts on a GPU');
      for (let i = 0; i < (full ? 60 : 4); i++) {
        const into = new Float32Array(rows * 64).fill(9);
        const controller = new AbortController();
        const reason = new Error('enough');
        const call = pe.table(sinusoidal, rows, { into, signal: controller.signal }).then(
          () => assert.equal(into.indexOf(9), -1),
          (thrown) => {
            assert.equal(thrown, reason);
            aborted++;
          },
        );
        await sleep(chance() * 250);
        controller.abort(reason);
        await call;
        const written = into.indexOf(9) === -1 ? into.length : into.indexOf(9);
        assert.equal(written % 64, 0);
        assert.ok(largest(into.subarray(0, written), expected.subarray(0, written)) <= 1.3e-7);
        await sleep(100);
        assert.ok(into.subarray(written).every((value) => value === 9));
        const next = await pe.table(sinusoidal, 100);
        assert.equal(next.backend, 'webgpu');
        assert.ok(largest(next.data, expected.subarray(0, 6400)) <= 1.3e-7);
      }
      assert.ok(aborted > 0);
    }));

  test('an abort while WebGPU is asked for errors is heard, not only one while the GPU works', async () => {
    for (const method of ['table', 'tableOnGpu']) {
      const controller = new AbortController();
      let [armed, silent] = [false, false];
      let devices = 0;
      const gpu = changed((device) => {
        devices++;
        const { popErrorScope, createBuffer } = Object.getPrototypeOf(device);
        const { submit, onSubmittedWorkDone } = Object.getPrototypeOf(device.queue);
        const never = new Promise(() => undefined);
        device.popErrorScope = async () => {
          const error = await popErrorScope.call(device);
          if (silent) controller.abort(new Error('enough'));
          return error;
        };
        device.queue.submit = (buffers) => {
          submit.call(device.queue, buffers);
          silent = armed; // from this submit on, the GPU does not respond
        };
        device.queue.onSubmittedWorkDone = () => (silent ? never : onSubmittedWorkDone.call(device.queue));
        device.createBuffer = (descriptor) => {
          const buffer = createBuffer.call(device, descriptor);
          const { mapAsync } = Object.getPrototypeOf(buffer);
          buffer.mapAsync = (...range) => (silent ? never : mapAsync.apply(buffer, range));
          return buffer;
        };
      });
      await on(gpu, async (pe) => {
        await pe.table(sinusoidal, 10);
        armed = true;
        await assert.rejects(pe[method](sinusoidal, 100, { signal: controller.signal }), /enough/);
        assert.equal(silent, true);
        assert.equal(devices, 1); // the first one was not given up
      });
    }
  });
});

describe('rotary embedding', { skip }, () => {
  const chance = random('vectors on a GPU');
  const drawn = (length) => Float32Array.from({ length }, () => (chance() - 0.5) * 2 ** (8 * chance()));
  for (const spec of [
    { encoding: 'rope', dim: 64 },
    { encoding: 'rope', dim: 32, layout: 'interleaved', base: 500000 },
    { encoding: 'rope', dim: 40, rotaryDim: 16 },
    { encoding: 'rope', dim: 40, rotaryDim: 16, layout: 'interleaved' },
    { encoding: 'p-rope', dim: 32, fraction: 0.5 },
    { encoding: 'rope', dim: 32, scaling: { type: 'yarn', factor: 8, originalContext: 4096 } },
  ]) {
    test(`within 2.6e-7 of |x1| + |x2|: ${JSON.stringify(spec)}`, () =>
      on(webgpu.gpu, async (pe) => {
        const { dim } = spec;
        const heads = Float64Array.from({ length: 600 }, (_, i) => 2 ** 31 + (i % 200));
        for (const positions of [1000, { start: 2 ** 32 - 300, count: 300 }, heads]) {
          const rows = positions.length ?? positions.count ?? positions;
          const x = { data: drawn(rows * dim), rows, cols: dim };
          const options = { dtype: 'f32' };
          const got = await pe.rotate(spec, x, positions, options);
          const expected = await plain.rotate(spec, x, positions, options);
          assert.equal(got.backend, 'webgpu');
          assert.deepEqual([got.rows, got.cols], [rows, dim]);
          const turned = spec.rotaryDim ?? dim;
          for (let i = 0; i < got.data.length; i++) {
            const [row, c] = [Math.floor(i / dim), i % dim];
            const half = turned / 2;
            const other = spec.layout === 'interleaved' ? c ^ 1 : c < half ? c + half : c - half;
            const pair = Math.abs(x.data[i]) + (c < turned ? Math.abs(x.data[row * dim + other]) : 0);
            const factor = spec.scaling ? 2 : 1; // YaRN's amplitude is between 1 and 2
            assert.ok(Math.abs(got.data[i] - expected.data[i]) <= 2.6e-7 * factor * pair, `${i}`);
          }
        }
      }));
  }

  test('a number that is not finite is refused, as by the module', () =>
    on(webgpu.gpu, async (pe) => {
      const x = { data: drawn(640), rows: 10, cols: 64 };
      x.data[70] = NaN;
      await refused(pe.rotate({ encoding: 'rope', dim: 64 }, x, 10), 'bad_argument', 'x.data[70]');
    }));

  test('in float64, from a float64 x, or of several coordinates: the bits of the module', () =>
    on(webgpu.gpu, async (pe) => {
      const x = { data: drawn(640), rows: 10, cols: 64 };
      const double = { ...x, data: Float64Array.from(x.data) };
      const rope = { encoding: 'rope', dim: 64 };
      const axial = { encoding: 'rope-2d-axial', dim: 64 };
      for (const [spec, vectors, positions, options] of [
        [rope, x, 10, { dtype: 'f64' }],
        [rope, double, 10, { dtype: 'f32' }],
        [axial, x, { grid: [2, 5] }, { dtype: 'f32' }],
        [{ encoding: 'xpos', dim: 64 }, x, 10, { dtype: 'f32' }],
      ]) {
        const got = await pe.rotate(spec, vectors, positions, options);
        assert.equal(got.backend, 'wasm');
        assert.deepEqual(got, await plain.rotate(spec, vectors, positions, options));
      }
    }));
});
