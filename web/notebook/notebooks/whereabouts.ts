/** The reader's position in a notebook: headings, internal links, and a target that does not exist yet. */
import { signal } from '@preact/signals-core';
import { type Heading, anchors, goTo } from './anchors.js';
import { contents } from './contents.js';
import { placeIn, withPlace } from './place.js';

/** @param page element around the cells of `list` */
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
    /** Scrolls to a heading or note once it exists, unless the reader has done something meanwhile. */
    goTo(id: string): void {
      anchors(list);
      wanted = goTo(page, id) ? undefined : id;
    },
    stay: (): void => void (wanted = undefined),
    leave: (): void => changes.disconnect(),
  };

  /** Updates headings and footnotes once per batch of changes. */
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

  /** Follows an internal link and adds it to the address after the changes. */
  function follow(event: Event): void {
    const target = event.target instanceof Element && event.target.closest<HTMLAnchorElement>('a[href^="#"]');
    const id = target && placeIn(target.hash);
    if (!id || !goTo(page, id)) return;
    event.preventDefault();
    history.pushState(null, '', withPlace(location.hash, id) || location.pathname);
  }
}
