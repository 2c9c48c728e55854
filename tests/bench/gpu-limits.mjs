/** What plain WGSL reaches on a device: 16-byte stores, a copy, and multiply-adds that depend on nothing else. */
const group = 256;
const fillSource = `
@group(0) @binding(0) var<storage, read_write> out: array<vec4f>;
@compute @workgroup_size(${group}) fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) n: vec3u) {
  let i = id.y * n.x * ${group}u + id.x;
  if (i < arrayLength(&out)) { out[i] = vec4f(f32(i)); }
}`;
const copySource = `
@group(0) @binding(0) var<storage, read_write> out: array<vec4f>;
@group(0) @binding(1) var<storage, read> source: array<vec4f>;
@compute @workgroup_size(${group}) fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) n: vec3u) {
  let i = id.y * n.x * ${group}u + id.x;
  if (i < arrayLength(&out)) { out[i] = source[i]; }
}`;
const chains = 12;
const steps = 256;
const addSource = `
@group(0) @binding(0) var<storage, read_write> out: array<vec4f>;
@compute @workgroup_size(${group}) fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) n: vec3u) {
  let i = id.y * n.x * ${group}u + id.x;
  let a = vec4f(0.999999, 1.000001, 0.999998, 1.000002);
  ${Array.from({ length: chains }, (_, k) => `var x${k} = vec4f(f32(i + ${k}u));`).join(' ')}
  for (var s = 0u; s < ${steps}u; s++) {
    ${Array.from({ length: chains }, (_, k) => `x${k} = x${k} * a + a;`).join(' ')}
  }
  if (i < arrayLength(&out)) { out[i] = ${Array.from({ length: chains }, (_, k) => `x${k}`).join(' + ')}; }
}`;

/** Bytes a second written, read and written, and operations a second. */
export async function wgslLimits(device, quick, timed) {
  const bytes = quick ? 2 ** 20 : 2 ** 27;
  const work = quick ? 2 ** 16 : 2 ** 22;
  const { STORAGE, COPY_DST } = { STORAGE: 0x80, COPY_DST: 0x8 };
  const buffers = [bytes, bytes, work].map((size) => device.createBuffer({ size, usage: STORAGE | COPY_DST }));
  const [out, from, sums] = buffers;
  const seconds = async (code, bound, invocations) => {
    const pipeline = await device.createComputePipelineAsync({
      layout: 'auto',
      compute: { module: device.createShaderModule({ code }), entryPoint: 'main' },
    });
    const bindGroup = device.createBindGroup({
      layout: pipeline.getBindGroupLayout(0),
      entries: bound.map((buffer, binding) => ({ binding, resource: { buffer } })),
    });
    const groups = Math.ceil(invocations / group);
    const across = Math.min(groups, 32768);
    return timed(async () => {
      const encoder = device.createCommandEncoder();
      const pass = encoder.beginComputePass();
      pass.setPipeline(pipeline);
      pass.setBindGroup(0, bindGroup);
      pass.dispatchWorkgroups(across, Math.ceil(groups / across));
      pass.end();
      device.queue.submit([encoder.finish()]);
      await device.queue.onSubmittedWorkDone();
    });
  };
  try {
    return {
      fill: bytes / (await seconds(fillSource, [out], bytes / 16)),
      copy: (2 * bytes) / (await seconds(copySource, [out, from], bytes / 16)),
      multiplyAdd: ((work / 16) * 8 * chains * steps) / (await seconds(addSource, [sums], work / 16)),
    };
  } finally {
    for (const buffer of buffers) buffer.destroy();
  }
}
