/**
 * `posenc/charts` as cells have it: `(data, options) => chart`. A cell makes the description of a chart, which the page
 * draws by the function of the same name (outputs/chart.ts).
 */
import { type Output, type Plain, most } from '../protocol.js';

/** What is shown as it is; a cell cannot make one that the page would not read again. */
export class Shape {
  constructor(readonly output: Output) {}
}

/** The functions of posenc/charts with the id of their chart there. */
const ids = {
  lineChart: 'line',
  heatMap: 'heat-map',
  scatter: 'scatter',
  scatter3d: 'scatter3d',
  attentionMatrix: 'attention-matrix',
  smallMultiples: 'small-multiples',
  barChart: 'bar',
  channelCurves: 'channel-curves',
  clockHands: 'clock-hands',
  spectrumChart: 'spectrum',
  wavelengthBands: 'wavelength-bands',
} as const;

export const charts = Object.freeze(
  Object.fromEntries(
    Object.entries(ids).map(([name, chart]) => [
      name,
      (data: unknown, options: unknown = {}): Shape =>
        new Shape({ kind: 'chart', chart, data: plain(data, name), options: plain(options, name) }),
    ]),
  ),
);

/** A copy of what can be sent. */
function plain(value: unknown, place: string, depth = 0): Plain {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'string') return value.slice(0, most.text);
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  if (value instanceof Float32Array) return new Float32Array(value);
  if (ArrayBuffer.isView(value) && !(value instanceof DataView)) return Float64Array.from(value as never, Number);
  if (typeof value !== 'object' || depth > most.nested)
    throw new TypeError(`${place} is ${typeof value}: what a cell gives a chart are numbers, texts and lists of them`);
  if (!Array.isArray(value))
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [name, plain(one, `${place}.${name}`, depth + 1)]),
    );
  return value.every((one) => typeof one === 'number')
    ? Float64Array.from(value as number[])
    : value.map((one, i) => plain(one, `${place}[${i}]`, depth + 1));
}
