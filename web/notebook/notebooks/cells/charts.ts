/**
 * `posenc/charts` as cells have it: `(data, options) => chart`. A cell makes the description of a chart, which the page
 * draws (outputs/line-chart.ts, outputs/heat-map.ts).
 */
import { type Output, most } from '../protocol.js';

/** What is shown as it is; a cell cannot make one that the page would not read again. */
export class Shape {
  constructor(readonly output: Output) {}
}

type Numbers = ArrayLike<number>;
interface LineData {
  /** Ascending; 0, 1, 2 … where it is left out. */
  readonly x?: Numbers;
  readonly series: readonly (
    Numbers | { readonly name?: string; readonly values: Numbers; readonly dashed?: boolean }
  )[];
}
interface LineOptions {
  readonly label?: string;
  readonly xTitle?: string;
  readonly yTitle?: string;
  readonly logX?: boolean;
  readonly logY?: boolean;
}

export function line(data: LineData | Numbers, options: LineOptions = {}): Shape {
  const { x, series } = 'series' in data ? data : { x: undefined, series: [data] };
  const lists = series.map((one, i) =>
    'values' in one
      ? { name: String(one.name ?? `series ${i + 1}`), values: floats(one.values), dashed: one.dashed === true }
      : { name: `series ${i + 1}`, values: floats(one as Numbers), dashed: false },
  );
  const count = lists[0]?.values.length ?? 0;
  const places = x === undefined ? Float64Array.from({ length: count }, (_, i) => i) : floats(x);
  if (lists.length === 0 || lists.length > most.series)
    throw new RangeError(`a chart has 1 to ${most.series} series, not ${lists.length}`);
  if (lists.some(({ values }) => values.length !== places.length))
    throw new RangeError(`all series of a chart have as many values as x, which has ${places.length}`);
  if (places.length * lists.length > most.points)
    throw new RangeError(`a chart has at most ${most.points} points, not ${places.length * lists.length}`);
  const { label = 'Line chart', xTitle = '', yTitle = '', logX = false, logY = false } = options;
  const titles = { label: String(label), xTitle: String(xTitle), yTitle: String(yTitle) };
  return new Shape({
    kind: 'line',
    x: places,
    series: lists,
    options: { ...titles, logX: logX === true, logY: logY === true },
  });
}

interface MatrixData {
  readonly data: Numbers;
  readonly rows: number;
  readonly cols: number;
}
interface HeatMapOptions {
  readonly label?: string;
  readonly rowTitle?: string;
  readonly colTitle?: string;
}

/** Of a matrix, row by row. */
export function heatMap({ data, rows, cols }: MatrixData, options: HeatMapOptions = {}): Shape {
  if (!(rows >= 1 && cols >= 1 && rows * cols <= most.cells))
    throw new RangeError(`a heat map has 1 to ${most.cells} cells, not ${rows} × ${cols}`);
  if (data.length !== rows * cols)
    throw new RangeError(`${rows} × ${cols} cells need as many values, not ${data.length}`);
  const { label = 'Heat map', rowTitle = 'row', colTitle = 'column' } = options;
  return new Shape({
    kind: 'heatMap',
    data: Float32Array.from(data),
    rows,
    cols,
    options: { label: String(label), rowTitle: String(rowTitle), colTitle: String(colTitle) },
  });
}

const floats = (values: Numbers): Float64Array<ArrayBuffer> => Float64Array.from(values, Number);
