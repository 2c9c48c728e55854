/** A row of toggle buttons of which one is pressed: a filter. */
import { h } from './dom.js';

export interface Pill {
  readonly id: string;
  readonly label: string;
  readonly count?: number;
}
export interface Pills {
  readonly element: HTMLElement;
  set(id: string): void;
}

export function pills(name: string, items: readonly Pill[], choose: (id: string) => void): Pills {
  const buttons = items.map(({ id, label, count }) =>
    h(
      'button',
      { type: 'button', class: 'quiet', 'data-id': id, on: { click: () => choose(id) } },
      label,
      count !== undefined && h('span', { class: 'count' }, count),
    ),
  );
  return {
    element: h('div', { class: 'pills', role: 'group', 'aria-label': name }, ...buttons),
    set(id) {
      for (const button of buttons) button.setAttribute('aria-pressed', String(button.dataset['id'] === id));
    },
  };
}
