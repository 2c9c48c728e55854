import type { Store } from '../history.js';
import { field, select } from './elements.js';

/** A select bound to one choice in the page state. */
export function choiceControl<S, K extends keyof S & string>(
  { state, update }: Store<S>,
  name: K,
  label: string,
  titles: Readonly<Record<S[K] & string, string>>,
): HTMLElement {
  const choose = (value: string): void => update({ [name]: value } as Partial<S>);
  const chosen = (): unknown => state.value[name];
  return field(name, label, select(Object.entries<string>(titles), { name }, choose, chosen));
}
