/** Controls bound to the page state. Invalid values are reported next to the control and not applied. */
import { effect } from '@preact/signals-core';
import type { Store } from '../history.js';
import { button } from '../kit/elements.js';
import { html } from '../kit/html.js';
import { isPosition, isWhole, type Rule } from '../kit/state.js';
import { numberField, type NumberFieldOptions } from './number-field.js';

export interface NumberControl<S> extends Omit<NumberFieldOptions, 'name' | 'onInput'> {
  readonly name: keyof S & string;
  readonly fits: Rule;
  /** Overrides the rule's message. */
  readonly must?: string;
}

/** A number as slider and box. */
export function numberControl<S>({ state, update }: Store<S>, options: NumberControl<S>): HTMLElement {
  const { name, label, fits, must = fits.must } = options;
  const box = numberField({
    ...options,
    onInput: (value = Number.NaN, final) => {
      const wrong = fits(value) ? undefined : `${label} ${must}, but ${value} was given`;
      box.setError(wrong);
      if (wrong === undefined) update({ [name]: value } as Partial<S>, final);
    },
  });
  effect(() => box.set(state.value[name] as number));
  return box.element;
}

/** Buttons that set parts of the state. */
export function presetButtons<S>(
  { update }: Store<S>,
  name: string,
  presets: readonly (readonly [string, () => Partial<S>])[],
) {
  return html`<div class="toolbar" role="group" aria-label=${name}>
    ${presets.map(([text, patch]) => button(text, () => update(patch())))}
  </div>`;
}

/** First position and step. @param widest largest step of the slider */
export const startAndStep = <S extends { readonly start: number; readonly step: number }>(
  store: Store<S>,
  widest = 100,
): readonly [start: HTMLElement, step: HTMLElement] => {
  const free = { fits: isPosition };
  return [
    numberControl(store, { name: 'start', label: 'first position', min: 0, max: 131_072, integer: true, ...free }),
    numberControl(store, { name: 'step', label: 'step', min: 0.1, max: widest, log: true, ...free }),
  ];
};

/** A position as slider and box, with buttons for common ones. */
export const positionControls = (
  store: Store<{ readonly position: number }>,
  farthest: number,
  named: readonly (readonly [string, number])[],
  doc?: string,
): readonly HTMLElement[] => [
  numberControl(store, {
    ...{ name: 'position', label: 'position', min: 1, max: farthest, log: true, integer: true, ...(doc && { doc }) },
    fits: isWhole(0, farthest),
  }),
  presetButtons(
    store,
    'Positions of note',
    named.map(([text, position]) => [text, () => ({ position })]),
  ),
];
