/**
 * Biases and kernel profiles on a GPU: the module's bits, or within the documented bound. Results that a GPU cannot
 * make are uploaded.
 */
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { pe as plain } from './support/instance.mjs';
import { create, refused } from './support/posenc.mjs';
import { sampled } from './support/random.mjs';
import { changeShaders, largest, newDevice, numbersOf, on, skip, webgpu } from './support/webgpu.mjs';

const alibi = { encoding: 'alibi', heads: 3 };
const fire = { encoding: 'fire', heads: 2 };
const device = await newDevice(); // the caller's
after(() => device?.destroy());

describe('attentionBiasOnGpu', { skip }, () => {
  test('the bits of attentionBias, masked keys included, of all heads or of one', async () => {
    for (const [spec, nQuery, nKey, head] of [
      [alibi, 100, 100],
      [alibi, 7, 300, 2],
      [{ encoding: 't5', heads: 2 }, 300, 7],
      [{ encoding: 'kerple', heads: 2 }, 65, 64, 0],
      [alibi, 1, 1],
      [alibi, 1200, 1300],
    ]) {
      const options = head === undefined ? {} : { head };
      const made = await plain.attentionBiasOnGpu(spec, nQuery, nKey, { ...options, device });
      assert.equal(made.device, device);
      const heads = head === undefined ? spec.heads : 1;
      assert.deepEqual([made.rows, made.cols, made.backend], [heads * nQuery, nKey, 'webgpu']);
      assert.deepEqual(await numbersOf(made), (await plain.attentionBias(spec, nQuery, nKey, options)).data);
      made.buffer.destroy();
    }
  });

  test('one that is not Toeplitz is uploaded, by an instance with workers too', async () => {
    const pool = await create({ workers: 2 });
    const expected = await plain.attentionBias(fire, 900, 1500);
    for (const pe of [plain, pool]) {
      const fractions = [];
      const made = await pe.attentionBiasOnGpu(fire, 900, 1500, { device, onProgress: (done) => fractions.push(done) });
      assert.deepEqual([made.rows, made.cols, made.backend], [1800, 1500, 'wasm']);
      assert.deepEqual(await numbersOf(made), expected.data);
      assert.equal(fractions.at(-1), 1);
      assert.ok(fractions.length > 1);
    }
    pool.dispose();
    const one = await plain.attentionBiasOnGpu(fire, 20, 30, { head: 1, device });
    assert.deepEqual(await numbersOf(one), (await plain.attentionBias(fire, 20, 30, { head: 1 })).data);
  });

  test('shaders that lie: uploaded', async () => {
    const wrong = await newDevice();
    const lies = changeShaders(wrong, (code) => code.replace('vectors[index]', 'vectors[index ^ 1u]'));
    const made = await plain.attentionBiasOnGpu(alibi, 100, 100, { device: wrong });
    assert.equal(lies.shaders, 1);
    assert.equal(made.backend, 'wasm');
    assert.deepEqual(await numbersOf(made), (await plain.attentionBias(alibi, 100, 100)).data);
    wrong.destroy();
  });

  test('nothing to make, and arguments that are wrong', async () => {
    const none = await plain.attentionBiasOnGpu(alibi, 0, 5, { device });
    assert.deepEqual([none.rows, none.cols], [0, 5]);
    await refused(plain.attentionBiasOnGpu(alibi, 5, 5, { device, head: 3 }), 'bad_argument', 'options.head');
    await refused(plain.attentionBiasOnGpu(alibi, 5, -5, { device }), 'bad_argument', 'nKey');
    await refused(plain.attentionBiasOnGpu(alibi, 5, 5, { device, heads: 1 }), 'bad_argument', 'options.heads');
    await refused(plain.attentionBiasOnGpu({ encoding: 'rope', dim: 8 }, 5, 5, { device }), 'not_defined', 'encoding');
    const rows = Math.floor(device.limits.maxBufferSize / 4 / 3 / 2 ** 16) + 1;
    await refused(plain.attentionBiasOnGpu(alibi, rows, 2 ** 16, { device }), 'too_large', 'nQuery');
    assert.equal((await plain.attentionBiasOnGpu(alibi, 5, 5, { device })).backend, 'webgpu');
  });
});

describe('kernelProfileOnGpu', { skip }, () => {
  const sinusoidal = { encoding: 'sinusoidal', dim: 64 };
  const scattered = Float64Array.from({ length: 3000 }, (_, i) => ((i * 0.6180339887498949) % 1) * 2 ** 31).map(
    Math.floor,
  );
  const amplitudes = Array.from({ length: 24 }, (_, i) => 3 / (i + 1));
  const waves = { encoding: 'fourier-features', mapping: 'positional', axes: 1, dim: 48, scale: 1000 };

  test('within 4e-7·k(0) of kernelProfile, or 9e-7·k(0) + p·2^-30·a² with several amplitudes', async () => {
    let worst = 0;
    const cases = [
      [sinusoidal, 1],
      [sinusoidal, 5000],
      [sinusoidal, scattered],
      [sinusoidal, [0, -1, 1, 2 ** 31, 355, 103993, 1, -1000]],
      [
        { encoding: 'sinusoidal', dim: 4096, base: 1e30 },
        { start: 2 ** 32 - 300, count: 300 },
      ],
      [
        { encoding: 'sinusoidal', dim: 6 },
        { start: -100.5, step: 0.25, count: 900 },
      ],
      [{ encoding: 'sinusoidal', dim: 7, oddRule: 'zero-column' }, 300],
      [
        { encoding: 'rope', dim: 128, scaling: { type: 'yarn', factor: 8, originalContext: 4096 } },
        { start: -700, count: 1401 },
      ],
      [{ encoding: 'fourier-features', dim: 34, axes: 1, seed: 3 }, 500],
      [waves, scattered],
      [{ ...waves, amplitudes }, scattered],
      [
        { ...waves, amplitudes: amplitudes.map((a, i) => 1e-9 ** (i / 23) * a) },
        { start: 3, count: 500, step: -2 },
      ],
    ];
    for (const [spec, offsets] of sampled('profiles on a GPU', cases, 5)) {
      const made = await plain.kernelProfileOnGpu(spec, offsets, { device });
      const expected = await plain.kernelProfile(spec, offsets);
      const [whole] = await plain.kernelProfile(spec, [0]);
      assert.deepEqual([made.rows, made.cols, made.backend], [expected.length, 1, 'webgpu'], JSON.stringify(spec));
      const several = (spec.amplitudes?.length ?? 0) * 2 ** -30 * Math.max(...(spec.amplitudes ?? [0])) ** 2;
      const bound = spec.amplitudes ? 9e-7 * whole + several : 4e-7 * whole;
      const off = largest(await numbersOf(made), expected);
      assert.ok(off <= bound, `${off} > ${bound}: ${JSON.stringify(spec)}`);
      worst = Math.max(worst, off / bound);
    }
    console.log(`largest difference ${worst} of the bound`);
    assert.ok(worst > 0);
  });

  test('in parts, with progress; none at all', async () => {
    const fractions = [];
    const count = 40_000;
    const made = await plain.kernelProfileOnGpu(sinusoidal, count, {
      device,
      onProgress: (done) => fractions.push(done),
    });
    assert.equal(made.backend, 'webgpu');
    assert.ok(fractions.length > 1);
    assert.equal(fractions.at(-1), 1);
    assert.ok(largest(await numbersOf(made), await plain.kernelProfile(sinusoidal, count)) <= 4e-7 * 32);
    assert.equal((await plain.kernelProfileOnGpu(sinusoidal, 0, { device })).rows, 0);
  });

  test('what a GPU cannot do: the float64 profile rounded once', async () => {
    for (const [spec, offsets] of [
      [sinusoidal, [0.1, 0.2, 7]],
      [sinusoidal, [0, 2 ** 32]],
      [{ encoding: 'sincos2d-mae', dim: 16 }, { grid: [20, 30] }],
    ]) {
      const made = await plain.kernelProfileOnGpu(spec, offsets, { device });
      assert.equal(made.backend, 'wasm');
      assert.deepEqual(await numbersOf(made), Float32Array.from(await plain.kernelProfile(spec, offsets)));
    }
  });

  for (const [name, from, to] of [
    ['every lane but the last', 'i < params.lanes', 'i < params.lanes - 1u'],
    ['every second offset wrong', 'put(row, column,', 'put(row, column, ((row & 1u) << 23u) ^'],
  ]) {
    test(`shaders that lie are noticed: ${name}`, async () => {
      const wrong = await newDevice();
      const lies = changeShaders(wrong, (code) => (code.includes('fn number') ? code.replace(from, to) : code));
      const made = await plain.kernelProfileOnGpu(sinusoidal, 3000, { device: wrong });
      assert.equal(lies.shaders, 1);
      assert.equal(made.backend, 'wasm');
      assert.deepEqual(await numbersOf(made), Float32Array.from(await plain.kernelProfile(sinusoidal, 3000)));
      wrong.destroy();
    });
  }

  test('a kernel that is no function of the offset, and other arguments, are refused as by kernelProfile', async () => {
    const siren = { encoding: 'siren', dim: 16, axes: 1, seed: 4 };
    await refused(plain.kernelProfileOnGpu(siren, 4, { device }), 'not_defined', 'encoding');
    await refused(
      plain.kernelProfileOnGpu({ ...sinusoidal, paddingIndex: 0 }, 4, { device }),
      'not_defined',
      'encoding',
    );
    await refused(plain.kernelProfileOnGpu(alibi, 4, { device }), 'not_defined', 'encoding');
    await refused(plain.kernelProfileOnGpu(sinusoidal, [[1, 2]], { device }), 'bad_positions', 'offsets');
    await refused(plain.kernelProfileOnGpu(sinusoidal, -1, { device }), 'bad_positions', 'offsets');
    await refused(plain.kernelProfileOnGpu(sinusoidal, 2 ** 40, { device }), 'too_large', 'offsets');
    assert.equal((await plain.kernelProfileOnGpu(sinusoidal, 4, { device })).backend, 'webgpu');
  });
});

test('a pool is asked for a part by one worker, which gives that part', { skip }, () =>
  on(
    webgpu.gpu,
    async (pe) => {
      // compares a row of 1024 columns, as much work as a pool divides
      const positions = Float64Array.from({ length: 1100 }, (_, i) => (i * 2654435761) % 2 ** 32);
      const { backend } = await pe.gram({ encoding: 'sinusoidal', dim: 512 }, positions, { dtype: 'f32' });
      assert.equal(backend, 'webgpu');
    },
    { workers: 2 },
  ),
);
