/**
 * What draws the cells: WebGL2 where there is one, else a 2-D canvas (`canvas2d.ts`); WebGPU where they lie on a GPU
 * already. All show the same picture: a pixel that covers several cells shows their mean (at most 8 x 8 samples), because
 * taking one of them would paint moiré patterns that are not in the table.
 */
import type { Range } from './colours.js';

/** The window on the table, in cells; `perPixel` cells lie along one device pixel. */
export interface Window {
  readonly left: number;
  readonly top: number;
  readonly perPixelX: number;
  readonly perPixelY: number;
}

/**
 * `webgl2`: also where the processor does the graphics card's work, which takes longer than a 2-D canvas. The faster one
 * when left out.
 */
export type PainterChoice = 'webgl2' | 'canvas';

export interface Painter<Cells = Float32Array> {
  readonly kind: 'webgpu' | 'webgl2';
  readonly canvas: HTMLCanvasElement;
  /** Row-major, rows * cols numbers; kept by reference. */
  setTable(data: Cells, rows: number, cols: number): void;
  /** 256 RGBA quadruples. */
  setColours(table: Uint8Array): void;
  /** false: it cannot at present. */
  paint(window: Window, range: Range): boolean;
}

export const maxSamples = 8;
/** Of a matrix that is painted, in cells. */
export const maxSide = 4096;
