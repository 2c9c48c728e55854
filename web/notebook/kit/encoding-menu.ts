/** The encoding of a spec of the page's state, by itself: its parameters may come later (`spec-control.ts`). */
import type { Posenc } from '../library.js';
import type { Store } from '../history.js';
import { changeEncoding } from '../start-values.js';
import type { DraftSpec } from '../state.js';
import { freshId } from '../widgets/dom.js';
import { html } from './html.js';

export function encodingMenu<S, K extends keyof S & string>(
  pe: Posenc,
  { state, update }: Store<S>,
  name: K,
  encodings = pe.encodings,
): HTMLElement {
  const id = freshId('encoding');
  const draft = (): DraftSpec => state.value[name] as DraftSpec;
  const choose = ({ target }: Event): void => {
    const info = pe.encodings.find((row) => row.id === (target as HTMLSelectElement).value);
    if (info) changeEncoding(pe, info, draft, (spec) => update({ [name]: spec } as Partial<S>));
  };
  return html`<div class="field" data-field="encoding">
    <label for=${id}>encoding</label>
    <div class="field-control">
      <select id=${id} name="encoding" onchange=${choose}>
        ${encodings.map(
          (row) => html`<option value=${row.id} selected=${() => draft().encoding === row.id}>${row.title}</option>`,
        )}
      </select>
    </div>
  </div>`;
}
