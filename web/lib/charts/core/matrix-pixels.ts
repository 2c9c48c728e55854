/**
 * The cells of a matrix as pixels of a canvas. One WebGL2 context serves all charts of a page, because browsers give a
 * page only some sixteen; the chart that paints last has its cells in it. Without a graphics card a 2-D canvas is faster.
 */
import type { Matrix } from '../../types/values.js';
import { colour } from '../heatmap/canvas2d.js';
import type { ColourMap } from '../heatmap/colour-maps.js';
import type { Extent, Range } from '../heatmap/colours.js';
import { extentOf, lookUpTable } from '../heatmap/colours.js';
import type { Painter, PainterChoice, Window } from '../heatmap/painter.js';
import { maxSide } from '../heatmap/painter.js';
import { webglPainter } from '../heatmap/webgl.js';
import { known } from './known.js';
import type { Box } from './scene.js';

/** Cells that lie on a graphics card, where a painter of their own reaches them. */
export interface DistantMatrix {
  readonly rows: number;
  readonly cols: number;
  /** Of the values, for the colours. */
  readonly range: Range;
  /** Has the cells already. */
  readonly painter: Painter<never>;
  /** undefined: not known, or not yet; `update()` reads again. */
  value(row: number, col: number): number | undefined;
}
export interface MatrixCells {
  readonly data: Float32Array;
  readonly rows: number;
  readonly cols: number;
}
type AnyPainter = Pick<Painter<never>, 'canvas' | 'setColours' | 'paint'>;

/** The painter of all charts, or none, by whether it was asked for; not there: nobody needed it yet. */
const shared = new Map<boolean, Painter | undefined>();
let held: MatrixCells | undefined;
const coloured = new WeakMap<AnyPainter, ColourMap>();
const tables = new Map<ColourMap, Uint8Array>();

function lutOf(map: ColourMap): Uint8Array {
  const table = tables.get(map) ?? lookUpTable(map);
  tables.set(map, table);
  return table;
}

/** undefined: a 2-D canvas. */
export function sharedPainter(choice: PainterChoice | undefined): Painter | undefined {
  if (choice === 'canvas') return undefined;
  const software = choice === 'webgl2';
  if (!shared.has(software)) shared.set(software, shared.get(!software) ?? webglPainter(maxSide, maxSide, software));
  return shared.get(software);
}

/** @param part the part of the matrix that is seen, in cells */
export function paintMatrix(
  canvas: HTMLCanvasElement,
  matrix: Matrix | DistantMatrix,
  map: ColourMap,
  range: Range,
  part: Omit<Window, 'perPixelX' | 'perPixelY'> & { readonly right: number; readonly bottom: number },
  choice: PainterChoice | undefined,
): void {
  const pen = canvas.getContext('2d');
  if (pen === null) return;
  const { width, height } = canvas;
  const window: Window = {
    left: part.left,
    top: part.top,
    perPixelX: (part.right - part.left) / width,
    perPixelY: (part.bottom - part.top) / height,
  };
  const painter = 'painter' in matrix ? matrix.painter : sharedPainter(choice);
  if (painter !== undefined) {
    if (!('painter' in matrix)) hold(painter as Painter, cellsOf(matrix));
    if (coloured.get(painter) !== map) painter.setColours(lutOf(map));
    coloured.set(painter, map);
    const { canvas: paper } = painter;
    if (paper.width !== width || paper.height !== height) [paper.width, paper.height] = [width, height];
    if (painter.paint(window, range)) {
      pen.clearRect(0, 0, width, height);
      pen.drawImage(paper, 0, 0);
      canvas.dataset['painter'] = painter.kind;
      return;
    }
  }
  if ('painter' in matrix) return;
  const image = pen.createImageData(width, height);
  colour(new Uint32Array(image.data.buffer), width, height, cellsOf(matrix), lutOf(map), window, range);
  pen.putImageData(image, 0, 0);
  canvas.dataset['painter'] = 'canvas';
}

function hold(painter: Painter, cells: MatrixCells): void {
  if (held !== cells) painter.setTable(cells.data, cells.rows, cells.cols);
  held = cells;
}

/** The whole matrix in a part of a canvas, given in its pixels. */
export function paintWhole(
  pen: CanvasRenderingContext2D,
  matrix: Matrix,
  map: ColourMap,
  range: Range,
  { x, y, width, height }: Box,
): void {
  const image = pen.createImageData(width, height);
  const whole = { left: 0, top: 0, perPixelX: matrix.cols / width, perPixelY: matrix.rows / height };
  colour(new Uint32Array(image.data.buffer), width, height, cellsOf(matrix), lutOf(map), whole, range);
  pen.putImageData(image, x, y);
}

/** The whole matrix, a pixel a cell. */
export function matrixCanvas(matrix: Matrix, map: ColourMap, range: Range): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [matrix.cols, matrix.rows];
  const pen = canvas.getContext('2d');
  if (pen) paintWhole(pen, matrix, map, range, { x: 0, y: 0, width: matrix.cols, height: matrix.rows });
  return canvas;
}

/** As float32, which is what is painted; made once a matrix. */
export function cellsOf({ data, rows, cols }: Matrix): MatrixCells {
  return known(data, `${rows} × ${cols} cells`, () => ({
    data: data instanceof Float32Array ? data : Float32Array.from(data),
    rows,
    cols,
  }));
}

export function extentOfMatrix(matrix: Matrix | DistantMatrix): Extent {
  if ('painter' in matrix) return { ...matrix.range, missing: false };
  return known(matrix.data, 'extent', () => extentOf(matrix.data));
}
