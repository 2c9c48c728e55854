/** Tables from WebGPU in a real browser: in the page, in a module worker, and when the GPU's process dies. */
import { random } from '../web/support/random.mjs';
import { expect, test } from './published.mjs';

const sinusoidal = { encoding: 'sinusoidal', dim: 64 };

test('there is an adapter', async ({ published: page }) => {
  const name = await page.evaluate(async () => {
    const { vendor, architecture, description } = (await navigator.gpu.requestAdapter()).info;
    return [vendor, architecture, description].filter(Boolean).join(' ');
  });
  console.log(`WebGPU in Chromium: ${name}`);
  expect(name).not.toBe('');
});

test('in the page: within 1.3e-7 of the module, with a worker behind it or not', async ({ published: page }) => {
  const found = await page.evaluate(async (spec) => {
    const plain = await create();
    const results = [];
    for (const worker of [false, true]) {
      const pe = await create({ device: 'webgpu', worker });
      for (const positions of [5000, { start: 2 ** 32 - 500, count: 500 }, [0, 355, 4294967295]]) {
        const [got, expected] = [await pe.table(spec, positions), await plain.table(spec, positions)];
        results.push([got.backend, largest(got.data, expected.data)]);
      }
      pe.dispose();
    }
    return results;
  }, sinusoidal);
  expect(found).toHaveLength(6);
  for (const [backend, off] of found) {
    expect(backend).toBe('webgpu');
    expect(off).toBeLessThanOrEqual(1.3e-7);
  }
});

test('in a module worker of the page', async ({ published: page }) => {
  const { backend, off } = await page.evaluate(async (spec) => {
    const expected = await (await create()).table(spec, 3000);
    const worker = new Worker('table-worker.js', { type: 'module' });
    worker.postMessage({ options: { device: 'webgpu' }, spec, positions: 3000 });
    const { data, backend } = await new Promise((resolve, reject) => {
      worker.onmessage = ({ data: message }) => resolve(message);
      worker.onerror = ({ message }) => reject(new Error(message));
    });
    worker.terminate();
    return { backend, off: largest(data, expected.data) };
  }, sinusoidal);
  expect(backend).toBe('webgpu');
  expect(off).toBeLessThanOrEqual(1.3e-7);
});

test("a buffer on the page's own device, read by a shader of the page", async ({ published: page }) => {
  const { backend, length, off } = await page.evaluate(async (spec) => {
    const device = await (await navigator.gpu.requestAdapter()).requestDevice();
    const pe = await create({ gpuDevice: device });
    const { buffer, rows, cols, backend } = await pe.tableOnGpu(spec, 300);
    // cos - sin of each pair, correctly rounded from the table's numbers
    const code = `
      @group(0) @binding(0) var<storage, read> table: array<vec2f>;
      @group(0) @binding(1) var<storage, read_write> out: array<f32>;
      @compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) {
        if (id.x < arrayLength(&table)) { out[id.x] = table[id.x].y - table[id.x].x; }
      }`;
    const module = device.createShaderModule({ code });
    const pipeline = device.createComputePipeline({ layout: 'auto', compute: { module } });
    const size = 2 * rows * cols;
    const out = device.createBuffer({ size, usage: GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC });
    const staging = device.createBuffer({ size, usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST });
    const entries = [buffer, out].map((of, binding) => ({ binding, resource: { buffer: of } }));
    const group = device.createBindGroup({ layout: pipeline.getBindGroupLayout(0), entries });
    const encoder = device.createCommandEncoder();
    const pass = encoder.beginComputePass();
    pass.setPipeline(pipeline);
    pass.setBindGroup(0, group);
    pass.dispatchWorkgroups(Math.ceil(size / 256));
    pass.end();
    encoder.copyBufferToBuffer(out, 0, staging, 0, size);
    device.queue.submit([encoder.finish()]);
    await staging.mapAsync(GPUMapMode.READ);
    const { data } = await pe.table(spec, 300);
    const got = new Float32Array(staging.getMappedRange());
    return {
      backend,
      length: got.length,
      off: largest(
        got.map((value, i) => value + data[2 * i]),
        got.map((_, i) => data[2 * i + 1]),
      ),
    };
  }, sinusoidal);
  expect(backend).toBe('webgpu');
  expect(length).toBe(300 * 32);
  expect(off).toBeLessThanOrEqual(4 * 1.3e-7); // two entries, and two rounded sums
});

const crashes = process.env.POSENC_FULL ? 50 : 2;
test(`the GPU process is killed at a random time, ${crashes} times`, async ({ published: page, browser }) => {
  test.setTimeout(60_000 + crashes * 6000);
  await page.evaluate(async (spec) => {
    globalThis.expected = (await (await create()).table(spec, 20_000)).data;
  }, sinusoidal);
  const session = await browser.newBrowserCDPSession();
  const ran = { webgpu: 0, wasm: 0 };
  const chance = random('the GPU process');
  for (let i = 0; i < crashes; i++) {
    await page.evaluate(async (spec) => {
      globalThis.pe = await create({ device: 'webgpu' });
      await pe.table(spec, 1);
      globalThis.call = pe.table(spec, 20_000);
    }, sinusoidal);
    await page.waitForTimeout(chance() * 100); // the time of the crash
    await session.send('Browser.crashGpuProcess');
    const { backend, off } = await page.evaluate(async () => {
      const { data, backend } = await call;
      pe.dispose();
      return { backend, off: largest(data, expected) };
    });
    ran[backend]++;
    expect(off).toBeLessThanOrEqual(1.3e-7);
  }
  console.log(`after a crash: ${ran.webgpu} by a GPU, ${ran.wasm} by the module`);
});
