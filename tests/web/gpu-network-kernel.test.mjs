/** Kernels of infinite networks on a GPU, compared with the float64 analysis of the same network. */
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { layers } from '../../dist/lib/generated/analyses.js';
import { pe as plain } from './support/instance.mjs';
import { refused } from './support/posenc.mjs';
import { sampled } from './support/random.mjs';
import { changeShaders, newDevice, numbersOf, skip } from './support/webgpu.mjs';

const sinusoidal = { encoding: 'sinusoidal', dim: 64 };
const dense = { layer: 'dense' };
const deep = (activation, depth = 2) => ({
  layers: [
    ...Array.from({ length: depth }, () => [{ layer: 'dense', weightStd: 1.5, biasStd: 0.1 }, activation]),
    dense,
  ].flat(),
});
const relu = deep({ layer: 'relu' });
/** Unevenly spaced, with neighbours and a duplicate. */
const scattered = (count, most = 2 ** 32) =>
  Float64Array.from({ length: count }, (_, i) =>
    i % 9 === 8 ? 7 : i % 5 === 4 ? i : Math.floor(((i * 0.6180339887498949) % 1) * most),
  );
const device = await newDevice();
after(() => device?.destroy());

const analysis = (network) => ({ analysis: 'network-kernel', ...network });
async function expectedOf(network, spec, positions, kernel) {
  return (await plain.analyse(analysis(network), { x: { spec, positions } }))[kernel].data;
}
const largestOf = (numbers) => numbers.reduce((most, number) => Math.max(most, Math.abs(number)), 0);

/** Steepest slope in sin(θ/2) or cos(θ/2), whichever is smaller, from the profile of a turn. */
async function slopeOf(network, norm, dim, kernel) {
  const parts = 4000;
  const cosines = [];
  for (let k = 0; k <= parts; k++) cosines.push(1 - (k / parts) ** 2);
  for (let k = 0; k <= parts; k++) cosines.push((k / parts) ** 2 - 1);
  const profile = cosines.map((cosine) => norm * cosine);
  const { data } = (await plain.analyse(analysis({ ...network, inputDim: dim }), { profile }))[kernel];
  let steepest = 0;
  for (let k = 1; k < data.length; k++)
    if (k !== parts + 1) steepest = Math.max(steepest, Math.abs(data[k] - data[k - 1]));
  return steepest * parts * Math.SQRT2;
}

/** 3.2·s·(√w·1.3e-7·a / R + (w + 8)·2^-25) + 2^-21·m, as documented in on-gpu.ts; returns the largest fraction of m. */
async function assertWithin(made, network, spec, positions, kernel = 'ntk') {
  const got = await numbersOf(made);
  const expected = await expectedOf(network, spec, positions, kernel);
  const table = await plain.table(spec, 1, { dtype: 'f64' });
  const norm = table.data.reduce((sum, entry) => sum + entry * entry, 0);
  const amplitude = 2 ** Math.max(0, Math.ceil(Math.log2(largestOf(table.data))));
  const w = table.cols;
  const slope = await slopeOf(network, norm, w, kernel);
  const most = largestOf(expected);
  const bound = 3.2 * slope * (Math.sqrt(w / norm) * 1.3e-7 * amplitude + (w + 8) * 2 ** -25) + 2 ** -21 * most;
  assert.equal(got.length, expected.length);
  let worst = 0;
  for (let i = 0; i < got.length; i++) {
    const off = Math.abs(got[i] - expected[i]);
    if (!(off <= worst)) worst = off;
  }
  assert.ok(worst <= bound, `${JSON.stringify(network)}: ${worst}, bound ${bound}`);
  return worst / most;
}

describe('kernels of networks that stay on a GPU', { skip }, () => {
  test("evenly spaced integers: the module's profile, rounded once", async () => {
    for (const [network, spec, positions] of [
      [relu, sinusoidal, 333],
      [deep({ layer: 'erf' }), { encoding: 'rope', dim: 32 }, { start: 2 ** 40, count: 70, step: -3 }],
      [deep({ layer: 'gelu' }), sinusoidal, [5, 8, 11, 14]],
      [{ layers: [{ layer: 'dense', width: 256 }, { layer: 'relu' }], parameterization: 'standard' }, sinusoidal, 1],
    ])
      for (const kernel of ['ntk', 'nngp']) {
        const made = await plain.networkKernelOnGpu(network, spec, positions, { device, kernel });
        assert.equal(made.backend, 'webgpu');
        const { data: table, rows, cols } = await plain.table(spec, positions, { dtype: 'f64' });
        assert.deepEqual([made.rows, made.cols], [rows, rows]);
        const got = await numbersOf(made);
        const expected = await expectedOf(network, spec, positions, kernel);
        const most = largestOf(expected);
        // a profile and inner products differ by rounding, which a corner at θ = 0 increases to at most 1e-7
        for (let i = 0; i < got.length; i++) assert.ok(Math.abs(got[i] - expected[i]) <= 2e-7 * most, `${i}`);
        const first = await plain.gram(spec, positions);
        const again = await plain.analyse(analysis({ ...network, inputDim: cols }), {
          profile: first.data.subarray(0, rows),
        });
        assert.equal(table.length, rows * cols);
        if (kernel === 'ntk') assert.deepEqual(got.subarray(0, rows), Float32Array.from(again.ntk.data));
      }
  });

  test('others: within the stated bound, whatever the layers', async () => {
    const uploaded = [];
    let worst = 0;
    const ids = layers.map(({ id }) => id).filter((id) => id !== 'dense');
    // always `sign`, which is uploaded
    for (const id of new Set(['sign', ...sampled('layers on a GPU', ids, 4)])) {
      const network = deep({ layer: id });
      const made = await plain.networkKernelOnGpu(network, sinusoidal, scattered(130), { device });
      worst = Math.max(worst, await assertWithin(made, network, sinusoidal, scattered(130)));
      if (made.backend === 'wasm') uploaded.push(id);
    }
    console.log(`two hidden layers: largest difference ${worst} of the largest entry`);
    assert.ok(worst > 0 && worst <= 2e-6);
    // two of them have an infinite slope at θ = 0, where no cubic approximates them
    assert.deepEqual(uploaded, ['sign']);
  });

  test('others: of any encoding whose rows have one norm, both kernels, both parameterisations', async () => {
    const standard = {
      layers: [{ layer: 'dense', width: 128 }, { layer: 'relu', negativeSlope: 0.2 }, dense],
      parameterization: 'standard',
      trainedBias: false,
    };
    const cases = [
      [relu, sinusoidal, scattered(2)],
      [relu, sinusoidal, scattered(65)],
      [relu, sinusoidal, { start: 0.25, count: 150, step: 0.001 }],
      [deep({ layer: 'relu' }, 12), { encoding: 'sinusoidal', dim: 512 }, scattered(129)],
      [standard, { encoding: 'rope', dim: 32 }, scattered(100)],
      [deep({ layer: 'erf' }, 5), { encoding: 'timestep', dim: 30 }, scattered(100, 1000)],
      [relu, { encoding: 'sinusoidal', dim: 8, layout: 'half', scale: -6.25 }, scattered(100)],
      [
        relu,
        { encoding: 'fourier-features', axes: 1, frequencies: [0.1, 0.7, 1.3], amplitudes: [1, 3, 0.5] },
        scattered(100),
      ],
      [relu, { encoding: 'nerf', axes: 1, includeInput: 'no' }, { start: 0, count: 100, step: 0.013 }],
    ];
    for (const [network, spec, positions] of sampled('network kernels on a GPU', cases, 4))
      for (const kernel of ['ntk', 'nngp']) {
        const made = await plain.networkKernelOnGpu(network, spec, positions, { device, kernel });
        assert.equal(made.backend, 'webgpu', JSON.stringify([network, spec]));
        await assertWithin(made, network, spec, positions, kernel);
      }
  });

  test('rows that oppose each other: 355 is 113π - 3e-5', async () => {
    const spec = { encoding: 'sinusoidal', dim: 2 };
    const positions = [0, 355, 22, 377, 710, 103993, 1, 2, 3, 355 + 103993];
    for (const layer of ['relu', 'erf', 'gaussian']) {
      const made = await plain.networkKernelOnGpu(deep({ layer }), spec, positions, { device });
      assert.equal(made.backend, 'webgpu');
      assert.ok((await assertWithin(made, deep({ layer }), spec, positions)) <= 2e-6);
    }
    // cos(θ/2) of 2.5e-4: from 1 - sin²(θ/2) in float32 it is 2.4e-4 or 3.5e-4
    const range = { start: 0.25, count: 400, step: (Math.PI - 5e-4) / 398 };
    const made = await plain.networkKernelOnGpu({ layers: [dense, { layer: 'relu' }, dense] }, spec, range, { device });
    assert.equal(made.backend, 'webgpu');
    assert.ok((await assertWithin(made, { layers: [dense, { layer: 'relu' }, dense] }, spec, range)) <= 2e-6);
  });

  test('in several parts, more columns than are compared, with progress, and an abort', async () => {
    const spec = { encoding: 'sinusoidal', dim: 4 };
    const fractions = [];
    const network = { layers: [dense, { layer: 'relu' }, dense] };
    const positions = scattered(2200);
    const onProgress = (done) => fractions.push(done);
    const made = await plain.networkKernelOnGpu(network, spec, positions, { device, onProgress });
    assert.equal(made.backend, 'webgpu');
    assert.equal(fractions.at(-1), 1);
    assert.ok(fractions.length > 1);
    await assertWithin(made, network, spec, positions);
    const stop = new AbortController();
    const stopped = plain.networkKernelOnGpu(network, spec, positions, {
      device,
      signal: stop.signal,
      onProgress: () => stop.abort(new Error('enough')),
    });
    await assert.rejects(stopped, /enough/);
    await assertWithin(await plain.networkKernelOnGpu(network, spec, [1, 5], { device }), network, spec, [1, 5]);
  });

  test('what the shaders cannot make, or make wrong, is uploaded', async () => {
    const rounded = async (...args) => Float32Array.from(await expectedOf(...args, 'ntk'));
    for (const [spec, positions] of [
      [{ encoding: 'sincos2d-mae', dim: 16 }, { grid: [4, 5] }],
      [{ encoding: 'siren', dim: 16, axes: 1, seed: 4 }, scattered(30)], // rows of different norms
      [{ encoding: 'random-fourier', dim: 34, axes: 1, seed: 3 }, scattered(30)],
      [{ encoding: 'sinusoidal', dim: 7, oddRule: 'literal' }, scattered(30)],
    ]) {
      const made = await plain.networkKernelOnGpu(relu, spec, positions, { device });
      assert.equal(made.backend, 'wasm');
      assert.deepEqual(await numbersOf(made), await rounded(relu, spec, positions));
    }
    for (const positions of [scattered(200), 200]) {
      const lying = await newDevice();
      changeShaders(lying, (code) => code.replace('channel += 16u', 'channel += 32u').replace('index--', 'index++'));
      const made = await plain.networkKernelOnGpu(relu, sinusoidal, positions, { device: lying });
      assert.equal(made.backend, 'wasm');
      const got = await numbersOf(made);
      const expected = await rounded(relu, sinusoidal, positions);
      const most = largestOf(expected);
      for (let i = 0; i < got.length; i++) assert.ok(Math.abs(got[i] - expected[i]) <= 2e-7 * most);
      lying.destroy();
    }
    assert.equal((await plain.networkKernelOnGpu(relu, sinusoidal, 0, { device })).rows, 0);
  });

  test('arguments are checked', async () => {
    const call = (network, spec = sinusoidal, positions = 3, options = {}) =>
      plain.networkKernelOnGpu(network, spec, positions, { device, ...options });
    await refused(call(4), 'bad_argument', 'network');
    await refused(call({}), 'missing_param', 'layers');
    await refused(call({ ...relu, inputDim: 64 }), 'unknown_param', 'inputDim');
    await refused(call({ layers: [{ layer: 'relu6' }] }), 'bad_param', 'layers[0].layer');
    await refused(call({ ...relu, parameterization: 'mup' }), 'bad_param', 'parameterization');
    await refused(call(relu, { encoding: 'alibi', heads: 8 }), 'not_defined', 'encoding');
    await refused(call(relu, sinusoidal, [0, NaN]), 'bad_positions', 'positions[1]');
    await refused(call(relu, sinusoidal, 3, { kernel: 'gp' }), 'bad_argument', 'options.kernel');
    await refused(call(relu, sinusoidal, 3, { dtype: 'f32' }), 'bad_argument', 'options.dtype');
    await refused(call(relu, sinusoidal, 3, { device: {} }), 'bad_argument', 'options.device');
    const rows = Math.floor(Math.sqrt(device.limits.maxBufferSize / 4)) + 1;
    await refused(call(relu, sinusoidal, rows), 'too_large', 'positions');
  });
});
