/** Pages that are a list, and one of it with all that is known of it: which one, the address says. */
import { effect, type ReadonlySignal } from '@preact/signals-core';
import { byId } from '../say.js';

/** What a link of the page does by itself; with a key held it opens a tab, as everywhere. */
export const plainly =
  (act: () => void) =>
  (event: Event): void => {
    const { ctrlKey, metaKey, shiftKey } = event as MouseEvent;
    if (ctrlKey || metaKey || shiftKey) return;
    event.preventDefault();
    act();
  };

/** At its heading, wherever the list was read. */
export function begin(place: HTMLElement): void {
  scrollTo(0, 0);
  place.querySelector('h1')?.focus({ preventScroll: true });
}

/**
 * @param place where the one is shown, beside `#list`
 * @param named the attribute of links in the list that says what they open
 * @param show is told the one, and which was open before
 */
export function listAndOne<T extends { readonly id: string; readonly title: string }>(
  chosen: ReadonlySignal<T | undefined>,
  place: HTMLElement,
  named: string,
  show: (now: T, before: T | undefined) => void,
): void {
  const [list, { title }] = [byId('list'), document];
  let before = chosen.peek();
  effect(() => {
    const [now, from] = [chosen.value, before];
    before = now;
    list.hidden = now !== undefined;
    place.hidden = now === undefined;
    document.title = now === undefined ? title : `${now.title} · ${title.split(':')[0]} · posenc`;
    if (now) return show(now, from);
    const opened = from && list.querySelector<HTMLElement>(`[${named}="${from.id}"]`);
    opened?.focus({ preventScroll: true });
    (opened?.closest('.card') ?? opened)?.scrollIntoView({ block: 'center' });
  });
}
