/**
 * A matrix of 32-bit words that a GPU computes: what differs from one to the next. Its rows are made in parts
 * (rows-on-device.ts) by invocations that each make a few consecutive rows of one column.
 */
import { check } from '../shaders/check.js';

export interface Program {
  /** Submits of one kind take about the same time an entry. */
  readonly kind: string;
  readonly rows: number;
  /** Words of a row. */
  readonly width: number;
  /** Invocations for the same rows: columns, or pairs of them. Of a program in tiles, groups: tiles side by side. */
  readonly columns: number;
  /** What a word takes, in words of a quick program; 1 where left out. */
  readonly work?: number;
  /** Rows of a tile, where a group of invocations makes one together. */
  readonly tileRows?: number;
  readonly code: string;
  /** Values of the program's own parameters, in the order of its shader. */
  readonly params: readonly number[];
  /** What every part reads, in the order of its shader. */
  readonly inputs: readonly Uint32Array[];
  /** An input that stays on the device, made there before, behind those. */
  readonly made?: Program;
  /**
   * What each row reads, the last input: as many words as it has, and as far from the beginning. Uploaded for each part,
   * or there already.
   */
  readonly perRow?: Uint32Array | GPUBuffer;
}

/** Parameters that all programs have; `first` is the number of the part's first row in the whole. */
export const commonParams = ['rows', 'columns', 'width', 'base', 'first', 'nonce'] as const;
export const bindings = { params: 0, out: 1, check: 2, input: 3 } as const;
/** Rows of one invocation: between them a phase grows by an addition. */
export const rowsEach = 8;
export const groupSize = 256;

/**
 * @param params names of the program's own parameters
 * @param inputs declarations of its inputs
 * @param body defines `fn make(column: u32, first: u32, end: u32)`, which calls `put` once for each word of its part
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

/** What comes before `main` in every program. */
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

/** Groups of invocations that make so many rows. */
export const groupsFor = ({ columns, tileRows }: Program, rows: number): number =>
  tileRows ? Math.ceil(rows / tileRows) * columns : Math.ceil((Math.ceil(rows / rowsEach) * columns) / groupSize);

/** The most rows that so many groups make. */
export const rowsOfGroups = ({ columns, tileRows }: Program, groups: number): number =>
  tileRows ? Math.floor(groups / columns) * tileRows : Math.floor((groups * groupSize) / columns) * rowsEach;
