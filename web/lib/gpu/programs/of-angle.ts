/**
 * A function of the angle θ between two rows of a table with one norm R, interpolated from samples.
 *
 * Close rows need accurate distances: from a float32 inner product, 1 - cos θ would lose half of its digits there, and
 * network kernels have a corner at θ = 0. Squared channel differences are summed instead, so |a - b| = 2R sin(θ/2) is
 * accurate to about 2^-24 of R for every pair. Beyond a right angle the variable is |a + b| = 2R cos(θ/2), from 4R² -
 * |a - b|², or summed again if little of that is left.
 */
import type { AngleSamples } from '../angle-samples.js';
import type { Program } from './program.js';
import { pairsProgram } from './tiles.js';

/** Below this (cos θ/2)², |a + b|² is summed. Above, |a + b| has at most 1/√0.1 = 3.2 times the error of |a - b|. */
export const addedUp = 0.1;

const entry = /* wgsl */ `
fn entry_of(sum: f32, row: u32, column: u32) -> f32 {
  let per_norm = bitcast<f32>(params.per_norm);
  let near = sum * per_norm;
  if (near <= 0.5) {
    return sampled(0u, near);
  }
  var far = 1.0 - near;
  if (far < ${addedUp}) {
    far = 0.0;
    for (var channel = 0u; channel < params.channels; channel++) {
      let both = table[row * params.channels + channel] + table[column * params.channels + channel];
      far += both * both;
    }
    far *= per_norm;
  }
  return sampled(params.intervals + 1u, far);
}
/** The cubic through four neighbours of √square, which are ${Math.SQRT1_2} / intervals apart. */
fn sampled(first: u32, square: f32) -> f32 {
  let at = sqrt(2.0 * square) * f32(params.intervals);
  let i = clamp(u32(at), 1u, params.intervals - 2u);
  let u = at - f32(i);
  let k = first + i;
  let before = samples[k] - samples[k - 1u];
  let step = samples[k + 1u] - samples[k];
  let after = samples[k + 2u] - samples[k + 1u];
  let bend = step - before;
  return samples[k] + u * (step + (u - 1.0) / 2.0 * (bend + (u + 1.0) / 3.0 * (after - step - bend)));
}
`;

/** @param norm |row|² of the table */
export function ofAngleProgram(table: Program, norm: number, { values, intervals }: AngleSamples): Program {
  const perNorm = new Uint32Array(Float32Array.of(1 / (4 * norm)).buffer)[0]!;
  return pairsProgram({
    kind: 'of angle',
    table,
    term: '(b - a) * (b - a)',
    entry,
    params: { intervals, per_norm: perNorm },
    inputs: [
      { declaration: 'samples: array<f32>', words: new Uint32Array(values.buffer, values.byteOffset, values.length) },
    ],
  });
}
