/** Items marked in all charts of a page, as numbers to read and edit; it stays in view. */
import { effect } from '@preact/signals-core';
import { freshId, h, html } from '../kit/html.js';

export interface ChosenItem {
  readonly id: string;
  readonly label: string;
  readonly colour: number;
  /** Range of the box; undefined hides the item. May read signals. */
  readonly span: () => { readonly min: number; readonly max: number; readonly step: number | 'any' } | undefined;
  /** undefined if none is chosen. May read signals. */
  readonly value: () => number | undefined;
  /** The sentence next to the box. May read signals. */
  readonly text: () => string;
  readonly choose: (value: number | undefined) => void;
}

export function chosenBar(items: readonly ChosenItem[]): HTMLElement {
  return html`<div class="chosen" role="group" aria-label="What is marked in all charts">${items.map(one)}</div>`;
}

function one({ id, label, colour, span, value, text, choose }: ChosenItem): HTMLElement {
  const boxId = freshId('chosen');
  const change = (): void => {
    const limits = span();
    const given = Number(box.value);
    if (box.value === '' || limits === undefined || !Number.isFinite(given)) return choose(undefined);
    const bounded = Math.max(limits.min, Math.min(limits.max, given));
    choose(limits.step === 'any' ? bounded : Math.round(bounded));
  };
  const limit = (name: 'min' | 'max' | 'step') => () => span()?.[name];
  const box = h('input', {
    ...{ id: boxId, type: 'number', class: 'number-box small', placeholder: 'none', onchange: change },
    ...{ min: limit('min'), max: limit('max'), step: limit('step') },
  });
  effect(() => {
    const chosen = value();
    if (span() !== undefined && (document.activeElement !== box || chosen !== undefined))
      box.value = chosen === undefined ? '' : String(chosen);
  });
  // separate, so that a new text does not affect typing
  const known = (): string => (span() === undefined ? '' : text());
  return html`<div class=${`chosen-one series-${colour}`} data-chosen=${id} hidden=${() => span() === undefined}>
    <label for=${boxId}>${label}</label>${box}<output for=${boxId}>${known}</output>
  </div>`;
}
