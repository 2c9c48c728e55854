/** The warning rules, in the order in which a report shows them. */
import type { ReportWarning } from '../../types/posenc.js';
import type { LayerFacts } from '../facts.js';
import { baseRules } from './base.js';
import { channelRules } from './channels.js';
import { classRules } from './class.js';
import { consistencyRules } from './consistency.js';
import { coverageRules } from './coverage.js';
import { extensionReportRules, extensionRules } from './extension.js';
import { layerRules } from './layers.js';
import { precisionRules } from './precision.js';
import { applyRules, type ConfigRule, type ReportFacts, type ReportRule } from './rule.js';
import { yarnReportRules, yarnRules } from './yarn.js';

/** Rules on the config alone. */
export const configRules: readonly ConfigRule[] = [
  ...classRules,
  ...consistencyRules,
  ...baseRules,
  ...channelRules,
  ...layerRules,
  ...yarnRules,
  ...extensionRules,
  ...coverageRules,
];
/** Rules that depend on the context length or on computed frequencies. */
export const reportRules: readonly ReportRule[] = [...yarnReportRules, ...extensionReportRules, ...precisionRules];

export const configWarnings = (facts: LayerFacts): ReportWarning[] => applyRules(configRules, facts);
export const reportWarnings = (facts: ReportFacts): ReportWarning[] => applyRules(reportRules, facts);
