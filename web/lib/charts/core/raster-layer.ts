/** The canvases of a live chart, below the lines of the picture. */
import { h } from './elements.js';
import { type Scene, rastersOf } from './scene.js';
import type { Theme } from './theme.js';

/** Maximum device pixels per CSS pixel; more are not visible. */
const mostDensity = 2;

export function paintRasters(stage: HTMLElement, scene: Scene, theme: () => Theme): void {
  const rasters = rastersOf(scene.nodes);
  const canvases = [...stage.querySelectorAll('canvas')];
  const density = Math.min(mostDensity, globalThis.devicePixelRatio || 1);
  rasters.forEach((raster, i) => {
    const canvas = canvases[i] ?? h('canvas', { 'aria-hidden': 'true' });
    if (canvases[i] === undefined) stage.prepend(canvas);
    const pixels = (length: number): number => Math.max(1, Math.round(length * density));
    const [width, height] = [pixels(raster.width), pixels(raster.height)];
    if (canvas.width !== width || canvas.height !== height) [canvas.width, canvas.height] = [width, height];
    canvas.style.inset = `${raster.y}px auto auto ${raster.x}px`;
    canvas.style.width = `${raster.width}px`;
    canvas.style.height = `${raster.height}px`;
    raster.paint(canvas, theme());
  });
  for (const canvas of canvases.slice(rasters.length)) canvas.remove();
}
