/** A number of the page's state as slider and box. What does not fit is said beside it, and not taken. */
import { effect } from '@preact/signals-core';
import type { Store } from '../history.js';
import type { NumberFieldOptions } from '../widgets/number-field.js';
import { numberField } from '../widgets/number-field.js';

export interface NumberControl<S> extends Omit<NumberFieldOptions, 'name' | 'onInput'> {
  readonly name: keyof S & string;
  readonly fits: (value: number) => boolean;
  /** What a value must be: "must be a whole number from 0 to 9". */
  readonly must: string;
}

export function numberControl<S>({ state, update }: Store<S>, options: NumberControl<S>): HTMLElement {
  const { name, fits, must } = options;
  const field = numberField({
    ...options,
    onInput: (value = Number.NaN, final) => {
      const wrong = fits(value) ? undefined : `${name} ${must}, but ${value} was given`;
      field.setError(wrong);
      if (wrong === undefined) update({ [name]: value } as Partial<S>, final);
    },
  });
  effect(() => field.set(state.value[name] as number));
  return field.element;
}
