/** Axes of `rope-nd` in a report. The core computes each as a RoPE with its own width, base and NTK-aware factor. */
import type { RopeSpec } from '../../generated/encodings.js';
import type { AxisReport } from '../../types/config.js';
import type { RawReport } from '../../types/core.js';
import type { Question } from '../questions.js';

/** An axis without its pairs, which the core computes. */
export type AskedAxis = Omit<AxisReport, 'pairs'>;

export const axisQuestions = (axes: readonly AskedAxis[]): Question[] =>
  axes.map(({ width: dim, base, ntkFactor: factor }) => {
    const spec: RopeSpec = { encoding: 'rope', dim, base, ...(factor && { scaling: { type: 'ntk', factor } }) };
    return { spec, trainedContext: 1, contextLength: 1 };
  });

/** @param alternating true: pair k of every axis precedes pair k + 1 (axes of equal width); false: axis by axis. */
export function axisReports(axes: readonly AskedAxis[], raw: readonly RawReport[], alternating = false): AxisReport[] {
  let first = 0;
  return axes.map((axis, a): AxisReport => {
    const { frequency, wavelength } = raw[a]!;
    const { scale = 1 } = axis;
    const begin = first;
    first += frequency.length;
    const pairs = Array.from(frequency, (theta, k) => ({
      index: alternating ? k * axes.length + a : begin + k,
      frequency: theta * scale,
      period: wavelength[k]! / scale,
      ...(axis.step && { periodInUnits: (wavelength[k]! / scale) * axis.step.size }),
    }));
    return { ...axis, pairs };
  });
}
