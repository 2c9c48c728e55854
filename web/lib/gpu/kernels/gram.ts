/**
 * The Gram matrix of a table that the GPU makes before: float32 products, added in the order of the channels.
 */
import { declared, groupSize, type Kernel } from './kernel.js';

/** Rows and columns of a tile: each of the 16 x 16 invocations of its group makes 4 x 4 numbers. */
const side = 64;
/** Channels that a group holds at once. */
const depth = 16;
/** Of the tiles in shared memory: neighbours in `depth` do not lie in one bank. */
const stride = side + 4;

const four = [0, 1, 2, 3] as const;

const code = /* wgsl */ `
${declared(['channels'], ['table: array<f32>'])}
var<workgroup> down: array<f32, ${depth * stride}>;
var<workgroup> across: array<f32, ${depth * stride}>;

fn entry(row: u32, channel: u32) -> f32 {
  if (row < params.width && channel < params.channels) {
    return table[row * params.channels + channel];
  }
  return 0.0;
}
@compute @workgroup_size(${groupSize})
fn main(@builtin(workgroup_id) tile: vec3u, @builtin(local_invocation_index) local: u32) {
  let top = tile.x / params.columns * ${side}u;
  let left = tile.x % params.columns * ${side}u;
  let x = local % 16u;
  let y = local / 16u;
  let inside = top + 4u * y < params.rows;
  ${four.map((r) => `var sum${r} = vec4f();`).join(' ')}
  for (var channel = 0u; channel < params.channels; channel += ${depth}u) {
    for (var row = y; row < ${side}u; row += 16u) {
      down[x * ${stride}u + row] = entry(params.first + top + row, channel + x);
      across[x * ${stride}u + row] = entry(left + row, channel + x);
    }
    workgroupBarrier();
    if (inside) {
      for (var k = 0u; k < ${depth * stride}u; k += ${stride}u) {
        let b = vec4f(${four.map((c) => `across[k + x + ${16 * c}u]`).join(', ')});
        ${four.map((r) => `sum${r} += down[k + 4u * y + ${r}u] * b;`).join(' ')}
      }
    }
    workgroupBarrier();
  }
  ${four.map((r) => `put_row(top + 4u * y + ${r}u, left + x, sum${r});`).join('\n  ')}
  hand_in(local);
}
fn put_row(row: u32, column: u32, values: vec4f) {
  if (row >= params.rows) {
    return;
  }
  ${four.map((c) => `if (column + ${16 * c}u < params.width) { put(row, column + ${16 * c}u, bitcast<u32>(values[${c}])); }`).join('\n  ')}
}
`;

export function gramKernel(table: Kernel): Kernel {
  const { rows, width: channels } = table;
  return {
    // what an entry takes grows with the channels
    kind: `gram of ${2 ** Math.ceil(Math.log2(channels))}`,
    rows,
    width: rows,
    columns: Math.ceil(rows / side),
    tileRows: side,
    code,
    params: [channels],
    inputs: [],
    made: table,
  };
}
