/** Charts as files: PNG, SVG, CSV and NPY. */
import type { Matrix } from '../../types/values.js';
import { h } from './elements.js';
import type { Raster } from './scene.js';
import type { Theme } from './theme.js';

/** Pixels of a file per CSS pixel. */
export const fileScale = 2;

/** The pixels of a raster as a data URL for an SVG file. */
export function rasterAddress(raster: Raster, theme: Theme): string {
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(raster.width * fileScale));
  canvas.height = Math.max(1, Math.round(raster.height * fileScale));
  raster.paint(canvas, theme);
  return canvas.toDataURL();
}

export function pngOf(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('the picture is too large for a PNG in this browser'))),
      'image/png',
    );
  });
}

/** Loaded on first use, because most readers save no file. */
export async function npyOf(matrix: Matrix): Promise<Uint8Array> {
  const { npyBytes } = await import('../../files/npy.js');
  return npyBytes(matrix);
}

/** Downloads a file. */
export function saveFile(content: Blob | string | Uint8Array, name: string, type: string): void {
  const blob = content instanceof Blob ? content : new Blob([content as BlobPart], { type });
  const url = URL.createObjectURL(blob);
  const link = h('a', { href: url, download: name });
  link.click();
  // The browser needs the URL until it starts to write.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** A chart's name as a file name. */
export const fileNameOf = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
