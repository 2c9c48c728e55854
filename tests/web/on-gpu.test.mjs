/**
 * Biases and kernel profiles that stay on a GPU: the module's bits, or within the stated bound of them; what a GPU
 * cannot make is uploaded.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { create, refused } from './support/posenc.mjs';
import { numbersOf, skip, webgpu, withNavigator } from './support/webgpu.mjs';

const alibi = { encoding: 'alibi', heads: 3 };
const fire = { encoding: 'fire', heads: 2 };
let plain; // the module alone
let device; // the caller's
before(async () => {
  plain = await create();
  device = await (await webgpu.gpu?.requestAdapter())?.requestDevice();
});
after(() => {
  plain.dispose();
  device?.destroy();
});

/** A device of the caller's whose shaders are `change(code)`. */
async function lying(change) {
  const made = await (await webgpu.gpu.requestAdapter()).requestDevice();
  const { createShaderModule } = Object.getPrototypeOf(made);
  made.createShaderModule = ({ code }) => createShaderModule.call(made, { code: change(code) });
  return made;
}

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
    let replaced = 0;
    const wrong = await lying((code) => {
      const lie = code.replace('vectors[index]', 'vectors[index ^ 1u]');
      if (lie !== code) replaced++;
      return lie;
    });
    const made = await plain.attentionBiasOnGpu(alibi, 100, 100, { device: wrong });
    assert.equal(replaced, 1);
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

test('a pool is asked for a part by one worker, which gives that part', { skip }, () =>
  withNavigator(webgpu.gpu, async () => {
    const pe = await create({ device: 'webgpu', workers: 2 });
    // a row of 1024 columns that is compared: as much work as a pool divides
    const positions = Float64Array.from({ length: 1100 }, (_, i) => (i * 2654435761) % 2 ** 32);
    const { backend } = await pe.gram({ encoding: 'sinusoidal', dim: 512 }, positions, { dtype: 'f32' });
    assert.equal(backend, 'webgpu');
    pe.dispose();
  }),
);
