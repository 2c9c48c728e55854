/** Writes the reader's changes of a notebook to the address, or passes them to `keep`. */
import { signal } from '@preact/signals-core';
import { type Linked, fragmentOf } from './link.js';
import { placeIn, withPlace } from './place.js';
import type { Built } from './prepare.js';

/** Delay in ms after the last change before the address is updated. */
const quietMs = 300;

/** @param now the current notebook; undefined while nothing may be kept */
export function addressOf(
  original: Built | undefined,
  now: () => Linked | undefined,
  keep: ((now: Linked) => void) | undefined,
) {
  /** undefined if no address can hold all of it. */
  const link = signal<string | undefined>(location.href);
  let over = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const write = async (): Promise<void> => {
    const given = now();
    if (!given) return;
    const fragment = await fragmentOf(given, original);
    if (over) return;
    const whole = location.pathname + (keep ? '' : location.search);
    link.value = fragment === undefined ? undefined : new URL(whole + fragment, location.href).href;
    if (keep) return keep(given);
    const hash = withPlace(fragment ?? '', placeIn(location.hash));
    if (hash !== location.hash) history.replaceState(null, '', whole + hash);
  };
  return {
    link,
    later(): void {
      clearTimeout(timer);
      timer = setTimeout(() => void write(), quietMs);
    },
    leave(): void {
      over = true;
      clearTimeout(timer);
    },
  };
}
