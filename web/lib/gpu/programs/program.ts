/**
 * The specification of a matrix of 32-bit words computed on a GPU. Rows are computed in parts (rows-on-device.ts) by
 * invocations that each compute a few consecutive rows of one column.
 */
import { check } from '../shaders/check.js';

export interface Program {
  /** Submits of one kind take about the same time per entry. */
  readonly kind: string;
  readonly rows: number;
  /** Words per row. */
  readonly width: number;
  /** Invocations for the same rows: columns, or pairs of them. For a tiled program: tiles side by side. */
  readonly columns: number;
  /** Cost of a word relative to a fast program; 1 by default. */
  readonly work?: number;
  /** Rows of a tile, if a workgroup computes one together. */
  readonly tileRows?: number;
  readonly code: string;
  /** Values of the program's own parameters, in shader order. */
  readonly params: readonly number[];
  /** Inputs of every part, in shader order. */
  readonly inputs: readonly Uint32Array[];
  /** The output of another program as an input, after those; it stays on the device. */
  readonly made?: Program;
  /**
   * The last input, with the same row length and offset as the output. Uploaded for each part, or already on the
   * device.
   */
  readonly perRow?: Uint32Array | GPUBuffer;
}

/** Parameters of all programs; `first` is the index of the part's first row in the whole. */
export const commonParams = ['rows', 'columns', 'width', 'base', 'first', 'nonce'] as const;
export const bindings = { params: 0, out: 1, check: 2, input: 3 } as const;
/** Rows of one invocation; from one to the next, a phase grows by an addition. */
export const rowsEach = 8;
export const groupSize = 256;

/**
 * @param params names of the program's own parameters @param inputs declarations of its inputs @param body defines `fn
 * make(column: u32, first: u32, end: u32)`, which calls `put` once for each word of its part
 */
export const shader = (params: readonly string[], inputs: readonly string[], body: string): string => /* wgsl */ `
${declared(params, inputs)}
${body}
@compute @workgroup_size(${groupSize})
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) local: u32) {
  let first = id.x / params.columns * ${rowsEach}u;
  let end = min(first + ${rowsEach}u, params.rows);
  if (first < end) {
    make(id.x % params.columns, first, end);
  }
  hand_in(local);
}
`;

/** Declarations before `main` in every program. */
export const declared = (params: readonly string[], inputs: readonly string[]): string => /* wgsl */ `
${check(bindings.check)}
struct Params {
  ${[...commonParams, ...params].map((name) => `${name}: u32,`).join(' ')}
}
@group(0) @binding(${bindings.params}) var<uniform> params: Params;
@group(0) @binding(${bindings.out}) var<storage, read_write> out: array<u32>;
${inputs.map((input, i) => `@group(0) @binding(${bindings.input + i}) var<storage, read> ${input};`).join('\n')}

fn put(row: u32, channel: u32, bits: u32) {
  let index = row * params.width + channel;
  out[params.base + index] = bits;
  note(index, bits, params.nonce);
}
`;

/** Number of workgroups for this many rows. */
export const groupsFor = ({ columns, tileRows }: Program, rows: number): number =>
  tileRows ? Math.ceil(rows / tileRows) * columns : Math.ceil((Math.ceil(rows / rowsEach) * columns) / groupSize);

/** Maximum number of rows of this many workgroups. */
export const rowsOfGroups = ({ columns, tileRows }: Program, groups: number): number =>
  tileRows ? Math.floor(groups / columns) * tileRows : Math.floor((groups * groupSize) / columns) * rowsEach;
