/** The range of values of a table on a GPU. Only two numbers are read back. */
import type { ColourMap } from './colour-maps.js';
import { type Range, extentOf, rangeFor } from './colours.js';

const groupSize = 256;
const mostGroups = 256;

/**
 * Compares floats as integers in the same order, which avoids compiler assumptions about infinities. The lowest is
 * found as the highest complement, because memory starts as zeros.
 */
const shader = `
@group(0) @binding(0) var<storage, read> cells: array<u32>;
@group(0) @binding(1) var<storage, read_write> found: array<atomic<u32>, 2>;
var<workgroup> ours: array<atomic<u32>, 2>;

@compute @workgroup_size(${groupSize}) fn main(
  @builtin(global_invocation_id) id: vec3u,
  @builtin(local_invocation_index) local: u32,
  @builtin(num_workgroups) groups: vec3u,
) {
  var low = 0u;
  var high = 0u;
  for (var i = id.x; i < arrayLength(&cells); i += groups.x * ${groupSize}u) {
    let bits = cells[i];
    if ((bits & 0x7f800000u) == 0x7f800000u) { continue; } // infinite, or not a number
    let key = select(bits | 0x80000000u, ~bits, bits >= 0x80000000u);
    low = max(low, ~key);
    high = max(high, key);
  }
  atomicMax(&ours[0], low);
  atomicMax(&ours[1], high);
  workgroupBarrier();
  if (local == 0u) {
    atomicMax(&found[0], atomicLoad(&ours[0]));
    atomicMax(&found[1], atomicLoad(&ours[1]));
  }
}`;

const pipelines = new WeakMap<GPUDevice, Promise<GPUComputePipeline>>();

/** The result of `rangeFor` for the first `length` values of `table`. */
export async function rangeOnGpu(
  device: GPUDevice,
  table: GPUBuffer,
  length: number,
  kind: ColourMap['kind'],
): Promise<Range> {
  const pipeline = await pipelineOn(device);
  const { STORAGE: storage, COPY_SRC: copySrc, COPY_DST: copyDst, MAP_READ: mapRead } = GPUBufferUsage;
  const found = device.createBuffer({ size: 8, usage: storage | copySrc });
  const staging = device.createBuffer({ size: 8, usage: mapRead | copyDst });
  try {
    const group = device.createBindGroup({
      layout: pipeline.getBindGroupLayout(0),
      entries: [
        { binding: 0, resource: { buffer: table, size: 4 * length } },
        { binding: 1, resource: { buffer: found } },
      ],
    });
    const encoder = device.createCommandEncoder();
    const pass = encoder.beginComputePass();
    pass.setPipeline(pipeline);
    pass.setBindGroup(0, group);
    pass.dispatchWorkgroups(Math.min(mostGroups, Math.ceil(length / groupSize)));
    pass.end();
    encoder.copyBufferToBuffer(found, 0, staging, 0, 8);
    device.queue.submit([encoder.finish()]);
    await staging.mapAsync(GPUMapMode.READ);
    const [low = 0, high = 0] = new Uint32Array(staging.getMappedRange());
    return rangeFor(extentOf(high === 0 ? [] : [floatOf(~low >>> 0), floatOf(high)]), kind);
  } finally {
    found.destroy();
    staging.destroy();
  }
}

function floatOf(key: number): number {
  const bits = key >= 2 ** 31 ? key & 0x7fffffff : ~key;
  return new Float32Array(Int32Array.of(bits).buffer)[0]!;
}

function pipelineOn(device: GPUDevice): Promise<GPUComputePipeline> {
  let pipeline = pipelines.get(device);
  if (!pipeline) {
    const module = device.createShaderModule({ code: shader });
    pipeline = device.createComputePipelineAsync({ layout: 'auto', compute: { module } });
    pipelines.set(device, pipeline);
  }
  return pipeline;
}
