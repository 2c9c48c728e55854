/** Colours the cells of a table on its GPU. Only the canvas receives them; nothing is read back. */
import { samples } from './canvas2d.js';
import { missingColour } from './colours.js';
import type { Painter } from './painter.js';

const [largest = 0] = new Uint32Array(Float32Array.of(1e38).buffer);

/** Cells are kept as bits until they are known to be finite, because a shader may assume that all floats are. */
const shader = `
struct View { cols: u32, nx: u32, ny: u32, down: u32, lo: f32, scale: f32 }
@group(0) @binding(0) var<uniform> view: View;
@group(0) @binding(1) var<storage, read> cells: array<u32>;
@group(0) @binding(2) var<storage, read> colours: array<u32>;
// Columns that each pixel averages, and from view.down on rows; -1 is outside the table.
@group(0) @binding(3) var<storage, read> samples: array<i32>;

@vertex fn corner(@builtin(vertex_index) i: u32) -> @builtin(position) vec4f {
  // One triangle that covers the whole canvas.
  return vec4f(select(-1.0, 3.0, i == 1u), select(-1.0, 3.0, i == 2u), 0.0, 1.0);
}

@fragment fn colour(@builtin(position) at: vec4f) -> @location(0) vec4f {
  let first = vec2u(u32(at.x) * view.nx, view.down + u32(at.y) * view.ny);
  var sum = 0.0;
  var count = 0.0;
  var seen = false;
  for (var j = first.y; j < first.y + view.ny; j++) {
    let row = samples[j];
    if (row < 0) { continue; }
    for (var i = first.x; i < first.x + view.nx; i++) {
      let col = samples[i];
      if (col < 0) { continue; }
      seen = true;
      let bits = cells[u32(row) * view.cols + u32(col)];
      if ((bits & 0x7fffffffu) < ${largest}u) { sum += bitcast<f32>(bits); count += 1.0; }
    }
  }
  if (!seen) { return vec4f(0.0); }
  if (count == 0.0) { return vec4f(${missingColour.map((channel) => `${channel}.0 / 255.0`).join(', ')}, 1.0); }
  let entry = clamp(floor((sum / count - view.lo) * view.scale + 0.5), 0.0, 255.0);
  return vec4f(unpack4x8unorm(colours[u32(entry)]).rgb, 1.0);
}`;

/** Rejects if there is no canvas or shader. Later failures are an `uncapturederror` of the device. */
export async function webgpuPainter(device: GPUDevice): Promise<Painter<GPUBuffer>> {
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('webgpu');
  if (context === null) throw new Error('a canvas has no WebGPU here');
  const format = navigator.gpu.getPreferredCanvasFormat();
  context.configure({ device, format, alphaMode: 'premultiplied' });
  const module = device.createShaderModule({ code: shader });
  const pipeline = await device.createRenderPipelineAsync({
    layout: 'auto',
    vertex: { module },
    fragment: { module, targets: [{ format }] },
  });

  const { STORAGE: storage, UNIFORM: uniform, COPY_DST: copyDst } = GPUBufferUsage;
  const view = device.createBuffer({ size: 24, usage: uniform | copyDst });
  const colours = device.createBuffer({ size: 4 * 256, usage: storage | copyDst });
  let sampled: GPUBuffer | undefined;
  let table: { readonly buffer: GPUBuffer; readonly rows: number; readonly cols: number } | undefined;

  return {
    kind: 'webgpu',
    canvas,
    setTable(buffer, rows, cols) {
      table = { buffer, rows, cols };
    },
    setColours(bytes) {
      device.queue.writeBuffer(colours, 0, bytes as Uint8Array<ArrayBuffer>);
    },
    paint(window, range) {
      if (table === undefined || canvas.width === 0 || canvas.height === 0) return false;
      const { buffer, rows, cols } = table;
      // Computed in float64 like the 2-D canvas; float32 would select a neighbour at some cell borders.
      const across = samples(canvas.width, window.left, window.perPixelX, cols);
      const down = samples(canvas.height, window.top, window.perPixelY, rows);
      const values = new DataView(new ArrayBuffer(24));
      for (const [i, value] of [cols, across.perPixel, down.perPixel, across.cells.length].entries())
        values.setUint32(4 * i, value, true);
      values.setFloat32(16, range.lo, true);
      values.setFloat32(20, 255 / (range.hi - range.lo), true);
      const chosen = withRoom(across.cells.byteLength + down.cells.byteLength);
      device.queue.writeBuffer(view, 0, values.buffer);
      device.queue.writeBuffer(chosen, 0, across.cells);
      device.queue.writeBuffer(chosen, across.cells.byteLength, down.cells);
      const encoder = device.createCommandEncoder();
      const pass = encoder.beginRenderPass({
        colorAttachments: [{ view: context.getCurrentTexture().createView(), loadOp: 'clear', storeOp: 'store' }],
      });
      pass.setPipeline(pipeline);
      pass.setBindGroup(
        0,
        device.createBindGroup({
          layout: pipeline.getBindGroupLayout(0),
          entries: [view, buffer, colours, chosen].map((one, binding) => ({ binding, resource: { buffer: one } })),
        }),
      );
      pass.draw(3);
      pass.end();
      device.queue.submit([encoder.finish()]);
      return true;
    },
  };

  function withRoom(size: number): GPUBuffer {
    if (sampled !== undefined && sampled.size >= size) return sampled;
    sampled?.destroy();
    return (sampled = device.createBuffer({ size, usage: storage | copyDst }));
  }
}
