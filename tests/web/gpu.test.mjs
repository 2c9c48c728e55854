/**
 * Tables from WebGPU: as right as stated wherever they can be made, and the module's wherever they cannot. Runs on a real
 * GPU where there is one, else on a software adapter, through Dawn's bindings for Node.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { create, refused } from './support/posenc.mjs';
import { random, sampled } from './support/random.mjs';
import { changed, numbersOf as read, skip, webgpu, withNavigator } from './support/webgpu.mjs';

const full = Boolean(process.env.POSENC_FULL);
const sinusoidal = { encoding: 'sinusoidal', dim: 64 };
let plain; // the module alone
before(async () => (plain = await create()));
after(() => plain.dispose());

/** Runs `body` on an instance with device 'webgpu' and this navigator.gpu. */
const on = (gpu, body, options = {}) =>
  withNavigator(gpu, async () => {
    const pe = await create({ device: 'webgpu', ...options });
    try {
      return await body(pe);
    } finally {
      pe.dispose();
    }
  });

const largest = (a, b) => {
  assert.equal(a.length, b.length);
  let most = 0;
  for (let i = 0; i < a.length; i++) {
    const off = Math.abs(a[i] - b[i]);
    if (!(off <= most)) most = off; // NaN, too
  }
  return most;
};

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
          silent = armed; // from that submit on, the GPU gives no answer
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
        assert.equal(devices, 1); // the first one was not given up for lost
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
  /** Replaces what a mapped buffer holds, for all that are read back. */
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
    'a shader that does not compile': (device) => {
      const { createShaderModule } = Object.getPrototypeOf(device);
      device.createShaderModule = () => createShaderModule.call(device, { code: 'nonsense' });
    },
    'a shader with the built-in sine': (device) => {
      const { createShaderModule } = Object.getPrototypeOf(device);
      device.createShaderModule = ({ code }) =>
        createShaderModule.call(device, {
          code: code.replace(/let plain = .*;/, 'let plain = sin(whole * 1.000001);'),
        });
    },
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
        if (words.length > 20_000 && asked++ === 3) words[12_345] ^= 1; // the probe asks for less
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
  const deviceOf = async (limits) =>
    (await webgpu.gpu.requestAdapter()).requestDevice(limits && { requiredLimits: limits });

  test("on the caller's device, of the call or of create, and on its own", async () => {
    const expected = (await plain.table(sinusoidal, 777)).data;
    const device = await deviceOf();
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
    const device = await deviceOf();
    const grid = [{ encoding: 'sincos2d-mae', dim: 16 }, { grid: [40, 40] }];
    const made = await plain.tableOnGpu(...grid, { device });
    assert.equal(made.backend, 'wasm');
    assert.deepEqual(await read(made), (await plain.table(...grid)).data);
    device.destroy();
  });

  test('a device whose shaders lie is only uploaded to; a lost one is refused', async () => {
    const device = await deviceOf();
    const { createShaderModule } = Object.getPrototypeOf(device);
    device.createShaderModule = ({ code }) =>
      createShaderModule.call(device, { code: code.replace('lane.amplitude * wave', '0.5 * wave') });
    const made = await plain.tableOnGpu(sinusoidal, 100, { device });
    assert.equal(made.backend, 'wasm');
    assert.deepEqual(await read(made), (await plain.table(sinusoidal, 100)).data);
    device.destroy();
    await refused(plain.tableOnGpu(sinusoidal, 100, { device }), 'bad_argument', 'options.device');
  });

  test(`a binding's limit - 4, limit, limit + 4 bytes`, async () => {
    const device = await deviceOf();
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
    const device = await deviceOf();
    const rows = Math.floor(device.limits.maxBufferSize / 256) + 1;
    await refused(plain.tableOnGpu(sinusoidal, rows, { device }), 'too_large', 'positions');
    device.destroy();
  });
});
