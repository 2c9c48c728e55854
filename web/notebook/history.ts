/** Keeps the state and the URL hash equal. Dragging a slider makes one history entry, not hundreds. */
import { signal } from '@preact/signals-core';
import type { ReadonlySignal } from '@preact/signals-core';
import type { PageState } from './state.js';
import { encodeState, initialState } from './state.js';

export interface Store {
  readonly state: ReadonlySignal<PageState>;
  /** `final` is false while a gesture goes on (a slider under the finger). */
  update(patch: Partial<PageState>, final?: boolean): void;
  reset(): void;
}

/** Browsers throttle the history; this is often enough for an eye and rare enough for them. */
const QUIET_MS = 250;

export function store(start: PageState, decode: (hash: string) => Promise<PageState | null>): Store {
  const state = signal(start);
  let inGesture = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  window.addEventListener('popstate', () => {
    clearTimeout(timer);
    inGesture = false;
    void decode(location.hash).then((next) => {
      state.value = next ?? initialState;
    });
  });

  return {
    state,
    update(patch, final = true) {
      state.value = { ...state.value, ...patch };
      clearTimeout(timer);
      if (final) write();
      else timer = setTimeout(write, QUIET_MS, true);
    },
    reset() {
      clearTimeout(timer);
      state.value = initialState;
      write();
    },
  };

  function write(gesture = false): void {
    const url = state.value === initialState ? location.pathname + location.search : encodeState(state.value);
    if (url !== location.hash) {
      if (inGesture) history.replaceState(null, '', url);
      else history.pushState(null, '', url);
    }
    inGesture = gesture;
  }
}
