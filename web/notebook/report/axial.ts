/** What the file of a model of diffusers says: its axes, and after how many frames or pixels each pair comes round. */
import type { AxisPair, AxisReport, ConfigReport } from '../../lib/types/posenc.js';
import { type Content, html } from '../kit/html.js';
import { short } from '../widgets/format.js';
import { type FactRow, factsTable } from './facts-table.js';

/** @param report one with `axes` */
export function axialView(report: ConfigReport): Content {
  return [
    html`<p class="means axial-text">${report.instead!.text}</p>`,
    factsTable(
      'Pairs by axis',
      ['Pair', 'Axis', 'Base', 'Radians a step', 'Steps a turn', 'A turn'],
      report.axes!.flatMap(rows),
      'pairs',
    ),
  ];
}

const rows = (axis: AxisReport): FactRow[] => axis.pairs.map((pair) => rowOf(axis, pair));

const rowOf = ({ name, base, step }: AxisReport, { index, frequency, period, periodInUnits }: AxisPair): FactRow => ({
  cells: [
    String(index),
    name,
    short(base),
    short(frequency),
    short(period),
    periodInUnits === undefined ? '–' : `${short(periodInUnits)} ${step!.of}`,
  ],
});
