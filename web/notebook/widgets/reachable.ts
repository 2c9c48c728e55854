/** Makes wide content that scrolls reachable by keyboard. */
import { type Content, h } from '../kit/dom.js';

const names = new WeakMap<Element, string>();
const widths = new ResizeObserver((entries) => {
  for (const { target } of entries) {
    if (target.scrollWidth > target.clientWidth) {
      target.setAttribute('tabindex', '0');
      target.setAttribute('role', 'group');
      target.setAttribute('aria-label', names.get(target) ?? '');
    } else for (const name of ['tabindex', 'role', 'aria-label']) target.removeAttribute(name);
  }
});

export function reachable(element: Element, name: string): void {
  names.set(element, name);
  widths.observe(element);
}

/** A scrolling container for wide content. */
export function scroller(kind: string, name: string, content: Content): HTMLElement {
  const place = h('div', { class: `scrolls ${kind}` }, content);
  reachable(place, name);
  return place;
}
