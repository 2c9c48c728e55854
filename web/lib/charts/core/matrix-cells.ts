/** What is painted of a matrix: its cells as float32, the span of their values, the colours; small ones on a 2-D canvas. */
import type { Matrix } from '../../types/values.js';
import { colour } from '../heatmap/canvas2d.js';
import type { ColourMap } from '../heatmap/colour-maps.js';
import { type Extent, type Range, extentOf, lookUpTable } from '../heatmap/colours.js';
import type { Painter } from '../heatmap/painter.js';
import { memo } from './memo.js';
import type { Pixels } from './png.js';
import type { Box } from './scene.js';
import type { Theme } from './theme.js';

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

const tables = new Map<string, Uint8Array>();

/** Made once a map and theme. */
export function lutOf(map: ColourMap, theme: Theme): Uint8Array {
  const name = `${map.id} ${theme}`;
  const table = tables.get(name) ?? lookUpTable(map, theme);
  tables.set(name, table);
  return table;
}

/** The whole matrix in a part of a canvas, given in its pixels. */
export function paintWhole(
  pen: CanvasRenderingContext2D,
  matrix: Matrix,
  map: ColourMap,
  range: Range,
  { x, y, width, height }: Box,
  theme: Theme,
): void {
  const image = pen.createImageData(width, height);
  const whole = { left: 0, top: 0, perPixelX: matrix.cols / width, perPixelY: matrix.rows / height };
  colour(new Uint32Array(image.data.buffer), width, height, cellsOf(matrix), lutOf(map, theme), whole, range);
  pen.putImageData(image, x, y);
}

/** A pixel for each cell of the part that is seen, as far as the area has room for; no canvas is needed. */
export function pixelsOf(
  matrix: Matrix,
  map: ColourMap,
  range: Range,
  part: { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number },
  area: Box,
  theme: Theme,
): Pixels {
  const [across, down] = [part.right - part.left, part.bottom - part.top];
  const [width, height] = [pixelsFor(across, area.width), pixelsFor(down, area.height)];
  const words = new Uint32Array(width * height);
  const window = { left: part.left, top: part.top, perPixelX: across / width, perPixelY: down / height };
  colour(words, width, height, cellsOf(matrix), lutOf(map, theme), window, range);
  return { width, height, rgba: new Uint8Array(words.buffer) };
}
const pixelsFor = (cells: number, room: number): number => Math.max(1, Math.round(Math.min(cells, room)));

/** As float32, which is what is painted; made once a matrix. */
export function cellsOf({ data, rows, cols }: Matrix): MatrixCells {
  return memo(data, `${rows} × ${cols} cells`, () => ({
    data: data instanceof Float32Array ? data : Float32Array.from(data),
    rows,
    cols,
  }));
}

export function extentOfMatrix(matrix: Matrix | DistantMatrix): Extent {
  if ('painter' in matrix) return { ...matrix.range, missing: false };
  return memo(matrix.data, 'extent', () => extentOf(matrix.data));
}
