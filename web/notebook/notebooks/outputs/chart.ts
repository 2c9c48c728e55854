/** A chart of a cell: what the sandbox describes, drawn by posenc/charts, which refuses what it cannot draw. */
import { charts } from 'posenc/charts';
import type { Output } from '../protocol.js';

type Make = (data: unknown, options: unknown) => HTMLElement;

export function chartElement({ chart, data, options }: Extract<Output, { kind: 'chart' }>): HTMLElement {
  const row = charts.find(({ id }) => id === chart);
  if (!row) throw new Error(`there is no chart ${chart}`);
  return (row.make as unknown as Make)(data, options);
}
