/** The same picture without WebGL: only the visible pixels are coloured, so any table size pans quickly. */
import type { Range } from './colours.js';
import { MISSING } from './colours.js';
import type { Painter, Window } from './painter.js';
import { MAX_SAMPLES } from './painter.js';

export function canvasPainter(): Painter {
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d');
  let table: { data: Float32Array; rows: number; cols: number } | null = null;
  let lut: Uint8Array | null = null;

  return {
    kind: 'canvas',
    canvas,
    setTable(data, rows, cols) {
      table = { data, rows, cols };
    },
    setColours(bytes) {
      lut = bytes;
    },
    paint(window, range) {
      if (context === null || table === null || lut === null || canvas.width === 0 || canvas.height === 0) return;
      const image = context.createImageData(canvas.width, canvas.height);
      fill(image.data, canvas.width, canvas.height, table, lut, window, range);
      context.putImageData(image, 0, 0);
    },
    dispose() {
      table = null;
    },
  };
}

/** Colours width * height pixels into `out` (RGBA); also used for the one-pixel-a-cell export. */
export function fill(
  out: Uint8ClampedArray,
  width: number,
  height: number,
  table: { readonly data: Float32Array; readonly rows: number; readonly cols: number },
  lut: Uint8Array,
  window: Window,
  range: Range,
): void {
  const { data, rows, cols } = table;
  const across = samplePoints(width, window.left, window.perPixelX, cols);
  const scale = 255 / (range.hi - range.lo);
  for (let py = 0; py < height; py += 1) {
    const down = samplesOf(py, window.top, window.perPixelY, rows);
    for (let px = 0; px < width; px += 1) {
      const columns = across[px] as readonly number[];
      let sum = 0;
      let count = 0;
      for (const r of down) {
        for (const c of columns) {
          const value = data[r * cols + c] as number;
          if (Math.abs(value) < 1e38) {
            sum += value;
            count += 1;
          }
        }
      }
      const at = (py * width + px) * 4;
      if (columns.length === 0 || down.length === 0) continue;
      if (count === 0) {
        out[at] = MISSING[0];
        out[at + 1] = MISSING[1];
        out[at + 2] = MISSING[2];
      } else {
        const entry = 4 * Math.max(0, Math.min(255, Math.round((sum / count - range.lo) * scale)));
        out[at] = lut[entry] as number;
        out[at + 1] = lut[entry + 1] as number;
        out[at + 2] = lut[entry + 2] as number;
      }
      out[at + 3] = 255;
    }
  }
}

/** The cells along one axis that pixel `p` averages. */
function samplesOf(p: number, start: number, perPixel: number, limit: number): number[] {
  const samples = Math.max(1, Math.min(MAX_SAMPLES, Math.ceil(perPixel)));
  const out: number[] = [];
  for (let i = 0; i < samples; i += 1) {
    const cell = Math.floor(start + p * perPixel + ((i + 0.5) * perPixel) / samples);
    if (cell >= 0 && cell < limit) out.push(cell);
  }
  return out;
}

function samplePoints(pixels: number, start: number, perPixel: number, limit: number): number[][] {
  return Array.from({ length: pixels }, (_, p) => samplesOf(p, start, perPixel, limit));
}
