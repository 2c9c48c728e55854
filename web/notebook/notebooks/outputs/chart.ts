/** The charts of cells: what the sandbox describes, drawn by the page's own. */
import { matrixView } from '../../widgets/matrix-view.js';
import { seriesView } from '../../widgets/series-view.js';
import { short } from '../../widgets/format.js';
import type { Output } from '../protocol.js';

type Line = Extract<Output, { kind: 'line' }>;
type HeatMap = Extract<Output, { kind: 'heatMap' }>;

const file = (label: string): string =>
  label
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60) || 'chart';

export function lineElement({ x, series, options }: Line): HTMLElement {
  const { label, xTitle, yTitle, logX, logY } = options;
  const view = seriesView({ name: label, file: () => file(label), height: 300 });
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

export function heatMapElement({ data, rows, cols, options }: HeatMap): HTMLElement {
  const { label, rowTitle, colTitle } = options;
  const view = matrixView({ name: label, file: () => file(label), height: 380 });
  view.show({ matrix: { data: Float64Array.from(data), rows, cols }, rowTitle, colTitle });
  return view.element;
}
