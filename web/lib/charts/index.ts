/**
 * Charts. Each is `(data, options) => element` with its own style; `chart.svg(data, options)` returns the same picture
 * as a string, without a document.
 *
 *   document.body.append(lineChart({ series: [{ name: 'sin', values }] }, { x: { title: 'position' } }));
 *
 * To add a chart: two files in `kinds/` for its drawing and its data, two lines here, an example in `examples/charts`.
 */
import type { Chart } from './core/chart.js';
import { maxSide } from './heatmap/painter.js';
import { attentionMatrix } from './kinds/attention-matrix.js';
import { barChart } from './kinds/bar.js';
import { channelCurves } from './kinds/channel-curves.js';
import { clockHands } from './kinds/clock-hands.js';
import { heatMap } from './kinds/heat-map.js';
import { lineChart } from './kinds/line.js';
import { scatter } from './kinds/scatter.js';
import { scatter3d } from './kinds/scatter3d.js';
import { smallMultiples } from './kinds/small-multiples.js';
import { spectrumChart } from './kinds/spectrum.js';
import { wavelengthBands } from './kinds/wavelength-bands.js';

export {
  attentionMatrix,
  barChart,
  channelCurves,
  clockHands,
  heatMap,
  lineChart,
  scatter,
  scatter3d,
  smallMultiples,
  spectrumChart,
  wavelengthBands,
};
export type { AttentionOptions } from './kinds/attention-matrix-data.js';
export type { BarData, BarOptions, BarSeries } from './kinds/bar-data.js';
export type { ChannelData, ChannelOptions } from './kinds/channel-curves-data.js';
export type { ClockData, ClockOptions } from './kinds/clock-hands-data.js';
export type { HeatMapOptions } from './kinds/heat-map-data.js';
export type { LineData, LineOptions, LineSeries } from './kinds/line-data.js';
export type { ScatterData, ScatterOptions } from './kinds/scatter-data.js';
export type { Scatter3dData, Scatter3dOptions } from './kinds/scatter3d-data.js';
export type { MultiplesData, MultiplesOptions, MultiplesPanel } from './kinds/small-multiples-data.js';
export type { SpectrumData, SpectrumOptions, SpectrumSeries } from './kinds/spectrum-data.js';
export type { WavelengthData, WavelengthOptions, WavelengthPair } from './kinds/wavelength-bands-data.js';
export type { Chart } from './core/chart.js';
export type { ChartElement } from './core/chart-element.js';
export type { AxisOptions, ChartOptions, EmbedSource, FixedAxisOptions, Place, Tool, View } from './core/kind.js';
export type { CellAxis, CellLine, MatrixOptions } from './core/matrix-frame.js';
export type { PointsData } from './core/points-data.js';
export type { Rule } from './core/rules.js';
export type { Selection } from './core/selecting.js';
export { type CursorValues, type Ranges, type SharedCursor, sharedCursor } from './core/shared-cursor.js';
export type { Theme } from './core/theme.js';

export interface ChartRow {
  /** Name of the files in `kinds/` and of the example. */
  readonly id: string;
  readonly title: string;
  readonly purpose: string;
  /** Takes its own type of data; a caller by id must know it. */
  readonly make: Chart<never, never>;
}
/** All charts, in the order of the gallery. The tests and the element `posenc-chart` use this list. */
export const charts: readonly ChartRow[] = [
  {
    id: 'line',
    title: 'Lines',
    purpose: 'A line chart draws quantities over a common x, up to a million points each.',
    make: lineChart,
  },
  {
    id: 'heat-map',
    title: 'Heat map',
    purpose: `A heat map draws a matrix of up to ${maxSide} × ${maxSide} numbers. Zoom in to read single cells.`,
    make: heatMap,
  },
  {
    id: 'scatter',
    title: 'Scatter plot',
    purpose: 'Each point shows two numbers. Its colour shows a group, or a third number.',
    make: scatter,
  },
  {
    id: 'scatter3d',
    title: 'Scatter plot in space',
    purpose: 'Each point shows three numbers. Drag to turn the picture.',
    make: scatter3d,
  },
  {
    id: 'attention-matrix',
    title: 'Attention matrix',
    purpose: 'Queries are rows and keys are columns. One row is also shown as bars.',
    make: attentionMatrix,
  },
  {
    id: 'small-multiples',
    title: 'Small multiples',
    purpose: 'Each panel shows the curves of one thing, on common axes.',
    make: smallMultiples,
  },
  {
    id: 'bar',
    title: 'Bars with intervals',
    purpose: 'Bars compare named values, with their uncertainty.',
    make: barChart,
  },
  {
    id: 'channel-curves',
    title: 'Channel curves',
    purpose: 'The sine and the cosine of chosen pairs are drawn over the position.',
    make: channelCurves,
  },
  {
    id: 'wavelength-bands',
    title: 'Wavelength bands',
    purpose: 'The chart shows what an extension of the context does to each pair.',
    make: wavelengthBands,
  },
  {
    id: 'spectrum',
    title: 'Spectrum',
    purpose: 'The chart shows how fast eigenvalues fall, and where most of their sum is reached.',
    make: spectrumChart,
  },
  {
    id: 'clock-hands',
    title: 'Frequency clocks',
    purpose: 'Each pair has a dial, which turns with the position.',
    make: clockHands,
  },
];
