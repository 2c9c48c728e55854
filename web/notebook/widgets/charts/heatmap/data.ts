/** What a heat map is given, what it tells, and what can be done with it. */
import type { ColourMap } from '../../../../lib/charts/heatmap/colour-maps.js';
import type { Range } from '../../../../lib/charts/heatmap/colours.js';
import type { Labels } from './overlay.js';
import type { Painter } from '../../../../lib/charts/heatmap/painter.js';

export const maxSide = 4096;

export interface HeatmapData extends Labels {
  /** Row-major; at most MAX_SIDE rows and columns. */
  readonly data: Float32Array;
  /** The values that the colours span; those of the data when left out. */
  readonly range?: Range;
}
/** Cells that only a painter of their own can reach, because they lie on a GPU. It has the table already. */
export interface DistantData extends Labels {
  readonly painter: Painter<never>;
  readonly range: Range;
}
export interface Cell {
  readonly row: number;
  readonly col: number;
  /** NaN of distant cells. */
  readonly value: number;
}
export interface HeatmapOptions {
  readonly label: string;
  readonly height: number;
  readonly colours: ColourMap;
  /** false: always a 2-D canvas; true: WebGL2 even without a graphics card, where it is the slower one. */
  readonly gl?: boolean;
  readonly onCell: (cell: Cell | undefined) => void;
  readonly onChoose?: (cell: Cell) => void;
}
/** From the middle of one cell to that of another, ends included: half a cell further at either end. */
export interface CellLine {
  readonly from: readonly [row: number, col: number];
  readonly to: readonly [row: number, col: number];
}
export interface Heatmap {
  readonly element: HTMLElement;
  readonly painter: Painter['kind'];
  readonly range: Range;
  update(table: HeatmapData | DistantData): void;
  setColours(map: ColourMap): void;
  zoomBy(factor: number): void;
  fit(): void;
  goTo(row: number, col: number): void;
  /** Lines over the cells; they stay until the next call. */
  mark(lines: readonly CellLine[]): void;
  /** The overlay with axes and cursor, for the picture export. */
  readonly overlay: SVGSVGElement;
  /** The visible part, painted now. */
  snapshot(): HTMLCanvasElement;
  /** The whole table, one pixel a cell; nothing of distant cells. */
  cells(): HTMLCanvasElement;
}
