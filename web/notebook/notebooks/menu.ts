/** A button that opens a menu of buttons. */
import { type Content, h } from '../kit/dom.js';

/** @param shown content of the button */
export function menu(shown: Content, label: string, items: readonly HTMLElement[]): HTMLElement {
  const panel = h('div', { role: 'group', 'aria-label': label }, ...items);
  const element = h('details', { class: 'nb-menu' }, h('summary', {}, shown), panel);
  element.addEventListener('toggle', () => {
    // Shifts a menu near the right edge to the left, so that it is not cut.
    panel.style.translate = 'none';
    const beyond = panel.getBoundingClientRect().right - document.documentElement.clientWidth;
    if (beyond > 0) panel.style.translate = `${-beyond - 8}px`;
  });
  const close = (): void => void (element.open = false);
  element.addEventListener('click', (event) => {
    if ((event.target as Element).closest('button, a')) close();
  });
  element.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || !element.open) return;
    close();
    element.querySelector('summary')?.focus();
  });
  element.addEventListener('focusout', ({ relatedTarget }) => {
    if (relatedTarget instanceof Node && !element.contains(relatedTarget)) close();
  });
  document.addEventListener('pointerdown', ({ target }) => {
    if (target instanceof Node && !element.contains(target)) close();
  });
  return element;
}
