/** Rotary embedding of queries or keys: the channels (cosine, sine) of each lane are rotated, all others copied. */
import { singleWave } from '../../generated/single-wave.js';
import type { WaveLanes } from '../wave-lanes.js';
import { type Program, shader } from './program.js';
import { laneInputs, noChannel, perLane } from './lane.js';

const body = /* wgsl */ `
    let at = params.base + row * params.width;
    let a = x[at + lane.cosine];
    if (lane.sine == ${noChannel}) {
      put(row, lane.cosine, bitcast<u32>(a));
    } else {
      let b = x[at + lane.sine];
      put(row, lane.cosine, bitcast<u32>(a * value.y - b * value.x));
      put(row, lane.sine, bitcast<u32>(b * value.y + a * value.x));
    }
`;

/** Row i uses the position of lane row i mod lanes.rows. @param x (rows, headDim) of float32 */
export function rotateProgram(lanes: WaveLanes, x: Float32Array | GPUBuffer, rows: number, headDim: number): Program {
  const { words, count, width, list, rows: period } = lanes;
  const listed = list !== undefined;
  const copied = headDim - width;
  const all = new Uint32Array(words.length + 8 * copied);
  all.set(words);
  for (let i = 0; i < copied; i++) all.set([0, 0, 0, 0, 0, singleWave.noChannel, width + i, 0], words.length + 8 * i);
  return {
    kind: 'rotate',
    rows,
    width: headDim,
    columns: count + copied,
    code: shader(['period'], [...laneInputs(listed), 'x: array<f32>'], perLane(listed, body, true)),
    params: [period],
    inputs: list ? [all, list] : [all],
    perRow: x instanceof Float32Array ? new Uint32Array(x.buffer, x.byteOffset, x.length) : x,
  };
}
