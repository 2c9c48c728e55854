/** Values of a report for one layer type of a configuration. */
import type { ReportRequest } from '../../methods/internal.js';
import type { RawReport } from '../../types/core.js';
import type { Plan } from '../plan.js';

export const report = (plan: Plan, { trainedContext, contextLength }: ReportRequest): RawReport =>
  copyReport(plan.call((core) => core.report(plan.handle, trainedContext, contextLength)));

/** Copies every array, so that none refers to the module's memory. */
function copyReport(raw: RawReport): RawReport {
  return {
    ...raw,
    frequency: raw.frequency.slice(),
    unscaledFrequency: raw.unscaledFrequency.slice(),
    wavelength: raw.wavelength.slice(),
    turnsTrained: raw.turnsTrained.slice(),
    turnsContext: raw.turnsContext.slice(),
    band: raw.band.slice(),
    unseen: raw.unseen.slice(),
  };
}
