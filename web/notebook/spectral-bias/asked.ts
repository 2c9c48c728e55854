/**
 * What the experiments of this page ask of the library. Two of them are to be seen before the reader has done anything, and
 * what these predict at first comes with the page: web/tools/predictions.mjs asks for it by this file, which needs no document.
 */
import type { AnalysisId, AnalysisResults, AnalysisSpec } from 'posenc';
import type { ParamValues } from '../state.js';
import { mostPoints } from './state.js';

export interface Asked<Id extends AnalysisId, Shown extends keyof AnalysisResults[Id] = keyof AnalysisResults[Id]> {
  readonly id: Id;
  /** Where the page starts otherwise than the registry. */
  readonly start?: ParamValues;
  /** Parameters that follow from others where the reader gave none. */
  readonly withDefaults?: (values: ParamValues) => ParamValues;
  /** What makes it the prediction alone. */
  readonly predictOnly: ParamValues;
  /** The results that a prediction shows, where not all. */
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

/** A time in which nothing is learned, so that any step is short enough. */
const almostNothing = 1e-9;

export const fourierRegression: Asked<'fourier-regression', 'decays' | 'kernelSpectra'> = {
  id: 'fourier-regression',
  start: { decays: [0, 0.5, 1, 1.5, 2, 64] },
  withDefaults: (values) => ({
    ...values,
    // a number of points that is refused later gives no list that is too long to be made
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
