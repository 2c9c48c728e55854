/** The inputs of a setup's network at the training points and between them. */
import type { EncodingInfo } from '../../lib/types/registry.js';
import type { MatrixInput } from '../../lib/types/inputs.js';
import { asSpec } from '../state.js';
import type { Setup } from './state.js';
import { sampled } from './targets.js';

/** Test points per training point. */
export const finer = 4;

export interface Data {
  readonly x: MatrixInput;
  readonly y: Float64Array;
  readonly fine: MatrixInput;
  readonly fineTarget: Float64Array;
}

/** Token encodings use positions 0 … n-1; Fourier features use the coordinate itself. */
export function spanOf(setup: Setup, encodings: readonly EncodingInfo[]): number {
  const info = encodings.find(({ id }) => id === setup.spec?.encoding);
  return info === undefined || info.family === 'Fourier features' ? 1 : setup.points;
}

export function dataOf(setup: Setup, encodings: readonly EncodingInfo[]): Data {
  const { spec, points, target, drawn } = setup;
  const span = spanOf(setup, encodings);
  const inputs = (count: number): MatrixInput =>
    spec === undefined
      ? Float64Array.from({ length: count }, (_, i) => i / count - 0.5)
      : { spec: asSpec(spec), positions: { start: 0, count, step: span / count } };
  return {
    x: inputs(points),
    y: sampled(target, drawn, points),
    fine: inputs(finer * points),
    fineTarget: sampled(target, drawn, finer * points),
  };
}
