/** The report on a diffusers model: its axes, and after how many frames or pixels each pair repeats. */
import type { AxisReport, ConfigReport } from '../../lib/types/posenc.js';
import { type Content, html } from '../kit/html.js';
import { short } from '../widgets/format.js';
import { type FactRow, factsTable } from '../widgets/facts-table.js';
import { warningItem } from './warning-item.js';

/** @param report has `axes` */
export function axialView(report: ConfigReport): Content {
  return [
    html`<p class="axial-text">${report.instead!.text}</p>`,
    report.warnings.length > 0 &&
      html`<ul class="warnings stack gap-4">
        ${report.warnings.map(warningItem)}
      </ul>`,
    factsTable(
      'Pairs by axis',
      ['Pair', 'Axis', 'Base', 'Radians a step', 'Steps a turn', 'A turn'],
      report.axes!.flatMap(axisRows),
      'pairs',
    ),
  ];
}

export const axisRows = ({ name, base, step, pairs }: AxisReport): FactRow[] =>
  pairs.map(({ index, frequency, period, periodInUnits }) => {
    const inUnits = periodInUnits === undefined ? '–' : `${short(periodInUnits)} ${step!.of}`;
    return { cells: [String(index), name, short(base), short(frequency), short(period), inUnits] };
  });
