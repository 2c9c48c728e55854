/**
 * What shaders of lanes share: Plan::WaveLane, and a loop over rows with the wave of each.
 */
import { singleWave } from '../../generated/single-wave.js';
import { wave } from '../shaders/wave.js';

export const noChannel = `${singleWave.noChannel}u`;

/** Lanes and their waves. */
export const lanesAndWave = /* wgsl */ `
${wave}
struct Lane {
  at: vec2u,
  by: vec2u,
  amplitude: f32,
  sine: u32,
  cosine: u32,
  spare: u32,
}
`;

/**
 * `make` for one lane a column. `body` has `lane`, `row` and `value`, amplitude times (sine, cosine).
 * @param listed row k stands at number k of an input `list`, not at k
 */
export const perLane = (listed: boolean, body: string): string => /* wgsl */ `
${lanesAndWave}
fn make(column: u32, first: u32, end: u32) {
  let lane = lanes[column];
  ${listed ? '' : 'var phase = sum(lane.at, multiple(lane.by, params.first + first));'}
  for (var row = first; row < end; row++) {
    ${listed ? 'let phase = sum(lane.at, multiple(lane.by, list[params.first + row]));' : ''}
    let value = lane.amplitude * wave(phase);
    ${body}
    ${listed ? '' : 'phase = sum(phase, lane.by);'}
  }
}
`;

export const laneInputs = (listed: boolean): string[] => [
  'lanes: array<Lane>',
  ...(listed ? ['list: array<u32>'] : []),
];
