/** The vision towers of a file: after how many patches, pixels or frames each pair of each coordinate comes round. */
import type { AxisReport, Tower } from '../../lib/types/posenc.js';
import { type Content, html } from '../kit/html.js';
import { short } from '../widgets/format.js';
import { type FactRow, factsTable } from './facts-table.js';

export const towersView = (towers: readonly Tower[]): Content[] =>
  towers.flatMap(({ path, modelType, axes }) =>
    axes === undefined
      ? []
      : [
          html`<details class="config-diff tower">
            <summary>${path}${modelType === undefined ? '' : `, ${modelType}`}: pairs by axis</summary>
            ${factsTable(
              `Pairs of ${path}`,
              ['Pair', 'Axis', 'Base', 'Radians a patch', 'Patches a turn', 'A turn'],
              axes.flatMap(rows),
              'pairs',
            )}
          </details>`,
        ],
  );

const rows = ({ name, base, step, pairs }: AxisReport): FactRow[] =>
  pairs.map(({ index, frequency, period, periodInUnits }) => ({
    cells: [
      String(index),
      name,
      short(base),
      short(frequency),
      short(period),
      periodInUnits === undefined ? '–' : `${short(periodInUnits)} ${step!.of}`,
    ],
  }));
