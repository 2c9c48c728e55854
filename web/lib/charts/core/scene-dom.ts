/** Updates an SVG element to show a scene. Existing nodes are changed in place: no flicker, and focus is kept. */
import type { SceneNode } from './scene.js';
import { type SvgWriting, svgElement } from './scene-elements.js';
import { liveColour } from './theme.js';

const namespace = 'http://www.w3.org/2000/svg';
/** Rasters are canvases below the picture. */
const live: SvgWriting = { colour: liveColour, pixels: () => undefined };

export function showScene(parent: Element, nodes: readonly SceneNode[]): void {
  const shown = nodes.filter((node) => node.kind !== 'raster');
  shown.forEach((node, i) => {
    const { tag, attributes, text, children } = svgElement(node, live);
    let element = parent.children[i];
    if (element?.localName !== tag) {
      const fresh = document.createElementNS(namespace, tag);
      if (element) element.replaceWith(fresh);
      else parent.append(fresh);
      element = fresh;
    }
    for (const { name } of [...element.attributes]) if (attributes[name] === undefined) element.removeAttribute(name);
    for (const [name, value] of Object.entries(attributes))
      if (value !== undefined && element.getAttribute(name) !== String(value))
        element.setAttribute(name, String(value));
    if (text !== undefined) {
      if (element.textContent !== text) element.textContent = text;
    } else showScene(element, children ?? []);
  });
  while (parent.children.length > shown.length) parent.lastElementChild?.remove();
}
