/** The charts of the notebook: each is `(data, options) => element`, one concept a file. */
export type { LogLines, LogLinesOptions, LogSeries } from './log-lines.js';
export { logLines } from './log-lines.js';
export type { WavelengthData, WavelengthOptions, WavelengthPair } from './wavelengths.js';
export { wavelengthChart } from './wavelengths.js';
export { attachCursor } from './cursor.js';
export { paintSvg, pngBlob, svgText } from './picture.js';
