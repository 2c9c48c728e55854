/**
 * The workloads of `npm run bench -- gpu`, and the limits that plain WGSL reaches on a device: 16-byte stores, a copy, and
 * independent multiply-adds.
 */
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

const spec = (dim) => ({ encoding: 'sinusoidal', dim });
const layers = [{ layer: 'dense' }, { layer: 'relu' }, { layer: 'dense' }, { layer: 'relu' }, { layer: 'dense' }];
const scattered = (n) => Uint32Array.from({ length: n }, (_, i) => (i * 2654435761) >>> 0);
const normals = (n) => Float32Array.from({ length: n }, (_, i) => ((i * 37) % 97) / 48 - 1);

/** `run` returns a promise that ends with the work; `bytes` or `flops` is the amount of work at its `limit`. */
export function gpuWorkloads({ pe, plain, device, quick }) {
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
