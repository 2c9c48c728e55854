/**
 * Rows of a table of waves: the two channels of each lane.
 */
import type { Lanes } from '../lanes.js';
import { type Kernel, shader } from './kernel.js';
import { laneInputs, noChannel, perLane } from './lane.js';

const body = /* wgsl */ `
    if (lane.sine != ${noChannel}) {
      put(row, lane.sine, bitcast<u32>(value.x));
    }
    if (lane.cosine != ${noChannel}) {
      put(row, lane.cosine, bitcast<u32>(value.y));
    }
`;

export function tableKernel({ words, count, width, rows, list }: Lanes): Kernel {
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
