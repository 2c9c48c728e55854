/**
 * A checked input of an analysis: numbers, or a matrix to compute.
 */
import type { RawPositions } from '../checks/positions.js';
import type { RawMatrix } from '../types/analysis-module.js';
import type { RawSpec } from '../types/core.js';
import type { InputForm } from '../types/registry.js';

export type RawInput = RawMatrix | RawDerived;
export interface RawDerived {
  readonly spec: RawSpec;
  readonly positions: RawPositions;
  readonly form: InputForm;
  readonly head: number | undefined;
}
export const isDerived = (input: RawInput): input is RawDerived => 'spec' in input;
