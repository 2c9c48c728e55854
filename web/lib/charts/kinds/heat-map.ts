/**
 * A matrix of up to 4096 × 4096 numbers as colours: WebGL2 where there is a graphics card, else a 2-D canvas. A pixel
 * that covers several cells shows their mean.
 */
import type { Matrix } from '../../types/values.js';
import type { Chart } from '../core/chart.js';
import { chart } from '../core/chart.js';
import { checkMatrix } from '../core/checks.js';
import { spanText } from '../core/items.js';
import type { ChartOptions, Kind, Table } from '../core/kind.js';
import type { MatrixOptions } from '../core/matrix-frame.js';
import { cellMarks, cellPlaces, matrixFrame } from '../core/matrix-frame.js';
import { maxSide } from '../core/matrix-pixels.js';

export interface HeatMapOptions extends ChartOptions, MatrixOptions {}

export const heatMapKind: Kind<Matrix, HeatMapOptions> = {
  name: 'heat map',
  check: (matrix) => checkMatrix('matrix', matrix, maxSide),
  height: (_, __, width) => Math.round(Math.min(420, Math.max(280, width * 0.62))),
  draw(matrix, options, size, view) {
    const frame = matrixFrame(matrix, options, size, view);
    return {
      ...size,
      nodes: frame.nodes,
      plots: frame.plots,
      places: cellPlaces(matrix, options, frame, (row, col) => cellMarks(frame, row, col)),
    };
  },
  summary: (matrix, { rows, cols }) =>
    `${matrix.rows} × ${matrix.cols} values, ${rows?.title ?? 'row'} by ${cols?.title ?? 'column'}, ${spanText([matrix.data])}.`,
  table: matrixTable,
  numbers: (matrix) => matrix,
};

/** A matrix as colours, with a cursor that reads its cells. */
export const heatMap: Chart<Matrix, HeatMapOptions> = /* @__PURE__ */ chart(heatMapKind);

export function matrixTable({ data, rows, cols }: Matrix, options: MatrixOptions): Table {
  const name = (axis: MatrixOptions['rows'], i: number): string => axis?.label?.(i) ?? String(i);
  return {
    columns: [
      { name: options.rows?.title ?? 'row', values: Array.from({ length: rows }, (_, r) => name(options.rows, r)) },
      ...Array.from({ length: cols }, (_, c) => ({
        name: name(options.cols, c),
        values: Array.from({ length: rows }, (_, r) => data[r * cols + c] as number),
      })),
    ],
  };
}
