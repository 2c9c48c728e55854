/** Parts of a section: rows of small buttons, and remarks. */
import type { Child } from './dom.js';
import { h } from './dom.js';

export interface Action {
  readonly label: string;
  readonly hint?: string;
  readonly run: () => void | Promise<void>;
}

/** A row of small buttons; a failing action tells its message through `say`. */
export function toolbar(name: string, actions: readonly Action[], say: (text: string) => void): HTMLElement {
  return h(
    'div',
    { class: 'toolbar', role: 'group', 'aria-label': name },
    ...actions.map((action) =>
      h(
        'button',
        {
          type: 'button',
          class: 'quiet',
          title: action.hint,
          on: {
            click: () => {
              Promise.resolve()
                .then(action.run)
                .catch((error: unknown) => say(String(error instanceof Error ? error.message : error)));
            },
          },
        },
        action.label,
      ),
    ),
  );
}

/** A remark beside a figure: what to notice. */
export function note(title: string, ...children: readonly Child[]): HTMLElement {
  return h(
    'div',
    { class: 'note', role: 'note', 'aria-label': title },
    h('p', { class: 'note-title' }, title),
    ...children,
  );
}
