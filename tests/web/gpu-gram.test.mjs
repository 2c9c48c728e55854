/** Gram matrices in float32: the module's, rounded once; on WebGPU the same bits, or within the documented bound. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { describe, test } from 'node:test';
import { pe as plain } from './support/instance.mjs';
import { create, refused } from './support/posenc.mjs';
import { sampled } from './support/random.mjs';
import { changeShaders, changed, newDevice, numbersOf, on, skip, webgpu } from './support/webgpu.mjs';

const sinusoidal = { encoding: 'sinusoidal', dim: 64 };
/** Unevenly spaced, with duplicates. */
const scattered = (count, most = 2 ** 32) =>
  Float64Array.from({ length: count }, (_, i) =>
    i % 9 === 8 ? 7 : Math.floor(((i * 0.6180339887498949) % 1) * (i % 2 ? most : 1000)),
  );

const single = { dtype: 'f32' };
const grid = [{ encoding: 'sincos2d-mae', dim: 16 }, { grid: [20, 30] }];

describe('in float32', () => {
  test('the float64 matrix rounded once: in this thread, in a worker, in a pool', async () => {
    for (const options of [{}, { worker: true }, { workers: 2 }]) {
      const pe = await create(options);
      for (const [spec, positions] of [
        [sinusoidal, 300],
        [sinusoidal, { start: 0.5, count: 1201, step: 1.5 }],
        [sinusoidal, scattered(1300)],
        [{ encoding: 'siren', dim: 16, axes: 1, seed: 4 }, 100],
        grid,
        [sinusoidal, 0],
        [sinusoidal, 1],
      ]) {
        const { data, ...rest } = await pe.gram(spec, positions);
        assert.equal(data.constructor, Float64Array);
        const got = await pe.gram(spec, positions, single);
        assert.deepEqual(got, { data: Float32Array.from(data), ...rest });
        assert.equal(got.backend, 'wasm');
      }
      pe.dispose();
    }
  });

  test('from the command line', () => {
    const args = JSON.stringify([{ encoding: 'rope', dim: 6 }, [0, 1, 5], single]);
    const program = new URL('../../dist/cli/posenc.js', import.meta.url).pathname;
    const rows = JSON.parse(execFileSync(process.execPath, [program, 'call', 'gram', args], { encoding: 'utf8' }));
    const numbers = (rows.data ?? rows).flat();
    assert.equal(numbers.length, 9);
    for (const number of numbers) assert.equal(Math.fround(number), number);
  });

  test('arguments are checked', async () => {
    await refused(plain.gram(sinusoidal, 3, { dtype: 'f16' }), 'bad_argument', 'options.dtype');
    await refused(plain.gram(sinusoidal, 3, { type: 'f32' }), 'bad_argument', 'options.type');
    await refused(plain.gram({ encoding: 'alibi', heads: 8 }, 3, single), 'not_defined', 'encoding');
    await refused(plain.gram(sinusoidal, 30_000, single), 'too_large', 'positions');
  });
});

/** (w + 3)·2^-24·Σ|a||b| + 1.3e-7·(Σ|a| + Σ|b|), as documented in posenc.ts, also for amplitudes above 1. */
async function assertWithin(got, spec, positions) {
  const expected = (await plain.gram(spec, positions, single)).data;
  const { data: table, rows: n, cols: w } = await plain.table(spec, positions, { dtype: 'f64' });
  const largest = table.reduce((a, b) => Math.max(a, Math.abs(b)), 1);
  const entry = 1.3e-7 * 2 ** Math.ceil(Math.log2(largest));
  const sums = Float64Array.from({ length: n }, (_, i) =>
    table.subarray(i * w, (i + 1) * w).reduce((sum, a) => sum + Math.abs(a), 0),
  );
  assert.deepEqual([got.rows, got.cols, got.data.length], [n, n, n * n]);
  let worst = 0;
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      let both = 0;
      for (let c = 0; c < w; c++) both += Math.abs(table[i * w + c] * table[j * w + c]);
      const bound = (w + 3) * 2 ** -24 * both + entry * (sums[i] + sums[j]);
      const off = Math.abs(got.data[i * n + j] - expected[i * n + j]);
      assert.ok(off <= bound, `(${i}, ${j}) is off by ${off}, more than ${bound}`);
      worst = Math.max(worst, off / bound);
    }
  }
  return worst;
}

describe('from a GPU', { skip }, () => {
  test('evenly spaced integers: the bits of the module', () =>
    on(webgpu.gpu, async (pe) => {
      for (const [spec, positions] of [
        [sinusoidal, 1],
        [sinusoidal, 700],
        [sinusoidal, { start: 2 ** 40, count: 50, step: -3 }],
        [sinusoidal, [5, 8, 11, 14]],
        [{ encoding: 'rope', dim: 32 }, 65],
        [
          { encoding: 'timestep', dim: 30 },
          { start: -5, count: 129 },
        ],
      ]) {
        const got = await pe.gram(spec, positions, single);
        assert.equal(got.backend, 'webgpu');
        assert.deepEqual({ ...got, backend: 'wasm' }, await plain.gram(spec, positions, single));
      }
    }));

  test('others: within the stated bound', () =>
    on(webgpu.gpu, async (pe) => {
      let worst = 0;
      const cases = [
        [sinusoidal, scattered(2)],
        [sinusoidal, scattered(63)],
        [sinusoidal, scattered(64)],
        [sinusoidal, scattered(301)],
        [sinusoidal, { start: 0.3, count: 100, step: 0.7 }],
        [{ encoding: 'random-fourier', dim: 32, axes: 1, seed: 3 }, 129],
        [{ encoding: 'sinusoidal', dim: 6 }, scattered(130)],
        [{ encoding: 'sinusoidal', dim: 7, oddRule: 'literal' }, scattered(65)],
        [{ encoding: 'sinusoidal', dim: 512, base: 1e30 }, scattered(129)],
        [{ encoding: 'random-fourier', dim: 34, axes: 1, seed: 3 }, scattered(200, 1e6)],
        [{ encoding: 'rope', dim: 32, scaling: { type: 'yarn', factor: 8, originalContext: 4096 } }, scattered(100)],
        [
          { encoding: 'siren', dim: 16, axes: 1, seed: 4 },
          { start: -40, count: 200 },
        ], // not a function of the offset
      ];
      for (const [spec, positions] of sampled('Gram matrices', cases, 5)) {
        const got = await pe.gram(spec, positions, single);
        assert.equal(got.backend, 'webgpu', JSON.stringify(spec));
        worst = Math.max(worst, await assertWithin(got, spec, positions));
      }
      console.log(`largest difference ${worst} of the bound`);
      assert.ok(worst > 0, 'the shaders made them, not the module');
    }));

  test('in several parts, more columns than are compared, with progress', () =>
    on(webgpu.gpu, async (pe) => {
      const spec = { encoding: 'sinusoidal', dim: 4 };
      for (const positions of sampled('large Gram matrices', [4200, scattered(4200)], 1)) {
        const fractions = [];
        const got = await pe.gram(spec, positions, { ...single, onProgress: (done) => fractions.push(done) });
        assert.equal(got.backend, 'webgpu');
        assert.equal(fractions.at(-1), 1);
        assert.ok(fractions.length > 1);
        const expected = (await plain.gram(spec, positions, single)).data;
        let worst = 0;
        for (let i = 0; i < expected.length; i++) worst = Math.max(worst, Math.abs(got.data[i] - expected[i]));
        // Σ|a||b| <= 2 and Σ|a| <= 2·√2 in two waves
        assert.ok(worst <= 7 * 2 ** -24 * 2 + 1.3e-7 * 4 * Math.SQRT2, String(worst));
      }
    }));

  test('what a GPU cannot do has the bits of the module', () =>
    on(webgpu.gpu, async (pe) => {
      for (const [spec, positions, options] of [
        [sinusoidal, scattered(40), {}],
        [sinusoidal, 40, { dtype: 'f64' }],
        [sinusoidal, [0.1, 0.2, 0.7], single],
        [sinusoidal, 0, single],
        [{ ...sinusoidal, paddingIndex: 0 }, scattered(20), single],
        [...grid, single],
      ]) {
        const got = await pe.gram(spec, positions, options);
        assert.equal(got.backend, 'wasm');
        assert.deepEqual(got, await plain.gram(spec, positions, options));
      }
      await refused(pe.gram({ encoding: 'alibi', heads: 8 }, 3, single), 'not_defined', 'encoding');
      await refused(pe.gram(sinusoidal, 30_000, single), 'too_large', 'positions');
      await refused(pe.gram(sinusoidal, 1e12, single), 'too_large', 'positions');
    }));

  const lies = {
    'a product left out': ['channel += 16u', 'channel += 32u'],
    'rows that changed places': ['params.first + top + row', 'params.first + top + (row ^ 1u)'],
    'one column wrong': [
      'let index = row * params.width + channel;',
      'let index = row * params.width + channel - u32(channel == 77u);',
    ],
  };
  for (const [name, [from, to]] of sampled('lies', Object.entries(lies), 1)) {
    test(`a shader with ${name}: the bits of the module`, async () => {
      const lies = [];
      const lie = (code) => (code.includes('var<workgroup> down') ? code.replace(from, to) : code);
      const gpu = changed((device) => lies.push(changeShaders(device, lie)));
      const got = await on(gpu, (pe) => pe.gram(sinusoidal, scattered(200), single));
      assert.deepEqual(lies, [{ shaders: 1 }, { shaders: 1 }]);
      assert.equal(got.backend, 'wasm');
      assert.deepEqual(got, await plain.gram(sinusoidal, scattered(200), single));
    });
  }

  test('a device that is lost between two calls is replaced', async () => {
    const devices = [];
    await on(
      changed((device) => devices.push(device)),
      async (pe) => {
        await pe.gram(sinusoidal, scattered(100), single);
        devices[0].destroy();
        const got = await pe.gram(sinusoidal, scattered(100), single);
        assert.equal(got.backend, 'webgpu');
        await assertWithin(got, sinusoidal, scattered(100));
        assert.equal(devices.length, 2);
      },
    );
  });
});

describe('gramOnGpu', { skip }, () => {
  test("on the caller's device: the bits of the module, or within the bound", async () => {
    const device = await newDevice();
    const even = await plain.gramOnGpu(sinusoidal, 333, { device });
    assert.equal(even.device, device);
    assert.deepEqual([even.rows, even.cols, even.backend], [333, 333, 'webgpu']);
    assert.deepEqual(await numbersOf(even), (await plain.gram(sinusoidal, 333, single)).data);
    const uneven = await plain.gramOnGpu(sinusoidal, scattered(333), { device });
    assert.deepEqual([uneven.rows, uneven.cols, uneven.backend], [333, 333, 'webgpu']);
    await assertWithin({ ...uneven, data: await numbersOf(uneven) }, sinusoidal, scattered(333));
    assert.equal((await plain.gramOnGpu(sinusoidal, 0, { device })).rows, 0);
    device.destroy();
  });

  test('on a device of its own, with progress', () =>
    on(webgpu.gpu, async (pe) => {
      const fractions = [];
      const made = await pe.gramOnGpu(sinusoidal, scattered(500), { onProgress: (done) => fractions.push(done) });
      assert.equal(made.backend, 'webgpu');
      assert.equal(fractions.at(-1), 1);
      await assertWithin({ ...made, data: await numbersOf(made) }, sinusoidal, scattered(500));
    }));

  test('what the shaders cannot make, or make wrong, is uploaded', async () => {
    const device = await newDevice();
    const made = await plain.gramOnGpu(...grid, { device });
    assert.equal(made.backend, 'wasm');
    assert.deepEqual(await numbersOf(made), (await plain.gram(...grid, single)).data);
    device.destroy();

    const lying = await newDevice();
    changeShaders(lying, (code) => code.replace('channel += 16u', 'channel += 32u'));
    const wrong = await plain.gramOnGpu(sinusoidal, scattered(200), { device: lying });
    assert.equal(wrong.backend, 'wasm');
    assert.deepEqual(await numbersOf(wrong), (await plain.gram(sinusoidal, scattered(200), single)).data);
    lying.destroy();
    await refused(plain.gramOnGpu(sinusoidal, 100, { device: lying }), 'bad_argument', 'options.device');
  });

  test('arguments are checked, and the size', async () => {
    const device = await newDevice();
    const rows = Math.floor(Math.sqrt(device.limits.maxBufferSize / 4)) + 1;
    await refused(plain.gramOnGpu(sinusoidal, rows, { device }), 'too_large', 'positions');
    await refused(plain.gramOnGpu({ encoding: 'alibi', heads: 8 }, 3, { device }), 'not_defined', 'encoding');
    await refused(plain.gramOnGpu(sinusoidal, 3, { device: 4 }), 'bad_argument', 'options.device');
    await refused(plain.gramOnGpu(sinusoidal, 3, { dtype: 'f32' }), 'bad_argument', 'options.dtype');
    device.destroy();
  });
});
