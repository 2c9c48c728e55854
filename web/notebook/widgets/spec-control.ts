/** The parameters of a spec in the page state; failures are shown next to them. */
import { computed, effect, type ReadonlySignal } from '@preact/signals-core';
import type { Posenc } from '../library.js';
import type { Store } from '../history.js';
import type { DraftSpec } from '../state.js';
import type { Failure } from '../kit/errors.js';
import { encodingParamTexts } from '../documented/encoding-params.js';
import { specForm, type SpecFormOptions } from './spec-form.js';

export function specControl<S, K extends keyof S & string>(
  pe: Posenc,
  { state, update }: Store<S>,
  name: K,
  {
    failure,
    ...options
  }: Omit<SpecFormOptions, 'pe' | 'texts' | 'onInput'> & { failure?: ReadonlySignal<Failure | undefined> },
): HTMLElement {
  const form = specForm({
    pe,
    texts: encodingParamTexts,
    ...options,
    onInput: (spec, final) => update({ [name]: spec } as Partial<S>, final),
  });
  const draft = computed(() => state.value[name] as DraftSpec);
  effect(() => form.set(draft.value));
  effect(() => form.setFailure(failure?.value));
  return form.element;
}
