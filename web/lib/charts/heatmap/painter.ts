/**
 * Draws the cells by WebGL2 if available, else on a 2-D canvas (`canvas2d.ts`); by WebGPU if they are already on a GPU.
 * All show the same picture: a pixel over several cells shows their mean (at most 8 x 8 samples). A single sample would
 * create moiré patterns that are not in the table.
 */
import type { Range } from './colours.js';

/** The visible part of the table, in cells; `perPixel` is cells per device pixel. */
export interface Window {
  readonly left: number;
  readonly top: number;
  readonly perPixelX: number;
  readonly perPixelY: number;
}

/** `webgl2`: also with software rendering, which is slower than a 2-D canvas. By default the faster one. */
export type PainterChoice = 'webgl2' | 'canvas';

export interface Painter<Cells = Float32Array> {
  readonly kind: 'webgpu' | 'webgl2';
  readonly canvas: HTMLCanvasElement;
  /** Row-major, rows * cols values; kept by reference. */
  setTable(data: Cells, rows: number, cols: number): void;
  /** 256 RGBA quadruples. */
  setColours(table: Uint8Array): void;
  /** Returns false if it cannot paint at present. */
  paint(window: Window, range: Range): boolean;
}

export const maxSamples = 8;
/** Maximum side of a painted matrix, in cells. */
export const maxSide = 4096;
