/**
 * Rows of a table of waves. One invocation makes a few consecutive rows of one lane: its two channels.
 */
import { singleWave } from '../../generated/single-wave.js';
import { check } from './check.js';
import { wave } from './wave.js';

/** Words of the uniform parameters, in this order. */
export const tableParams = ['rows', 'width', 'lanes', 'base', 'first', 'nonce'] as const;
export const tableBindings = { params: 0, lanes: 1, out: 2, check: 3, list: 4 } as const;
/** Rows of one invocation: between them a phase grows by an addition. */
export const rowsEach = 8;
export const groupSize = 256;

const body = (listed: boolean): string => /* wgsl */ `
struct Params {
  ${tableParams.map((name) => `${name}: u32,`).join(' ')}
}
// as Plan::WaveLane
struct Lane {
  at: vec2u,
  by: vec2u,
  amplitude: f32,
  sine: u32,
  cosine: u32,
  spare: u32,
}
@group(0) @binding(${tableBindings.params}) var<uniform> params: Params;
@group(0) @binding(${tableBindings.lanes}) var<storage, read> lanes: array<Lane>;
@group(0) @binding(${tableBindings.out}) var<storage, read_write> out: array<u32>;
${listed ? `@group(0) @binding(${tableBindings.list}) var<storage, read> list: array<u32>;` : ''}

fn put(row: u32, channel: u32, value: f32) {
  if (channel == ${singleWave.noChannel}u) {
    return;
  }
  let index = row * params.width + channel;
  let bits = bitcast<u32>(value);
  out[params.base + index] = bits;
  note(index, bits, params.nonce);
}

@compute @workgroup_size(${groupSize})
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) local: u32) {
  let index = id.x % params.lanes;
  let first = id.x / params.lanes * ${rowsEach}u;
  let end = min(first + ${rowsEach}u, params.rows);
  if (first < end) {
    let lane = lanes[index];
    ${listed ? '' : 'var phase = sum(lane.at, multiple(lane.by, params.first + first));'}
    for (var row = first; row < end; row++) {
      ${listed ? 'let phase = sum(lane.at, multiple(lane.by, list[params.first + row]));' : ''}
      let value = lane.amplitude * wave(phase);
      put(row, lane.sine, value.x);
      put(row, lane.cosine, value.y);
      ${listed ? '' : 'phase = sum(phase, lane.by);'}
    }
  }
  hand_in(local);
}
`;

/** @param listed row k stands at number k of a list, not at k */
export const tableShader = (listed: boolean): string => wave + check(tableBindings.check) + body(listed);
