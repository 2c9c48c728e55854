/** A filter: a row of toggle buttons of which one is pressed. */
import { button } from '../kit/elements.js';
import { h } from '../kit/dom.js';

interface Pill {
  readonly id: string;
  readonly label: string;
  readonly count?: number;
}

export function pills(name: string, items: readonly Pill[], choose: (id: string) => void) {
  const made = ({ id, label, count }: Pill): HTMLButtonElement => {
    const counted = count !== undefined && h('span', { class: 'count' }, count);
    return button([label, counted], () => choose(id), { 'data-id': id });
  };
  const buttons = items.map(made);
  return {
    element: h('div', { class: 'pills', role: 'group', 'aria-label': name }, buttons),
    set(id: string): void {
      for (const one of buttons) one.setAttribute('aria-pressed', String(one.dataset['id'] === id));
    },
  };
}
