/** An example: one number as a string. */
import { type Chart, chart } from '../core/chart.js';
import type { ChartOptions, Kind } from '../core/kind.js';
import type { ExampleData } from './example-chart-data.js';

const exampleKind: Kind<ExampleData, ChartOptions> = {
  id: 'example-chart',
  json: async () => (await import('./example-chart-data.js')).exampleData,
  name: 'example',
  takes: { data: { value: 'a number' }, options: {} },
  check: () => undefined,
  height: () => 40,
  draw: (_, __, size) => ({ ...size, nodes: [], plots: [] }),
  summary: ({ value }) => `${value}.`,
  table: ({ value }) => ({ columns: [{ name: 'value', values: [value] }] }),
  numbers: ({ value }) => ({ data: Float64Array.of(value), rows: 1, cols: 1 }),
};

/** One number as a string. */
export const exampleChart: Chart<ExampleData, ChartOptions> = /* @__PURE__ */ chart(exampleKind);
