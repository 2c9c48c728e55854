/**
 * Charts: each is `(data, options) => element` with its own style, and `chart.svg(data, options)` gives the same picture
 * as a text, without a document.
 *
 *   document.body.append(lineChart({ series: [{ name: 'sin', values }] }, { x: { title: 'position' } }));
 *
 * To add a chart: a file of `kinds/`, two lines of it here, a row of `titles.ts` and of `list.ts`, an example in `examples/charts`.
 */
export { type ChartRow, charts } from './list.js';
export { type AttentionOptions, attentionMatrix } from './kinds/attention-matrix.js';
export { type BarData, type BarOptions, type BarSeries, barChart } from './kinds/bar.js';
export { type ChannelData, type ChannelOptions, channelCurves } from './kinds/channel-curves.js';
export { type ClockData, type ClockOptions, clockHands } from './kinds/clock-hands.js';
export { type HeatMapOptions, heatMap } from './kinds/heat-map.js';
export { type LineData, type LineOptions, type LineSeries, lineChart } from './kinds/line.js';
export { type ScatterData, type ScatterOptions, scatter } from './kinds/scatter.js';
export { type Scatter3dData, type Scatter3dOptions, scatter3d } from './kinds/scatter3d.js';
export {
  type MultiplesData,
  type MultiplesOptions,
  type MultiplesPanel,
  smallMultiples,
} from './kinds/small-multiples.js';
export { type SpectrumData, type SpectrumOptions, type SpectrumSeries, spectrumChart } from './kinds/spectrum.js';
export {
  type WavelengthData,
  type WavelengthOptions,
  type WavelengthPair,
  wavelengthBands,
} from './kinds/wavelength-bands.js';
export type { Chart } from './core/chart.js';
export type { ChartElement } from './core/chart-element.js';
export type { AxisOptions, ChartOptions, EmbedSource, Place, Tool, View } from './core/kind.js';
export type { CellAxis, CellLine, MatrixOptions } from './core/matrix-frame.js';
export type { PointsData } from './core/points.js';
export type { Rule } from './core/rules.js';
export type { Selection } from './core/selecting.js';
export { type CursorValues, type Ranges, type SharedCursor, sharedCursor } from './core/shared-cursor.js';
export type { Theme } from './core/theme.js';
