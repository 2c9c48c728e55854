/**
 * The Gram matrix of a table: inner products of its rows.
 */
import type { Kernel } from './kernel.js';
import { pairsKernel } from './tiles.js';

const entry = /* wgsl */ `
fn entry_of(sum: f32, row: u32, column: u32) -> f32 {
  return sum;
}
`;

export const gramKernel = (table: Kernel): Kernel => pairsKernel({ kind: 'gram', table, term: 'a * b', entry });
