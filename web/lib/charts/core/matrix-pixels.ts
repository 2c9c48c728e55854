/**
 * The cells of a matrix as pixels of a canvas. One WebGL2 context serves all charts of a page, because browsers give a
 * page only some sixteen; the chart that paints last has its cells in it. Without a graphics card a 2-D canvas is faster.
 */
import type { ColourMap } from '../heatmap/colour-maps.js';
import { colour } from '../heatmap/canvas2d.js';
import type { Range } from '../heatmap/colours.js';
import { lookUpTable } from '../heatmap/colours.js';
import type { Painter, Window } from '../heatmap/painter.js';
import { webglPainter } from '../heatmap/webgl.js';

export const maxSide = 4096;

export interface MatrixCells {
  readonly data: Float32Array;
  readonly rows: number;
  readonly cols: number;
}

/** undefined: not asked for yet; false: there is none. */
let shared: Painter | false | undefined;
let held: { cells: MatrixCells; map: ColourMap } | undefined;
const tables = new Map<ColourMap, Uint8Array>();

function lutOf(map: ColourMap): Uint8Array {
  const table = tables.get(map) ?? lookUpTable(map);
  tables.set(map, table);
  return table;
}

/** @param window the part of the matrix, in cells; with it come the cells a pixel */
export function paintMatrix(
  canvas: HTMLCanvasElement,
  cells: MatrixCells,
  map: ColourMap,
  range: Range,
  part: Omit<Window, 'perPixelX' | 'perPixelY'> & { readonly right: number; readonly bottom: number },
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
  shared ??= webglPainter(maxSide, maxSide, false) ?? false;
  if (shared === false) {
    const image = pen.createImageData(width, height);
    colour(new Uint32Array(image.data.buffer), width, height, cells, lutOf(map), window, range);
    pen.putImageData(image, 0, 0);
    return;
  }
  if (held?.cells !== cells) shared.setTable(cells.data, cells.rows, cells.cols);
  if (held?.map !== map) shared.setColours(lutOf(map));
  held = { cells, map };
  [shared.canvas.width, shared.canvas.height] = [width, height];
  shared.paint(window, range);
  pen.clearRect(0, 0, width, height);
  pen.drawImage(shared.canvas, 0, 0);
}

const copies = new WeakMap<object, MatrixCells>();

/** As float32, which is what is painted; made once a matrix. */
export function cellsOf({
  data,
  rows,
  cols,
}: {
  readonly data: Float32Array | Float64Array;
  readonly rows: number;
  readonly cols: number;
}): MatrixCells {
  const known = copies.get(data);
  if (known && known.rows === rows && known.cols === cols) return known;
  const cells = { data: data instanceof Float32Array ? data : Float32Array.from(data), rows, cols };
  copies.set(data, cells);
  return cells;
}
