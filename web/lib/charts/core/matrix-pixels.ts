/**
 * Paints the cells of a matrix on a canvas. One WebGL2 context serves all charts, because browsers allow about sixteen
 * per page; it holds the cells painted last. Without a graphics card, a 2-D canvas is faster.
 */
import type { Matrix } from '../../types/values.js';
import { colour } from '../heatmap/canvas2d.js';
import type { ColourMap } from '../heatmap/colour-maps.js';
import type { Range } from '../heatmap/colours.js';
import { type Painter, type PainterChoice, type Window, maxSide } from '../heatmap/painter.js';
import { webglPainter } from '../heatmap/webgl.js';
import { type DistantMatrix, type MatrixCells, cellsOf, lutOf } from './matrix-cells.js';
import type { Theme } from './theme.js';

type AnyPainter = Pick<Painter<never>, 'canvas' | 'setColours' | 'paint'>;

/** The shared painter by choice of software rendering; undefined if unsupported, absent until needed. */
const shared = new Map<boolean, Painter | undefined>();
let held: MatrixCells | undefined;
const coloured = new WeakMap<AnyPainter, Uint8Array>();
/** undefined means a 2-D canvas. */
export function sharedPainter(choice: PainterChoice | undefined): Painter | undefined {
  if (choice === 'canvas') return undefined;
  const software = choice === 'webgl2';
  if (!shared.has(software)) shared.set(software, shared.get(!software) ?? webglPainter(maxSide, maxSide, software));
  return shared.get(software);
}

/** @param part the visible part of the matrix, in cells */
export function paintMatrix(
  canvas: HTMLCanvasElement,
  matrix: Matrix | DistantMatrix,
  map: ColourMap,
  range: Range,
  part: Omit<Window, 'perPixelX' | 'perPixelY'> & { readonly right: number; readonly bottom: number },
  choice: PainterChoice | undefined,
  theme: Theme,
): void {
  const colours = lutOf(map, theme);
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
    if (coloured.get(painter) !== colours) painter.setColours(colours);
    coloured.set(painter, colours);
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
  colour(new Uint32Array(image.data.buffer), width, height, cellsOf(matrix), colours, window, range);
  pen.putImageData(image, 0, 0);
  canvas.dataset['painter'] = 'canvas';
}

function hold(painter: Painter, cells: MatrixCells): void {
  if (held !== cells) painter.setTable(cells.data, cells.rows, cells.cols);
  held = cells;
}
