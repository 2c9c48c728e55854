/** Pages with a list and a detail view, chosen by the address. */
import { effect, type ReadonlySignal } from '@preact/signals-core';
import { byId } from '../say.js';

/** Handles a plain click; with a modifier key the browser opens a tab as usual. */
export const plainly =
  (act: () => void) =>
  (event: Event): void => {
    const { ctrlKey, metaKey, shiftKey } = event as MouseEvent;
    if (ctrlKey || metaKey || shiftKey) return;
    event.preventDefault();
    act();
  };

/** Scrolls to the top and focuses the heading. */
export function begin(place: HTMLElement): void {
  scrollTo(0, 0);
  place.querySelector('h1')?.focus({ preventScroll: true });
}

/**
 * @param place element of the detail view, a sibling of `#list`
 * @param named attribute of links in the list that names the item to open
 * @param show called with the open item and the previous one
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
