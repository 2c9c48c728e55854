/** What is marked in all charts, as numbers to read and to type. */
import { effect } from '@preact/signals-core';
import { fill, freshId, h } from '../widgets/dom.js';
import { short } from '../widgets/format.js';
import type { Context } from './context.js';
import type { Kernel } from './kernel.js';
import { eigenvalueText, pairsOf, wavelengthText } from './kernel.js';

interface Kind {
  readonly id: 'lag' | 'mode' | 'pair';
  readonly label: string;
  readonly colour: number;
  /** Of the first item. */
  readonly first: number;
  readonly count: (kernel: Kernel) => number;
  readonly text: (kernel: Kernel, item: number) => string;
}

const KINDS: readonly Kind[] = [
  {
    id: 'lag',
    label: 'offset',
    colour: 0,
    first: 0,
    count: ({ offsets }) => offsets.count,
    text: ({ offsets, profile }, k) =>
      `k${offsets.grid ? offsets.label(k) : `(${offsets.label(k)})`} = ${short(profile[k] as number)}`,
  },
  {
    id: 'mode',
    label: 'eigenvalue',
    colour: 2,
    first: 1,
    count: ({ spectrum }) => spectrum.eigenvalues.length,
    text: eigenvalueText,
  },
  { id: 'pair', label: 'pair', colour: 1, first: 0, count: pairsOf, text: wavelengthText },
];

export function chosenBar({ state, update, kernel }: Context): HTMLElement {
  return h(
    'div',
    { class: 'chosen', role: 'group', 'aria-label': 'What is marked in all charts' },
    ...KINDS.map(({ id, label, colour, first, count, text }) => {
      const boxId = freshId('chosen');
      const box = h('input', {
        id: boxId,
        type: 'number',
        min: first,
        step: 1,
        class: 'number-box small',
        placeholder: 'none',
        on: {
          change: () => {
            const most = kernel.peek() === null ? 0 : count(kernel.peek() as Kernel);
            const item = Math.round(Number(box.value)) - first;
            update({ [id]: box.value === '' || most === 0 ? null : Math.max(0, Math.min(most - 1, item)) });
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
        const found = kernel.value;
        const item = state.value[id];
        if (found === null) return;
        const most = count(found);
        one.hidden = most === 0;
        box.max = String(most - 1 + first);
        const known = item !== null && item < most ? item : null;
        if (document.activeElement !== box || known !== null) box.value = known === null ? '' : String(known + first);
        fill(output, known === null ? 'none is marked' : text(found, known));
      });
      return one;
    }),
  );
}
