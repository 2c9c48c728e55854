/**
 * `npm run bench:gpu`: what a GPU reaches through the library, beside plain WGSL that does nothing but write, copy or
 * multiply in the same run, on the adapter that Dawn finds.
 *
 *   node tests/bench/gpu.mjs [--quick] [--save NAME]
 *
 * Wall time, the median of rounds that take turns. "On the device" leaves the result in a buffer there; "read back"
 * brings it into an array, which is what WebAssembly is compared with.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../../web/tools/setup.mjs';
import { main } from '../../web/tools/steps.mjs';
import { webgpu, withNavigator } from '../web/support/webgpu.mjs';
import { median } from './figures.mjs';
import { wgslLimits } from './gpu-limits.mjs';
import { machine } from './machine.mjs';

const spec = (dim) => ({ encoding: 'sinusoidal', dim });
const layers = [{ layer: 'dense' }, { layer: 'relu' }, { layer: 'dense' }, { layer: 'relu' }, { layer: 'dense' }];
const scattered = (n) => Uint32Array.from({ length: n }, (_, i) => (i * 2654435761) >>> 0);
const normals = (n) => Float32Array.from({ length: n }, (_, i) => ((i * 37) % 97) / 48 - 1);

/** Each gives a promise that ends with the work; `bytes` or `flops` is what the limit of the same name does. */
function workloads({ pe, plain, device, quick }) {
  const [rows, dim] = quick ? [2048, 128] : [65_536, 1024];
  const heads = quick ? 64 : 4096;
  const left = (made) => async () => {
    const { buffer } = await made();
    await device.queue.onSubmittedWorkDone();
    buffer.destroy();
  };
  const onDevice = (positions) => left(() => pe.tableOnGpu(spec(dim), positions, { device }));
  const [n, width] = quick ? [512, 64] : [8192, 512];
  const few = scattered(n);
  const list = scattered(rows);
  const rope = { encoding: 'rope', dim: 128 };
  const x = { data: normals(heads * 128), rows: heads, cols: 128 };
  const table = 4 * rows * dim;
  const [q, into] = [1, 2].map(() => device.createBuffer({ size: 4 * 32 * x.data.length, usage: 0x80 | 0x4 | 0x8 }));
  for (let head = 0; head < 32; head++) device.queue.writeBuffer(q, 4 * head * x.data.length, x.data);
  const vectors = { buffer: q, rows: 32 * heads, cols: 128 };
  return [
    { id: 'table, on the device', limit: 'fill', bytes: table, run: onDevice(rows) },
    { id: 'table of scattered positions, on the device', limit: 'fill', bytes: table, run: onDevice(list) },
    {
      id: 'table, read back',
      bytes: table,
      run: () => pe.table(spec(dim), rows),
      wasm: () => plain.table(spec(dim), rows),
    },
    {
      id: 'table of scattered positions, read back',
      bytes: table,
      run: () => pe.table(spec(dim), list),
      wasm: () => plain.table(spec(dim), list),
    },
    {
      id: `rotary embedding of ${heads} vectors, read back`,
      bytes: 8 * x.data.length,
      run: () => pe.rotate(rope, x, heads, { dtype: 'f32' }),
      wasm: () => plain.rotate(rope, x, heads, { dtype: 'f32' }),
    },
    {
      id: `rotary embedding of 32 heads of ${heads} vectors, on the device`,
      limit: 'copy',
      bytes: 32 * 8 * x.data.length,
      run: () => pe.rotateOnGpu(rope, vectors, heads, { device, into }),
    },
    {
      id: `kernel profile of ${rows} scattered offsets, on the device`,
      bytes: 4 * rows,
      run: left(() => pe.kernelProfileOnGpu(spec(dim), list, { device })),
      wasm: () => plain.kernelProfile(spec(dim), list),
    },
    {
      id: `Gram matrix of ${n} positions, on the device`,
      limit: 'fill',
      bytes: 4 * n * n,
      run: left(() => pe.gramOnGpu(spec(width), n, { device })),
    },
    {
      id: `Gram matrix of ${n} scattered positions, on the device`,
      limit: 'multiplyAdd',
      flops: 2 * n * n * width,
      run: left(() => pe.gramOnGpu(spec(width), few, { device })),
    },
    {
      id: `NTK of ${n / 2} scattered positions, two hidden layers, on the device`,
      limit: 'multiplyAdd',
      flops: (2 * n * n * width) / 4,
      run: left(() => pe.networkKernelOnGpu({ layers }, spec(width), few.subarray(0, n / 2), { device })),
    },
    {
      id: `Gram matrix of ${n / 4} scattered positions, read back`,
      flops: (2 * n * n * width) / 16,
      run: () => pe.gram(spec(width), few.subarray(0, n / 4), { dtype: 'f32' }),
      wasm: () => plain.gram(spec(width), few.subarray(0, n / 4), { dtype: 'f32' }),
    },
  ];
}

async function timed(run, rounds) {
  await run(); // compilation, the probe, first allocation
  const seconds = [];
  for (let round = 0; round < rounds; round++) {
    const begin = performance.now();
    await run();
    seconds.push((performance.now() - begin) / 1000);
  }
  return median(seconds);
}

main(async () => {
  const { quick, save } = parseArgs({
    options: { quick: { type: 'boolean', default: false }, save: { type: 'string' } },
  }).values;
  if (!webgpu.gpu) return; // the reason is printed
  const { create } = await import('../../dist/lib/node.js');
  const adapter = await webgpu.gpu.requestAdapter();
  const { maxBufferSize, maxStorageBufferBindingSize } = adapter.limits;
  const device = await adapter.requestDevice({ requiredLimits: { maxBufferSize, maxStorageBufferBindingSize } });
  const rounds = quick ? 1 : 7;
  const result = { adapter: webgpu.name, machine: machine(), date: new Date().toISOString(), rows: [] };
  await withNavigator(webgpu.gpu, async () => {
    const pe = await create({ device: 'webgpu' });
    const plain = await create();
    try {
      const limits = await wgslLimits(device, quick, (run) => timed(run, rounds));
      console.log(
        `fill ${(limits.fill / 1e9).toPrecision(3)} GB/s, copy ${(limits.copy / 1e9).toPrecision(3)} GB/s, multiply-add ${(limits.multiplyAdd / 1e9).toPrecision(3)} GFLOP/s`,
      );
      result.limits = limits;
      for (const { id, limit, bytes, flops, run, wasm } of workloads({ pe, plain, device, quick })) {
        const seconds = await timed(run, rounds);
        const row = { id, seconds, rate: (bytes ?? flops) / seconds };
        if (limit) row.ofLimit = row.rate / limits[limit];
        if (wasm) row.ofWasm = (await timed(wasm, rounds)) / seconds;
        result.rows.push(row);
        const said = [
          `${(1000 * seconds).toPrecision(3)} ms`,
          `${(row.rate / 1e9).toPrecision(3)} ${bytes ? 'GB/s' : 'GFLOP/s'}`,
          limit && `${row.ofLimit.toPrecision(3)} of ${limit}`,
          wasm && `${row.ofWasm.toPrecision(3)} times as fast as WebAssembly`,
        ];
        console.log(`${id}: ${said.filter(Boolean).join(', ')}`);
      }
    } finally {
      pe.dispose();
      plain.dispose();
      device.destroy();
    }
  });
  const folder = join(root, save === undefined ? 'build' : 'tests/bench/results');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${save ?? 'bench-gpu'}.json`), `${JSON.stringify(result, null, 1)}\n`);
});
