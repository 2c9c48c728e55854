/**
 * A matrix of up to 4096 × 4096 values as colours: by WebGL2 with a graphics card, else on a 2-D canvas. A pixel over
 * several cells shows their mean.
 */
import { PosencError } from '../../checks/errors.js';
import type { Matrix } from '../../types/values.js';
import { type Chart, chart } from '../core/chart.js';
import { checkFunctions, checkMatrix, checkSides } from '../core/checks.js';
import { mapOf } from '../core/colour-key.js';
import { spanText } from '../core/items.js';
import type { Kind, Table } from '../core/kind.js';
import {
  type CellPart,
  type MatrixOptions,
  cellMarks,
  cellPlaces,
  cellSelects,
  matrixFrame,
} from '../core/matrix-frame.js';
import { type DistantMatrix, extentOfMatrix } from '../core/matrix-cells.js';
import { maxSide } from '../heatmap/painter.js';
import type { HeatMapOptions } from './heat-map-data.js';
import { cells, flag, number, numbers, text } from '../core/shape.js';

export const heatMapKind: Kind<Matrix | DistantMatrix, HeatMapOptions> = {
  id: 'heat-map',
  json: async () => (await import('./heat-map-data.js')).heatMapData,
  name: 'heat map',
  takes: {
    data: {},
    options: {
      'rows?': cells,
      'cols?': cells,
      'colours?': text,
      'range?': { lo: number, hi: number },
      'lines?': [{ from: numbers, to: numbers }],
      'square?': flag,
      'painter?': 'anything',
      'more?': 'anything',
    },
  },
  check(matrix, { rows, cols, more }) {
    ('painter' in matrix ? checkSides : checkMatrix)('matrix', matrix as Matrix, maxSide);
    checkFunctions({ 'rows.label': rows?.label, 'cols.label': cols?.label, more });
  },
  height: (_, __, width) => Math.round(Math.min(420, Math.max(280, width * 0.62))),
  draw(matrix, options, size, view) {
    const frame = matrixFrame(matrix, options, size, view);
    return {
      ...size,
      nodes: frame.nodes,
      plots: frame.plots,
      selects: cellSelects(matrix, options, frame, (part) => matrixTable(near(matrix), options, part)),
      places: cellPlaces(matrix, options, frame, (row, col) => cellMarks(frame, row, col), options.more),
    };
  },
  summary(matrix, options) {
    const { map, range } = mapOf(matrix, options);
    return `${matrix.rows} × ${matrix.cols} values, ${options.rows?.title ?? 'row'} by ${options.cols?.title ?? 'column'}, ${extentText(matrix)}. Colours: ${map.label}, ${spanText([[range.lo, range.hi]])}.`;
  },
  table: (matrix, options) => matrixTable(near(matrix), options),
  numbers: near,
};

/** A matrix as colours, with a cursor that reads its cells. */
export const heatMap: Chart<Matrix, HeatMapOptions> = /* @__PURE__ */ chart(heatMapKind);

function near(matrix: Matrix | DistantMatrix): Matrix {
  if (!('painter' in matrix)) return matrix;
  throw new PosencError('not_defined', 'matrix', 'the values of this heat map are on the GPU');
}

/** `from −1 to 1`, cached per matrix. */
export function extentText(matrix: Matrix | DistantMatrix): string {
  const { lo, hi } = extentOfMatrix(matrix);
  return spanText([lo > hi ? [] : [lo, hi]]);
}

/**
 * The whole matrix or a part as a table. Columns are copied on access, because a displayed table shows a few of
 * thousands.
 */
export function matrixTable({ data, rows, cols }: Matrix, options: MatrixOptions, part?: CellPart): Table {
  const name = (axis: MatrixOptions['rows'], i: number): string => axis?.label?.(i) ?? String(i);
  const [top, bottom] = within(part?.top, part?.bottom, rows);
  const [left, right] = within(part?.left, part?.right, cols);
  const count = Math.max(0, bottom - top + 1);
  const column = (c: number): Table['columns'][number] => {
    let values: Float64Array | undefined;
    return {
      name: name(options.cols, c),
      get values() {
        return (values ??= Float64Array.from({ length: count }, (_, r) => data[(top + r) * cols + c]!));
      },
    };
  };
  return {
    rows: count,
    columns: [
      {
        name: options.rows?.title ?? 'row',
        values: Array.from({ length: count }, (_, r) => name(options.rows, top + r)),
      },
      ...Array.from({ length: Math.max(0, right - left + 1) }, (_, c) => column(left + c)),
    ],
  };
}

/** Clamps to existing whole cells. */
const within = (from = 0, to = Infinity, count: number): readonly [number, number] => [
  Math.max(0, Math.ceil(from)),
  Math.min(count - 1, Math.floor(to)),
];
