/** All evaluations of a run as CSV. */
import { csvField } from '../../lib/files/csv-field.js';
import type { Record } from './record.js';

export function csvOf(records: readonly Record[]): string {
  const rows = records.map(({ step, evaluation }) => {
    const cells: [name: string, value: number | undefined][] = [
      ['step', step],
      ['train loss of the last batch', evaluation.trainLoss],
    ];
    for (const { split, loss, accuracy, accuracyByCondition } of evaluation.splits) {
      cells.push([`${split} loss`, loss], [`${split} accuracy`, accuracy]);
      for (const [condition, share] of Object.entries(accuracyByCondition))
        cells.push([`${split} accuracy ${condition}`, share]);
    }
    evaluation.blocks.forEach((block, i) => {
      for (const [name, value] of Object.entries(block)) cells.push([`block ${i + 1} ${name}`, value as number]);
    });
    return new Map(cells);
  });
  const names = [...new Set(rows.flatMap((row) => [...row.keys()]))];
  return [names.map(csvField).join(','), ...rows.map((row) => names.map((name) => row.get(name) ?? '').join(','))]
    .join('\n')
    .concat('\n');
}
