/**
 * Program profile: Σ weight·cos(phase) over all lanes, one value per row. The sum uses integers in units of 2^-30,
 * which no compiler can reorder to another result, so its error does not grow with the lanes.
 */
import { laneInputs, lanesAndWave } from './lane.js';
import { type Program, rowsEach, shader } from './program.js';

const body = (listed: boolean): string => /* wgsl */ `
${lanesAndWave}
fn make(column: u32, first: u32, end: u32) {
  var sums: array<vec2u, ${rowsEach}>;
  for (var i = 0u; i < params.lanes; i++) {
    let lane = lanes[i];
    ${listed ? '' : 'var phase = sum(lane.at, multiple(lane.by, params.first + first));'}
    for (var row = first; row < end; row++) {
      ${listed ? 'let phase = sum(lane.at, multiple(lane.by, list[params.first + row]));' : ''}
      let term = i32(lane.amplitude * wave(phase).y * ${2 ** 30});
      sums[row - first] = sum(sums[row - first], vec2u(bitcast<u32>(term), select(0u, ~0u, term < 0)));
      ${listed ? '' : 'phase = sum(phase, lane.by);'}
    }
  }
  for (var row = first; row < end; row++) {
    put(row, column, bitcast<u32>(number(sums[row - first])));
  }
}
fn number(signed_sum: vec2u) -> f32 {
  let negative = (signed_sum.y >> 31u) != 0u;
  let size = select(signed_sum, sum(~signed_sum, vec2u(1u, 0u)), negative);
  let value = (f32(size.y) * 4.0 + f32(size.x) * ${2 ** -30}) * bitcast<f32>(params.scale);
  return select(value, -value, negative);
}
`;

/**
 * @param words lanes whose amplitudes are weights of at most 1 @param scale of the sum @param list row k has the index
 * at its entry k, else k
 */
export function profileProgram(
  words: Uint32Array,
  scale: number,
  rows: number,
  list: Uint32Array | undefined,
): Program {
  const lanes = words.length / 8;
  const listed = list !== undefined;
  return {
    kind: 'profile',
    rows,
    width: 1,
    columns: 1,
    work: Math.max(lanes, 1),
    code: shader(['lanes', 'scale'], laneInputs(listed), body(listed)),
    params: [lanes, new Uint32Array(Float32Array.of(scale).buffer)[0]!],
    inputs: list ? [words, list] : [words],
  };
}
