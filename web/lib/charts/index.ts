/** The charts of the notebook: each is `(data, options) => element`, one concept a file. */
export type { LineData, LineOptions, LineSeries } from './line.js';
export { lineChart } from './line.js';
export type { LogLines, LogLinesOptions, LogSeries } from './log-lines.js';
export { logLines } from './log-lines.js';
export type { Rule, Series, SeriesChart, SeriesOptions } from './series.js';
export { seriesChart } from './series.js';
export type { WavelengthData, WavelengthOptions, WavelengthPair } from './wavelengths.js';
export { wavelengthChart } from './wavelengths.js';
export type { Cell, CellLine, Heatmap, HeatmapData, HeatmapOptions } from './heatmap/heatmap.js';
export { heatmap, MAX_SIDE } from './heatmap/heatmap.js';
export type { ColourMap, Range } from './heatmap/colours.js';
export { colourMaps, valueRange } from './heatmap/colours.js';
export type { Cells } from './heatmap/canvas2d.js';
export { paintCells } from './heatmap/canvas2d.js';
export { colourLegend } from './heatmap/legend.js';
export { attachCursor } from './cursor.js';
export { decimate } from './decimate.js';
export { paintSvg, pngBlob, svgText } from './picture.js';
