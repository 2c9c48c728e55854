/**
 * Requests of this page's experiments to the library. Two predictions are visible before any user action and ship with
 * the page: web/tools/predictions.mjs imports this file, which needs no document.
 */
import type { AnalysisId, AnalysisResults, AnalysisSpec } from 'posenc';
import type { ParamValues } from '../state.js';
import { mostPoints } from './state.js';

export interface Asked<Id extends AnalysisId, Shown extends keyof AnalysisResults[Id] = keyof AnalysisResults[Id]> {
  readonly id: Id;
  /** Initial values that differ from the registry. */
  readonly start?: ParamValues;
  /** Adds parameters that follow from others. */
  readonly withDefaults?: (values: ParamValues) => ParamValues;
  /** Values that reduce it to the prediction. */
  readonly predictOnly: ParamValues;
  /** Results that a prediction shows; default all. */
  readonly shown?: readonly Shown[];
}

export function specOf<Id extends AnalysisId>(
  { id, withDefaults, predictOnly }: Pick<Asked<Id>, 'id' | 'withDefaults' | 'predictOnly'>,
  values: ParamValues,
  trains: boolean,
): AnalysisSpec & { readonly analysis: Id } {
  const asked = { ...(withDefaults?.(values) ?? values), ...(trains ? {} : predictOnly) };
  const given = Object.entries(asked).filter(([, value]) => value !== undefined);
  return { ...Object.fromEntries(given), analysis: id } as AnalysisSpec & { readonly analysis: Id };
}

/** A time so short that nothing is learned and any step size is small enough. */
const almostNothing = 1e-9;

export const fourierRegression: Asked<'fourier-regression', 'decays' | 'kernelSpectra'> = {
  id: 'fourier-regression',
  start: { decays: [0, 0.5, 1, 1.5, 2, 64] },
  withDefaults: (values) => ({
    ...values,
    // bounds the list even if the number of points is rejected later
    frequencies: values['frequencies'] ?? [
      ...Array(Math.floor(Math.min(Number(values['points'] ?? 32), mostPoints) / 2) + 1).keys(),
    ],
  }),
  predictOnly: { steps: 1, time: almostNothing },
  shown: ['decays', 'kernelSpectra'],
};

export const bandwidthSweep: Asked<'bandwidth-sweep', 'deviations' | 'predicted' | 'bestPredicted'> = {
  id: 'bandwidth-sweep',
  predictOnly: { steps: 0 },
  shown: ['deviations', 'predicted', 'bestPredicted'],
};
