/** With WebGPU's own types: accepts a GPUDevice, and the result is a GPUBuffer on it. */
import { create } from '../../../../dist/lib/index.js';

declare const device: GPUDevice;

export async function right(): Promise<GPUBuffer> {
  const pe = await create({ device: 'auto', gpuDevice: device });
  const { backend } = await pe.table({ encoding: 'rope', dim: 8 }, 4);
  const ran: 'wasm' | 'webgpu' = backend;
  const table = await pe.tableOnGpu({ encoding: 'rope', dim: 8 }, 4, { device, usage: GPUBufferUsage.VERTEX });
  const on: GPUDevice = table.device;
  const gram: GPUBuffer = (await pe.gramOnGpu({ encoding: 'rope', dim: 8 }, 4, { device })).buffer;
  const bias: GPUBuffer = (await pe.attentionBiasOnGpu({ encoding: 'alibi', heads: 8 }, 4, 4, { device, head: 0 }))
    .buffer;
  const profile: GPUBuffer = (await pe.kernelProfileOnGpu({ encoding: 'rope', dim: 8 }, 4, { device })).buffer;
  const layers = [{ layer: 'dense', weightStd: 1.5 }, { layer: 'relu' }] as const;
  const ntk = await pe.networkKernelOnGpu({ layers }, { encoding: 'rope', dim: 8 }, 4, { device, kernel: 'nngp' });
  const kernel: GPUBuffer = ntk.buffer;
  const rope = { encoding: 'rope', dim: 8 } as const;
  const x = { buffer: device.createBuffer({ size: 128, usage: GPUBufferUsage.STORAGE }), rows: 4, cols: 8 };
  const turned: GPUBuffer[] = [
    (await pe.rotateOnGpu(rope, table, 2, { side: 'k' })).buffer,
    (await pe.rotateOnGpu(rope, x, 4, { device, into: x.buffer })).buffer,
  ];
  on.queue.onSubmittedWorkDone().catch(() => [ran, gram, bias, profile, kernel, ...turned]);
  return table.buffer;
}

export async function wrong(): Promise<void> {
  // @ts-expect-error a choice that there is not
  const pe = await create({ device: 'gpu' });
  // @ts-expect-error no device
  await pe.tableOnGpu({ encoding: 'rope', dim: 8 }, 4, { device: {} });
  // @ts-expect-error no such layer
  await pe.networkKernelOnGpu({ layers: [{ layer: 'relu6' }] }, { encoding: 'rope', dim: 8 }, 4);
  // @ts-expect-error a buffer of numbers
  await pe.rotateOnGpu({ encoding: 'rope', dim: 8 }, { buffer: new Float32Array(8), rows: 1, cols: 8 }, 1, { device });
}
