/** The elements of a live chart, and the accessible role of the stage. */
import { h } from './elements.js';
import type { Picture } from './kind.js';

const namespace = 'http://www.w3.org/2000/svg';
let serial = 0;

export type Shell = ReturnType<typeof shell>;

export function shell() {
  const layer = document.createElementNS(namespace, 'svg');
  layer.setAttribute('aria-hidden', 'true');
  const still = document.createElementNS(namespace, 'g');
  const marks = document.createElementNS(namespace, 'g');
  layer.append(still, marks);
  const brush = h('div', { class: 'brush', hidden: true });
  const tip = h('div', { class: 'tip', 'aria-hidden': 'true', hidden: true });
  const stage = h('div', { class: 'stage', part: 'stage', tabindex: 0 }, layer, brush, tip);
  const about = h('p', { id: `posenc-about-${++serial}`, class: 'hidden about' });
  const spokenPlace = h('output', { class: 'hidden' });
  stage.setAttribute('aria-describedby', about.id);
  return { stage, still, marks, layer, brush, tip, about, spokenPlace };
}

/** The role depends on the places. If they are in a row it is slider, which a screen reader can step through. */
export function describe(stage: HTMLElement, { places, turn }: Picture, name: string): void {
  stage.setAttribute('aria-label', name);
  stage.setAttribute('role', places === undefined ? 'img' : places.slider ? 'slider' : 'application');
  if (places?.slider) {
    stage.setAttribute('aria-valuemin', '0');
    stage.setAttribute('aria-valuemax', String(Math.max(0, places.slider.count - 1)));
  } else for (const name of ['min', 'max', 'now', 'text']) stage.removeAttribute(`aria-value${name}`);
  if (places === undefined && !turn) stage.removeAttribute('tabindex');
  else stage.setAttribute('tabindex', '0');
}
