/** A choice of the page's state, apart from controls of numbers, of which a list has none. */
import type { Store } from '../history.js';
import { freshId } from '../widgets/dom.js';
import { html } from './html.js';

/** One of some, by their titles. */
export function choiceControl<S, K extends keyof S & string>(
  { state, update }: Store<S>,
  name: K,
  label: string,
  titles: Readonly<Record<S[K] & string, string>>,
): HTMLElement {
  const id = freshId(name);
  const choose = (event: Event): void => update({ [name]: (event.target as HTMLSelectElement).value } as Partial<S>);
  const option = ([value, title]: [string, string]): HTMLElement =>
    html`<option value=${value} selected=${() => state.value[name] === value}>${title}</option>`;
  return html`<div class="field" data-field=${name}>
    <label for=${id}>${label}</label>
    <div class="field-control">
      <select id=${id} name=${name} onchange=${choose}>
        ${Object.entries<string>(titles).map(option)}
      </select>
    </div>
  </div>`;
}
