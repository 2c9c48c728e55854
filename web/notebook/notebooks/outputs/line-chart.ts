/** A line chart of a cell: what the sandbox describes, drawn by the page's own. */
import { short } from '../../widgets/format.js';
import { seriesView } from '../../widgets/series-view.js';
import type { Output } from '../protocol.js';
import { fileName } from '../file-name.js';

export function lineElement({ x, series, options }: Extract<Output, { kind: 'line' }>): HTMLElement {
  const { label, xTitle, yTitle, logX, logY } = options;
  const view = seriesView({ name: label, file: () => fileName(label), height: 300 });
  view.show({
    x,
    xTitle,
    yTitle,
    logX,
    logY,
    series: series.map(({ name, values, dashed }, colour) => ({ name, values, dashed, colour })),
    describe: (item) =>
      `${xTitle || 'x'} ${short(x[item]!)}: ${series.map(({ name, values }) => `${name} ${short(values[item]!)}`).join(', ')}`,
    summary: () => label,
  });
  return view.element;
}
