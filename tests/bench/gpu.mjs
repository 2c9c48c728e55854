/**
 * The GPU through the library, compared with plain WGSL and with WebAssembly, on the adapter that Dawn finds. Wall time. A result
 * "on the device" stays in a buffer there; one that is "read back" ends in an array, as WebAssembly's do.
 */
import { build } from '../../web/tools/build.mjs';
import { SetupError } from '../../web/tools/steps.mjs';
import { median, number, ratio } from './figures.mjs';
import { gpuWorkloads, wgslLimits } from './workloads-gpu.mjs';

async function timed(run, rounds) {
  await run(); // compiles, and allocates for the first time
  const seconds = [];
  for (let round = 0; round < rounds; round++) {
    const begin = performance.now();
    await run();
    seconds.push((performance.now() - begin) / 1000);
  }
  return seconds;
}

export async function measure({ quick, count, env }) {
  await build(env, 'lib');
  const { webgpu, withNavigator } = await import('../web/support/webgpu.mjs');
  if (!webgpu.gpu) throw new SetupError(webgpu.reason);
  const { create } = await import('../../dist/lib/node.js');
  const adapter = await webgpu.gpu.requestAdapter();
  const { maxBufferSize, maxStorageBufferBindingSize } = adapter.limits;
  const device = await adapter.requestDevice({ requiredLimits: { maxBufferSize, maxStorageBufferBindingSize } });
  const rows = [['workload', 'ms', 'GB/s or GFLOP/s', 'of the limit', 'WebAssembly']];
  await withNavigator(webgpu.gpu, async () => {
    const pe = await create({ device: 'webgpu' });
    const plain = await create();
    const limits = await wgslLimits(device, quick, (run) => timed(run, count));
    for (const [id, rate] of Object.entries(limits)) rows.push([`limit: ${id}`, '', number(rate / 1e9), '', '']);
    for (const { id, limit, bytes, flops, run, wasm } of gpuWorkloads({ pe, plain, device, quick })) {
      const seconds = await timed(run, count);
      const rate = (bytes ?? flops) / median(seconds);
      const against = wasm ? ratio(await timed(wasm, count), seconds) : '';
      rows.push([
        id,
        number(1e3 * median(seconds)),
        number(rate / 1e9),
        limit ? number(rate / limits[limit]) : '',
        against,
      ]);
      console.log(rows.at(-1).join(', '));
    }
    pe.dispose();
    plain.dispose();
    device.destroy();
  });
  return { rows, versions: [`${count} rounds`, `WebGPU: ${webgpu.name}`] };
}
