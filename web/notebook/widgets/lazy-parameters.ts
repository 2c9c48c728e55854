/** The parameters of a spec in the page state, created on demand or on a failure. */
import { effect, type ReadonlySignal, signal } from '@preact/signals-core';
import type { Posenc } from '../library.js';
import type { Store } from '../history.js';
import type { Failure } from '../kit/errors.js';
import { html } from '../kit/html.js';

export interface LazyParameters {
  readonly summary: string;
  readonly failure: ReadonlySignal<Failure | undefined>;
  /** Returns true for a failure unrelated to these parameters. */
  readonly isOther?: (failure: Failure) => boolean;
}

export function lazyParameters<S, K extends keyof S & string>(
  pe: Posenc,
  store: Store<S>,
  name: K,
  { summary, failure, isOther }: LazyParameters,
): HTMLElement {
  const open = signal(false);
  const form = signal<HTMLElement>();
  effect(() => {
    if (failure.value && !isOther?.(failure.value)) open.value = true;
    if (!open.value || form.peek()) return;
    void import('./spec-control.js').then(({ specControl }) => {
      form.value ??= specControl(pe, store, name, { failure, withMenu: false });
    });
  });
  return html`<details
    class="parameters"
    data-side=${name}
    open=${() => open.value}
    ontoggle=${({ target }: Event) => (open.value = (target as HTMLDetailsElement).open)}
  >
    <summary>${summary}</summary>
    ${() => form.value}
  </details>`;
}
