/** A static scene of the charts, without cursor, zoom and buttons. */
import { h } from '../../lib/charts/core/elements.js';
import { paintRasters } from '../../lib/charts/core/raster-layer.js';
import { onScheme, schemeAt } from '../../lib/charts/core/scheme.js';
import { showScene } from '../../lib/charts/core/scene-dom.js';
import type { Scene } from '../../lib/charts/core/scene.js';
import { chartStyle } from '../../lib/charts/core/style.js';

export function stillPicture() {
  const element = h('div', {});
  const root = element.attachShadow({ mode: 'open' });
  root.adoptedStyleSheets = [chartStyle()];
  const layer = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  layer.setAttribute('aria-hidden', 'true');
  const stage = h('div', { class: 'stage' }, layer);
  root.append(stage);
  let shown: Scene | undefined;
  onScheme(root, () => shown && paintRasters(stage, shown, () => schemeAt(root)));
  return {
    element,
    show(scene: Scene, label: string): void {
      shown = scene;
      // an image needs an accessible name
      element.role = 'img';
      element.ariaLabel = label;
      stage.style.height = `${scene.height}px`;
      layer.setAttribute('width', String(scene.width));
      layer.setAttribute('height', String(scene.height));
      showScene(layer, scene.nodes);
      paintRasters(stage, scene, () => schemeAt(root));
    },
    /** undefined before the first scene. */
    async png(): Promise<Blob | undefined> {
      if (shown === undefined) return undefined;
      // Loaded on demand, because few readers save pictures.
      const [{ fileScale, pngOf }, { paintScene }] = await Promise.all([
        import('../../lib/charts/core/files.js'),
        import('../../lib/charts/core/scene-canvas.js'),
      ]);
      return pngOf(paintScene(shown, schemeAt(root), fileScale));
    },
  };
}
