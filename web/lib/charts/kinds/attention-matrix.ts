/**
 * Weights of queries over keys, with a panel for one row: the weights of the query at the cursor, next to the mean of
 * all queries. Cells that are NaN or infinite are masked.
 */
import type { Matrix } from '../../types/values.js';
import { type Chart, chart } from '../core/chart.js';
import { checkMatrix } from '../core/checks.js';
import type { Kind } from '../core/kind.js';
import { memo } from '../core/memo.js';
import {
  type CellAxis,
  type MatrixOptions,
  boxBetween,
  cellMarks,
  cellPlaces,
  cellSelects,
  matrixFrame,
} from '../core/matrix-frame.js';
import type { Range } from '../heatmap/colours.js';
import { extentOfMatrix } from '../core/matrix-cells.js';
import { maxSide } from '../heatmap/painter.js';
import { type Plot, crisp, reading } from '../core/plot.js';
import { path, type SceneNode, segment, short, within } from '../core/scene.js';
import { type Scale, linearScale, spanOf } from '../core/scales.js';
import { fitted, textWidth } from '../core/text-width.js';
import type { Paint } from '../core/theme.js';
import { shortNumber } from '../core/ticks.js';
import { extentText, matrixTable } from './heat-map.js';
import type { AttentionOptions } from './attention-matrix-data.js';
import { number, text, texts } from '../core/shape.js';

const readoutHeight = 96;
/** Number of keys named in the reading. */
const mostKeys = 4;

export const attentionKind: Kind<Matrix, AttentionOptions> = {
  id: 'attention-matrix',
  json: async () => (await import('./attention-matrix-data.js')).attentionData,
  name: 'attention matrix',
  takes: {
    data: {},
    options: {
      'queries?': texts,
      'keys?': texts,
      'quantity?': text,
      'colours?': text,
      'range?': { lo: number, hi: number },
    },
  },
  check: (matrix) => checkMatrix('matrix', matrix, maxSide),
  height: (_, __, width) => Math.round(Math.min(520, Math.max(400, width * 0.85))),
  draw(matrix, options, { width, height }, view) {
    const named = matrixOptions(options);
    const lit = { ...named, range: options.range ?? weightRange(matrix), title: options.title };
    const frame = matrixFrame(matrix, lit, { width, height: height - readoutHeight }, view);
    const readout = rowReadout(matrix, options, frame, height);
    return {
      width,
      height,
      nodes: [...frame.nodes, ...readout.still],
      plots: frame.plots,
      selects: cellSelects(matrix, named, frame, (part) => matrixTable(matrix, named, part)),
      places: cellPlaces(
        matrix,
        named,
        frame,
        (row, col) => [...rowMarks(frame, row), ...readout.row(row), ...cellMarks(frame, row, col)],
        (row) =>
          heaviest(matrix, row).map((col) => ({
            name: `→ ${options.keys?.[col] ?? `key ${col}`}`,
            value: reading(matrix.data[row * matrix.cols + col]!),
          })),
      ),
    };
  },
  summary(matrix) {
    const own = heaviest(matrix, matrix.rows - 1)[0];
    return `${matrix.rows} queries over ${matrix.cols} keys, ${extentText(matrix)}. The last query looks most at key ${own ?? 'none'}.`;
  },
  table: (matrix, options) => matrixTable(matrix, matrixOptions(options)),
  numbers: (matrix) => matrix,
};

/** Queries by keys, with the row at the cursor as bars below the matrix. */
export const attentionMatrix: Chart<Matrix, AttentionOptions> = /* @__PURE__ */ chart(attentionKind);

function matrixOptions({ queries, keys, colours, range }: AttentionOptions): MatrixOptions {
  const axis = (title: string, names: readonly string[] | undefined): CellAxis =>
    names ? { title, label: (i) => names[i] ?? String(i) } : { title };
  return { rows: axis('query', queries), cols: axis('key', keys), colours, range };
}

/** Ranges of weights start at zero; ranges of logits do not. */
function weightRange(matrix: Matrix): Range | undefined {
  const { lo, hi } = extentOfMatrix(matrix);
  return lo <= hi && lo >= 0 ? { lo: 0, hi: hi || 1 } : undefined;
}

function heaviest({ data, cols }: Matrix, row: number): number[] {
  const weights = data.slice(row * cols, (row + 1) * cols);
  const best: number[] = [];
  weights.forEach((weight, col) => {
    if (!Number.isFinite(weight)) return;
    const place = best.findIndex((other) => weight > weights[other]!);
    best.splice(place < 0 ? best.length : place, 0, col);
    if (best.length > mostKeys) best.pop();
  });
  return best;
}

/** Frame of the row at the cursor. */
function rowMarks({ area, x, y }: Plot, row: number): SceneNode[] {
  const box = boxBetween(x.at(x.domain[0]), x.at(x.domain[1]), y.at(row - 0.5), y.at(row + 0.5));
  return [within(area, [{ kind: 'rect', ...box, stroke: 'ink', lineWidth: 1 }])];
}

/** Mean over the queries that see the key. */
function meanRow({ data, rows, cols }: Matrix): Float64Array {
  const sums = new Float64Array(cols);
  const counts = new Float64Array(cols);
  for (let r = 0; r < rows; r++)
    for (let c = 0; c < cols; c++) {
      const value = data[r * cols + c]!;
      if (!Number.isFinite(value)) continue;
      sums[c] = sums[c]! + value;
      counts[c] = counts[c]! + 1;
    }
  return sums.map((sum, c) => sum / counts[c]!);
}

function rowReadout(matrix: Matrix, options: AttentionOptions, { area, x }: Plot, height: number) {
  const { data, cols } = matrix;
  const [top, bottom] = [height - readoutHeight + 26, height - 8];
  const mean = memo(matrix.data, `mean of ${matrix.cols}`, () => meanRow(matrix));
  const first = Math.max(0, Math.ceil(x.domain[0]));
  const last = Math.min(cols - 1, Math.floor(x.domain[1]));
  const wide = Math.abs(x.at(1) - x.at(0));
  const quantity = options.quantity ?? 'weight';
  const bars = (values: ArrayLike<number>, y: Scale, fill: Paint, opacity: number): SceneNode => {
    let d = '';
    // If bars are narrower than a pixel, each column of pixels shows the highest.
    const stride = Math.max(1, Math.floor(1 / wide));
    for (let c = first; c <= last; c += stride) {
      let value = -Infinity;
      for (let i = c; i < Math.min(last + 1, c + stride); i++)
        if (Number.isFinite(values[i])) value = Math.max(value, values[i]!);
      if (value === -Infinity) continue;
      const [from, to] = [x.at(c - 0.5) + wide * 0.08, x.at(c - 0.5 + stride) - wide * 0.08];
      d += `M${short(from)},${short(y.at(0))}V${short(y.at(value))}H${short(to)}V${short(y.at(0))}Z`;
    }
    const clip = { x: area.x, y: top - 2, width: area.width, height: bottom - top + 4 };
    return within(clip, [path(d, { fill, fillOpacity: opacity })]);
  };
  /** The mean, and optionally a row in front of it, on a common scale. */
  const panel = (title: string, row?: ArrayLike<number>): SceneNode[] => {
    const span = spanOf(row ? [row, mean] : [mean]) ?? [0, 1];
    const highest = shortNumber(Number(span[1].toPrecision(2)));
    const y = linearScale([Math.min(0, span[0]), Math.max(span[1], Number.MIN_VALUE)], [bottom, top]);
    return [
      { kind: 'text', x: area.x, y: top - 8, text: fitted(title, area.width), fill: 'ink' },
      { kind: 'text', x: Math.max(area.x - 8, textWidth(highest)), y: top + 8, text: highest, anchor: 'end' },
      bars(mean, y, 'edge', 0.5),
      ...(row ? [bars(row, y, 'series-0', 0.8)] : []),
      segment(area.x, crisp(y.at(0)), area.x + area.width, crisp(y.at(0)), { stroke: 'edge' }),
    ];
  };
  return {
    still: panel(`${quantity} of each key: mean of all queries`),
    row: (row: number): SceneNode[] => [
      { kind: 'rect', x: 0, y: top - 22, width: area.x + area.width + 14, height: bottom - top + 30, fill: 'paper' },
      ...panel(
        `${quantity} of each key: query ${options.queries ? `“${options.queries[row] ?? row}”` : row}, over the mean`,
        data.slice(row * cols, (row + 1) * cols),
      ),
    ],
  };
}
