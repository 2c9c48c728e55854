/** Rows of a table of waves: the two channels of each lane. */
import type { WaveLanes } from '../wave-lanes.js';
import { type Program, shader } from './program.js';
import { laneInputs, noChannel, perLane } from './lane.js';

const body = /* wgsl */ `
    if (lane.sine != ${noChannel}) {
      put(row, lane.sine, bitcast<u32>(value.x));
    }
    if (lane.cosine != ${noChannel}) {
      put(row, lane.cosine, bitcast<u32>(value.y));
    }
`;

export function tableProgram({ words, count, width, rows, list }: WaveLanes): Program {
  const listed = list !== undefined;
  return {
    kind: 'table',
    rows,
    width,
    columns: count,
    code: shader([], laneInputs(listed), perLane(listed, body)),
    params: [],
    inputs: list ? [words, list] : [words],
  };
}
