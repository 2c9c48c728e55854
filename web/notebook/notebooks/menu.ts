/** A button that unfolds more of them. */
import { type Child, h } from '../widgets/dom.js';

/** @param shown on the button */
export function menu(shown: Child, label: string, items: readonly HTMLElement[]): HTMLElement {
  const element = h(
    'details',
    { class: 'nb-menu' },
    h('summary', {}, shown),
    h('div', { role: 'group', 'aria-label': label }, ...items),
  );
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
