/** Data for painting a matrix: float32 cells, range of values, colours. Small ones are painted on a 2-D canvas. */
import type { Matrix } from '../../types/values.js';
import { colour } from '../heatmap/canvas2d.js';
import type { ColourMap } from '../heatmap/colour-maps.js';
import { type Extent, type Range, extentOf, lookUpTable } from '../heatmap/colours.js';
import type { Painter } from '../heatmap/painter.js';
import { memo } from './memo.js';
import type { Pixels } from './png.js';
import type { Box } from './scene.js';
import type { Theme } from './theme.js';

/** Cells on a graphics card, painted there by their own painter. */
export interface DistantMatrix {
  readonly rows: number;
  readonly cols: number;
  /** Range of the values, for the colours. */
  readonly range: Range;
  /** Already has the cells. */
  readonly painter: Painter<never>;
  /** undefined: unknown or not yet read. `update()` reads it again. */
  value(row: number, col: number): number | undefined;
}
export interface MatrixCells {
  readonly data: Float32Array;
  readonly rows: number;
  readonly cols: number;
}

const tables = new Map<string, Uint8Array>();

/** Cached per map and theme. */
export function lutOf(map: ColourMap, theme: Theme): Uint8Array {
  const name = `${map.id} ${theme}`;
  const table = tables.get(name) ?? lookUpTable(map, theme);
  tables.set(name, table);
  return table;
}

/** Paints the whole matrix into a part of a canvas, given in canvas pixels. */
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

/** One pixel per visible cell, up to the size of the area; needs no canvas. */
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

/** Cells as float32, the painted precision; cached per matrix. */
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
