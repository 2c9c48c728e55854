/** The module that browsers.test.mjs runs in a browser: tables, and every GPU result next to the module's. */
import { create } from '/dist/lib/index.js';

const sinusoidal = { encoding: 'sinusoidal', dim: 64 };
const rope = { encoding: 'rope', dim: 32 };
const alibi = { encoding: 'alibi', heads: 3 };
const relu = { layers: [{ layer: 'dense', weightStd: 1.5 }, { layer: 'relu' }, { layer: 'dense' }] };
const scattered = Float64Array.from({ length: 300 }, (_, i) => (i * 2654435761) % 2 ** 32);
const x = {
  data: Float32Array.from({ length: 3200 }, (_, i) => Math.fround(((i * 7919) % 1000) / 500 - 1)),
  rows: 100,
  cols: 32,
};
const single = { dtype: 'f32' };

/** [name, largest documented difference, call of an instance] */
const calls = [
  ['table', 1.3e-7, (pe) => pe.table(sinusoidal, { start: 2 ** 32 - 1000, count: 1000 })],
  ['table of a list', 1.3e-7, (pe) => pe.table(sinusoidal, scattered)],
  ['rotary table', 1.3e-7, (pe) => pe.table(rope, { start: 2 ** 31, count: 500 })],
  ['rotate', 2.6e-7 * 2, (pe) => pe.rotate(rope, x, 100, single)],
  ['bias', 0, (pe) => pe.attentionBias(alibi, 70, 90)],
  ['gram, evenly spaced', 0, (pe) => pe.gram(sinusoidal, 200, single)],
  ['gram', 67 * 2 ** -24 * 32 + 1.3e-7 * 2 * 32 * Math.SQRT2, (pe) => pe.gram(sinusoidal, scattered, single)],
];

async function numbersOf({ buffer, device, rows, cols }) {
  const size = 4 * rows * cols;
  const staging = device.createBuffer({ size, usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST });
  const encoder = device.createCommandEncoder();
  encoder.copyBufferToBuffer(buffer, 0, staging, 0, size);
  device.queue.submit([encoder.finish()]);
  await staging.mapAsync(GPUMapMode.READ);
  return new Float32Array(staging.getMappedRange().slice(0));
}

const furthest = (a, b) =>
  a.length === b.length
    ? a.reduce((most, value, i) => (Math.abs(value - b[i]) <= most ? most : Math.abs(value - b[i])), 0)
    : NaN;

async function hashes(pe) {
  const cases = await (await fetch('/tests/golden/table_hashes.json')).json();
  const wrong = [];
  for (const { spec, positions, dtype, sha256 } of cases) {
    const { data } = await pe.table(spec, positions, { dtype });
    const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', data));
    if (Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('') !== sha256)
      wrong.push({ spec, positions });
  }
  return { cases: cases.length, wrong };
}

export default async function run(send) {
  const plain = await create();
  await send({ name: 'hashes', ...(await hashes(plain)) });
  const inWorker = await create({ workers: 2 });
  await send({
    name: 'pool',
    off: furthest((await inWorker.table(rope, 70_000)).data, (await plain.table(rope, 70_000)).data),
  });
  inWorker.dispose();

  const adapter = await navigator.gpu?.requestAdapter();
  await send({ name: 'adapter', found: Boolean(adapter) });
  const pe = await create({ device: 'webgpu' });
  for (const [name, bound, call] of calls) {
    const got = await call(pe);
    const off = furthest(got.data, (await call(plain)).data);
    await send({ name, bound, off, backend: got.backend });
  }
  if (!adapter) return;

  const device = await adapter.requestDevice();
  const kept = await plain.tableOnGpu(sinusoidal, 500, { device });
  await send({
    name: 'tableOnGpu',
    bound: 1.3e-7,
    off: furthest(await numbersOf(kept), (await plain.table(sinusoidal, 500)).data),
    backend: kept.backend,
  });
  const kernel = await plain.networkKernelOnGpu(relu, sinusoidal, scattered, { device });
  const { ntk } = await plain.analyse(
    { analysis: 'network-kernel', ...relu },
    { x: { spec: sinusoidal, positions: scattered } },
  );
  await send({
    name: 'networkKernelOnGpu',
    bound: 2e-6 * ntk.data.reduce((a, b) => Math.max(a, b)),
    off: furthest(await numbersOf(kernel), ntk.data),
    backend: kernel.backend,
  });

  // a device that is lost during the work: another one, or the module
  const lost = await adapter.requestDevice().catch(() => navigator.gpu.requestAdapter().then((a) => a.requestDevice()));
  const unlucky = await create({ device: 'webgpu', gpuDevice: lost });
  const running = unlucky.table(sinusoidal, 200_000, { onProgress: () => lost.destroy() });
  const { data, backend } = await running;
  await send({
    name: 'lost device',
    bound: 1.3e-7,
    off: furthest(data, (await plain.table(sinusoidal, 200_000)).data),
    backend,
  });
}
