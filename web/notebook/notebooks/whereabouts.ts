/** Where in the notebook the reader is: its headings, links to places of it, and a place that is still to come. */
import { signal } from '@preact/signals-core';
import { type Heading, anchors, goTo } from './anchors.js';
import { contents } from './contents.js';
import { placeIn, withPlace } from './place.js';

/** @param page what is around the cells of `list` */
export function whereabouts(page: Element, list: HTMLElement) {
  const headings = signal<readonly Heading[]>([]);
  const places = contents(headings);
  let arranging = false;
  let wanted: string | undefined;
  const changes = new MutationObserver(arrange);
  return {
    ...places,
    follow,
    begin(): void {
      look();
      changes.observe(list, { childList: true, subtree: true });
    },
    /** To a heading or note, as soon as it is there and while the reader has not gone elsewhere. */
    goTo(id: string): void {
      anchors(list);
      wanted = goTo(page, id) ? undefined : id;
    },
    stay: (): void => void (wanted = undefined),
    leave: (): void => changes.disconnect(),
  };

  /** Headings and footnotes, once for all that changes now. */
  function arrange(): void {
    if (arranging) return;
    arranging = true;
    setTimeout(() => {
      arranging = false;
      look();
    });
  }

  function look(): void {
    const found = anchors(list);
    if (wanted !== undefined && goTo(list, wanted)) wanted = undefined;
    if (JSON.stringify(found) === JSON.stringify(headings.peek())) return;
    headings.value = found;
    places.watch(list);
  }

  /** A link to a place of the notebook leads there, and stands in the address behind what was changed. */
  function follow(event: Event): void {
    const target = event.target instanceof Element && event.target.closest<HTMLAnchorElement>('a[href^="#"]');
    const id = target && placeIn(target.hash);
    if (!id || !goTo(page, id)) return;
    event.preventDefault();
    history.pushState(null, '', withPlace(location.hash, id) || location.pathname);
  }
}
