/** Biases from WebGPU; and its devices: missing, wrong, failing, or the caller's. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { pe as plain } from './support/instance.mjs';
import { create, refused } from './support/posenc.mjs';
import { random, sampled } from './support/random.mjs';
import { changeShaders, changed, largest, newDevice, numbersOf as read, on, skip, webgpu } from './support/webgpu.mjs';

const full = Boolean(process.env.POSENC_FULL);
const sinusoidal = { encoding: 'sinusoidal', dim: 64 };

describe('biases', { skip }, () => {
  for (const spec of [
    { encoding: 'alibi', heads: 3 },
    { encoding: 't5', heads: 2 },
    { encoding: 'kerple', heads: 2 },
  ]) {
    test(`the bits of the module, masked keys included: ${JSON.stringify(spec)}`, () =>
      on(webgpu.gpu, async (pe) => {
        for (const [nQuery, nKey, head] of [
          [100, 100],
          [7, 300],
          [300, 7],
          [1, 1],
          [50, 60, 1],
        ]) {
          const options = head === undefined ? {} : { head };
          const got = await pe.attentionBias(spec, nQuery, nKey, options);
          assert.equal(got.backend, 'webgpu');
          assert.deepEqual({ ...got, backend: 'wasm' }, await plain.attentionBias(spec, nQuery, nKey, options));
        }
      }));
  }

  test('one that is not Toeplitz, and none at all: as the module', () =>
    on(webgpu.gpu, async (pe) => {
      const fire = { encoding: 'fire', heads: 2 };
      const got = await pe.attentionBias(fire, 20, 20);
      assert.equal(got.backend, 'wasm');
      assert.deepEqual(got, await plain.attentionBias(fire, 20, 20));
      assert.equal((await pe.attentionBias({ encoding: 'alibi', heads: 3 }, 0, 5)).data.length, 0);
      await refused(
        pe.attentionBias({ encoding: 'alibi', heads: 3 }, 5, 5, { head: 3 }),
        'bad_argument',
        'options.head',
      );
    }));
});

describe('without a GPU that can be used, the bits of the module', () => {
  const rejecting = { requestAdapter: () => Promise.reject(new Error('no')) };
  const noDevice = { requestAdapter: async () => ({ requestDevice: () => Promise.reject(new Error('no')) }) };
  for (const [name, gpu] of Object.entries({
    'no navigator.gpu': undefined,
    'no adapter': { requestAdapter: async () => null },
    'an adapter that cannot be asked for': rejecting,
    'no device': noDevice,
  })) {
    test(name, () =>
      on(gpu, async (pe) => {
        assert.deepEqual(await pe.table(sinusoidal, 100), await plain.table(sinusoidal, 100));
        await refused(pe.tableOnGpu(sinusoidal, 100), 'bad_argument', 'options.device');
      }),
    );
  }

  test('options are checked', async () => {
    await refused(create({ device: 'gpu' }), 'bad_argument', 'options.device');
    await refused(create({ gpuDevice: {} }), 'bad_argument', 'options.gpuDevice');
    await refused(plain.tableOnGpu(sinusoidal, 4, { device: 3 }), 'bad_argument', 'options.device');
  });
});

describe('a device that lies or fails', { skip }, () => {
  /** Replaces the content of mapped buffers that are read back. */
  const mapped = (device, tamper) => {
    const { createBuffer } = Object.getPrototypeOf(device);
    device.createBuffer = (descriptor) => {
      const buffer = createBuffer.call(device, descriptor);
      const { getMappedRange } = Object.getPrototypeOf(buffer);
      buffer.getMappedRange = (...range) => {
        const bytes = getMappedRange.apply(buffer, range);
        tamper(new Uint32Array(bytes));
        return bytes;
      };
      return buffer;
    };
  };
  const chance = random('which bit');
  const faults = {
    'zeros instead of results': (device) => mapped(device, (words) => words.fill(0)),
    'one bit': (device) => mapped(device, (words) => (words[Math.floor(chance() * (words.length - 1))] ^= 1 << 3)),
    'two numbers that changed places': (device) =>
      mapped(device, (words) => ([words[0], words[1]] = [words[1], words[0]])),
    'a validation error': (device) => {
      const { createBindGroup } = Object.getPrototypeOf(device);
      device.createBindGroup = (descriptor) =>
        createBindGroup.call(device, { ...descriptor, entries: descriptor.entries.slice(1) });
    },
    'a buffer that cannot be had': (device) => {
      const { createBuffer } = Object.getPrototypeOf(device);
      device.createBuffer = (descriptor) => createBuffer.call(device, { ...descriptor, size: 2 ** 50 });
    },
    'a shader that does not compile': (device) => changeShaders(device, () => 'nonsense'),
    'a shader with the built-in sine': (device) =>
      changeShaders(device, (code) => code.replace(/let plain = .*;/, 'let plain = sin(whole * 1.000001);')),
    'loss at the first submit': (device) => {
      const { submit } = Object.getPrototypeOf(device.queue);
      const queue = device.queue;
      Object.defineProperty(device, 'queue', {
        value: new Proxy(queue, {
          get: (target, name) =>
            name === 'submit'
              ? (buffers) => (submit.call(target, buffers), device.destroy())
              : typeof target[name] === 'function'
                ? target[name].bind(target)
                : target[name],
        }),
      });
    },
  };
  for (const [name, fault] of sampled('faults of a device', Object.entries(faults), 4)) {
    test(`${name}: the next device is used, and where that fails too, the module`, async () => {
      const expected = await plain.table(sinusoidal, 1000);
      const second = await on(
        changed((device, n) => n === 0 && fault(device)),
        (pe) => pe.table(sinusoidal, 1000),
      );
      assert.equal(second.backend, 'webgpu');
      assert.ok(largest(second.data, expected.data) <= 1.3e-7);
      await on(changed(fault), async (pe) => {
        for (let i = 0; i < 3; i++) assert.deepEqual(await pe.table(sinusoidal, 1000), expected);
        const blocks = [];
        for await (const block of pe.tableBlocks(sinusoidal, 1000, { blockRows: 600 })) blocks.push(block);
        assert.deepEqual(
          blocks.map(({ rows, backend }) => [rows, backend]),
          [
            [600, 'wasm'],
            [400, 'wasm'],
          ],
        );
        assert.deepEqual([...blocks[0].data, ...blocks[1].data], [...expected.data]);
      });
    });
  }

  test('one bit after the probe, in one block only, is noticed', async () => {
    const expected = await plain.table(sinusoidal, 20_000);
    let asked = 0;
    let devices = 0;
    const gpu = changed((device) => {
      devices++;
      mapped(device, (words) => {
        if (words.length > 20_000 && asked++ === 3) words[12_345] ^= 1; // the probe reads fewer
      });
    });
    const got = await on(gpu, (pe) => pe.table(sinusoidal, 20_000));
    assert.ok(asked > 5);
    assert.equal(devices, 2);
    assert.equal(got.backend, 'webgpu');
    assert.ok(largest(got.data, expected.data) <= 1.3e-7);
  });

  test(`the device is destroyed at a random time, ${full ? 50 : 4} times`, async () => {
    const expected = await plain.table(sinusoidal, 20_000);
    const ran = { webgpu: 0, wasm: 0 };
    const chance = random('a lost device');
    for (let i = 0; i < (full ? 50 : 4); i++) {
      const devices = [];
      const got = await on(
        changed((device) => devices.push(device)),
        async (pe) => {
          await pe.table(sinusoidal, 1);
          const call = pe.table(sinusoidal, 20_000);
          await sleep(chance() * 60);
          devices.at(-1).destroy();
          return call;
        },
      );
      ran[got.backend]++;
      assert.ok(largest(got.data, expected.data) <= 1.3e-7);
    }
    console.log(`after a loss: ${ran.webgpu} on a new device, ${ran.wasm} by the module`);
  });
});

describe('tableOnGpu', { skip }, () => {
  test("on the caller's device, of the call or of create, and on its own", async () => {
    const expected = (await plain.table(sinusoidal, 777)).data;
    const device = await newDevice();
    const own = await create({ gpuDevice: device });
    for (const made of [
      await plain.tableOnGpu(sinusoidal, 777, { device }),
      await own.tableOnGpu(sinusoidal, 777),
      await on(webgpu.gpu, async (pe) => {
        const table = await pe.tableOnGpu(sinusoidal, 777);
        assert.notEqual(table.device, device);
        assert.ok(largest(await read(table), expected) <= 1.3e-7);
        return undefined;
      }),
    ]) {
      if (!made) continue;
      assert.equal(made.device, device);
      assert.deepEqual([made.rows, made.cols, made.backend], [777, 64, 'webgpu']);
      assert.ok(largest(await read(made), expected) <= 1.3e-7);
      made.buffer.destroy();
    }
    assert.equal((await own.table(sinusoidal, 9)).backend, 'wasm');
    own.dispose();
    device.destroy();
  });

  test('what the shaders cannot make is uploaded', async () => {
    const device = await newDevice();
    const grid = [{ encoding: 'sincos2d-mae', dim: 16 }, { grid: [40, 40] }];
    const made = await plain.tableOnGpu(...grid, { device });
    assert.equal(made.backend, 'wasm');
    assert.deepEqual(await read(made), (await plain.table(...grid)).data);
    device.destroy();
  });

  test('a device whose shaders lie is only uploaded to; a lost one is refused', async () => {
    const device = await newDevice();
    changeShaders(device, (code) => code.replace('lane.amplitude * wave', '0.5 * wave'));
    const made = await plain.tableOnGpu(sinusoidal, 100, { device });
    assert.equal(made.backend, 'wasm');
    assert.deepEqual(await read(made), (await plain.table(sinusoidal, 100)).data);
    device.destroy();
    await refused(plain.tableOnGpu(sinusoidal, 100, { device }), 'bad_argument', 'options.device');
  });

  test(`a binding's limit - 4, limit, limit + 4 bytes`, async () => {
    const device = await newDevice();
    const limit = full ? device.limits.maxStorageBufferBindingSize : 2 ** 20;
    if (!full) {
      const limits = Object.create(null);
      for (const name in device.limits) limits[name] = device.limits[name];
      Object.defineProperty(device, 'limits', { value: { ...limits, maxStorageBufferBindingSize: limit } });
    }
    const spec = { encoding: 'sinusoidal', dim: 1, oddRule: 'literal' };
    for (const bytes of [limit - 4, limit, limit + 4]) {
      const rows = bytes / 4;
      const made = await plain.tableOnGpu(spec, rows, { device });
      assert.equal(made.backend, 'webgpu');
      assert.ok(largest(await read(made), (await plain.table(spec, rows)).data) <= 1.3e-7);
      made.buffer.destroy();
    }
    device.destroy();
  });

  test('larger than a buffer of the device may be', async () => {
    const device = await newDevice();
    const rows = Math.floor(device.limits.maxBufferSize / 256) + 1;
    await refused(plain.tableOnGpu(sinusoidal, rows, { device }), 'too_large', 'positions');
    device.destroy();
  });
});
