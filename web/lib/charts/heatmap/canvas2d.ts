/** The same picture without WebGL. Only visible pixels are computed, so panning is fast for tables of any size. */
import { type Range, missingColour } from './colours.js';
import { type Window, maxSamples } from './painter.js';

export interface Cells {
  readonly data: Float32Array;
  readonly rows: number;
  readonly cols: number;
}

/** Colours width * height pixels (one 4-byte word each). */
export function colour(
  out: Uint32Array,
  width: number,
  height: number,
  { data, rows, cols }: Cells,
  lut: Uint8Array,
  window: Window,
  range: Range,
): void {
  const palette = new Uint32Array(lut.buffer, lut.byteOffset, 256);
  const [missing = 0] = new Uint32Array(Uint8Array.of(...missingColour, 255).buffer);
  const scale = 255 / (range.hi - range.lo);
  const across = samples(width, window.left, window.perPixelX, cols);
  const down = samples(height, window.top, window.perPixelY, rows);
  const [nx, ny] = [across.perPixel, down.perPixel];
  for (let py = 0; py < height; py++) {
    // Pixels of one cell are equal: if cells are larger than pixels, most rows are copied.
    if (ny === 1 && py > 0 && down.cells[py] === down.cells[py - 1]) {
      out.copyWithin(py * width, (py - 1) * width, py * width);
      continue;
    }
    for (let px = 0; px < width; px++) {
      const at = py * width + px;
      if (nx === 1 && px > 0 && across.cells[px] === across.cells[px - 1]) {
        out[at] = out[at - 1]!;
        continue;
      }
      let sum = 0;
      let count = 0;
      let seen = 0;
      for (let j = py * ny; j < (py + 1) * ny; j++) {
        const row = down.cells[j]!;
        if (row < 0) continue;
        for (let i = px * nx; i < (px + 1) * nx; i++) {
          const col = across.cells[i]!;
          if (col < 0) continue;
          seen++;
          const value = data[row * cols + col]!;
          if (value < 1e38 && value > -1e38) {
            sum += value;
            count++;
          }
        }
      }
      if (seen === 0) continue;
      const entry = Math.max(0, Math.min(255, Math.round((sum / count - range.lo) * scale)));
      out[at] = count === 0 ? missing : palette[entry]!;
    }
  }
}

/** The cells along one axis that each pixel averages; -1 outside the table. */
export function samples(
  pixels: number,
  start: number,
  perPixel: number,
  limit: number,
): { cells: Int32Array<ArrayBuffer>; perPixel: number } {
  const count = Math.max(1, Math.min(maxSamples, Math.ceil(perPixel)));
  const cells = new Int32Array(pixels * count);
  for (let k = 0; k < cells.length; k++) {
    const cell = Math.floor(start + ((k + 0.5) * perPixel) / count);
    cells[k] = cell >= 0 && cell < limit ? cell : -1;
  }
  return { cells, perPixel: count };
}
