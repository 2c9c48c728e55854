/** A select for the encoding of a spec in the page state; its parameters may load later (`spec-control.ts`). */
import type { Posenc } from '../library.js';
import type { Store } from '../history.js';
import { changeEncoding } from '../start-values.js';
import type { DraftSpec } from '../state.js';
import { field, select } from './elements.js';

export function encodingMenu<S, K extends keyof S & string>(
  pe: Posenc,
  { state, update }: Store<S>,
  name: K,
  encodings = pe.encodings,
): HTMLElement {
  const draft = (): DraftSpec => state.value[name] as DraftSpec;
  const choose = (id: string): void => {
    const info = pe.encodings.find((row) => row.id === id);
    if (info) changeEncoding(pe, info, draft, (spec) => update({ [name]: spec } as Partial<S>));
  };
  const titles = encodings.map(({ id, title }) => [id, title] as const);
  return field(
    'encoding',
    'encoding',
    select(titles, { name: 'encoding' }, choose, () => draft().encoding),
  );
}
