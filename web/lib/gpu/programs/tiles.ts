/** Matrices over all pairs of rows of a table on the GPU, in tiles: float32 sums over the channels, in order. */
import { declared, groupSize, type Program } from './program.js';

/** Rows and columns of a tile: each of the 16 x 16 invocations of a workgroup computes 4 x 4 values. */
const side = 64;
/** Channels that a workgroup loads at once. */
const depth = 16;
/** Row stride of the tiles in shared memory, padded so that neighbours in `depth` are in different banks. */
const stride = side + 4;

const four = [0, 1, 2, 3] as const;

export interface Pairs {
  /** Submits of one kind take about the same time per entry and channel. */
  readonly kind: string;
  readonly table: Program;
  /** Term added per channel, from `a` in one row and `b` in four others. */
  readonly term: string;
  /** Defines `fn entry_of(sum: f32, row: u32, column: u32) -> f32`, with row indices of the whole table. */
  readonly entry: string;
  /** The program's own parameters; `channels` precedes them. */
  readonly params?: Readonly<Record<string, number>>;
  /** `table` follows them. */
  readonly inputs?: readonly { readonly declaration: string; readonly words: Uint32Array }[];
}

const code = ({ term, entry, params = {}, inputs = [] }: Pairs): string => /* wgsl */ `
${declared(['channels', ...Object.keys(params)], [...inputs.map(({ declaration }) => declaration), 'table: array<f32>'])}
var<workgroup> down: array<f32, ${depth * stride}>;
var<workgroup> across: array<f32, ${depth * stride}>;
${entry}
fn channel_of(row: u32, channel: u32) -> f32 {
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
      down[x * ${stride}u + row] = channel_of(params.first + top + row, channel + x);
      across[x * ${stride}u + row] = channel_of(left + row, channel + x);
    }
    workgroupBarrier();
    if (inside) {
      for (var k = 0u; k < ${depth * stride}u; k += ${stride}u) {
        let b = vec4f(${four.map((c) => `across[k + x + ${16 * c}u]`).join(', ')});
        ${four.map((r) => `{ let a = down[k + 4u * y + ${r}u]; sum${r} += ${term}; }`).join('\n        ')}
      }
    }
    workgroupBarrier();
  }
  // one copy of what makes an entry, and not of the sums that registers hold
  var sums = array(${four.map((r) => `sum${r}`).join(', ')});
  for (var i = 0u; i < 16u; i++) {
    let row = top + 4u * y + i / 4u;
    let column = left + x + i % 4u * 16u;
    if (row < params.rows && column < params.width) {
      put(row, column, bitcast<u32>(entry_of(sums[i / 4u][i % 4u], params.first + row, column)));
    }
  }
  hand_in(local);
}
`;

export function pairsProgram(pairs: Pairs): Program {
  const { kind, table, params = {}, inputs = [] } = pairs;
  const { rows, width: channels } = table;
  return {
    // the cost of an entry grows with the channels
    kind: `${kind} of ${2 ** Math.ceil(Math.log2(channels))}`,
    rows,
    width: rows,
    columns: Math.ceil(rows / side),
    tileRows: side,
    code: code(pairs),
    params: [channels, ...Object.values(params)],
    inputs: inputs.map(({ words }) => words),
    made: table,
  };
}
