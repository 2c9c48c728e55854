/** The Gram matrix of a table: inner products of its rows. */
import type { Program } from './program.js';
import { pairsProgram } from './tiles.js';

const entry = /* wgsl */ `
fn entry_of(sum: f32, row: u32, column: u32) -> f32 {
  return sum;
}
`;

export const gramProgram = (table: Program): Program => pairsProgram({ kind: 'gram', table, term: 'a * b', entry });
