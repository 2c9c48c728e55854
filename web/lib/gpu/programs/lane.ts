/** Common parts of shaders over lanes: WaveLane, and a loop over rows with the wave of each. */
import { singleWave } from '../../generated/single-wave.js';
import { wave } from '../shaders/wave.js';

export const noChannel = `${singleWave.noChannel}u`;

/** WaveLanes and their waves. */
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
 * `make` with one lane per column. `body` has `lane`, `row` and `value`, amplitude times (sine, cosine). @param listed
 * row k has the index at entry k of an input `list`, instead of k @param repeats takes the entry modulo a parameter
 * `period`
 */
export const perLane = (listed: boolean, body: string, repeats = false): string => /* wgsl */ `
${lanesAndWave}
fn make(column: u32, first: u32, end: u32) {
  let lane = lanes[column];
  var k = params.first + first;
  ${repeats ? 'k %= params.period;' : ''}
  ${listed ? '' : 'var phase = sum(lane.at, multiple(lane.by, k));'}
  for (var row = first; row < end; row++) {
    ${listed ? 'let phase = sum(lane.at, multiple(lane.by, list[k]));' : ''}
    let value = lane.amplitude * wave(phase);
    ${body}
    k++;
    ${listed ? '' : 'phase = sum(phase, lane.by);'}
    ${repeats ? `if (k == params.period) { k = 0u; ${listed ? '' : 'phase = lane.at;'} }` : ''}
  }
}
`;

export const laneInputs = (listed: boolean): string[] => [
  'lanes: array<Lane>',
  ...(listed ? ['list: array<u32>'] : []),
];
