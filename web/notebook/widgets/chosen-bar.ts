/** What is marked in all charts of a page, as numbers to read and to type; it stays in view. */
import { effect } from '@preact/signals-core';
import { fill, freshId, h } from './dom.js';

export interface ChosenItem {
  readonly id: string;
  readonly label: string;
  readonly colour: number;
  /** What the box takes; undefined: there is nothing to choose from, and the item is hidden. Read as a signal. */
  readonly span: () => { readonly min: number; readonly max: number; readonly step: number | 'any' } | undefined;
  /** undefined: none is chosen. Read as a signal. */
  readonly value: () => number | undefined;
  /** The sentence beside the box. Read as a signal. */
  readonly text: () => string;
  readonly choose: (value: number | undefined) => void;
}

export function chosenBar(items: readonly ChosenItem[]): HTMLElement {
  return h(
    'div',
    { class: 'chosen', role: 'group', 'aria-label': 'What is marked in all charts' },
    ...items.map(({ id, label, colour, span, value, text, choose }) => {
      const boxId = freshId('chosen');
      const box = h('input', {
        id: boxId,
        type: 'number',
        class: 'number-box small',
        placeholder: 'none',
        on: {
          change: () => {
            const limits = span();
            const given = Number(box.value);
            if (box.value === '' || limits === undefined || !Number.isFinite(given)) choose(undefined);
            else {
              const bounded = Math.max(limits.min, Math.min(limits.max, given));
              choose(limits.step === 'any' ? bounded : Math.round(bounded));
            }
          },
        },
      });
      const output = h('output', { for: boxId });
      const one = h(
        'div',
        { class: `chosen-one series-${colour}`, 'data-chosen': id },
        h('label', { for: boxId }, label),
        box,
        output,
      );
      effect(() => {
        const limits = span();
        const chosen = value();
        one.hidden = limits === undefined;
        if (limits === undefined) return;
        for (const name of ['min', 'max', 'step'] as const) box.setAttribute(name, String(limits[name]));
        if (document.activeElement !== box || chosen !== undefined)
          box.value = chosen === undefined ? '' : String(chosen);
      });
      // by itself: what is known of an item may come while another one is typed
      effect(() => fill(output, span() === undefined ? '' : text()));
      return one;
    }),
  );
}
