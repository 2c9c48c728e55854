/** Synchronises the state of a page with the URL hash. Dragging a slider makes one history entry, not hundreds. */
import { signal } from '@preact/signals-core';
import type { ReadonlySignal } from '@preact/signals-core';

export interface Store<S> {
  readonly state: ReadonlySignal<S>;
  /** `final` is false during a gesture such as dragging a slider. */
  update(patch: Partial<S>, final?: boolean): void;
  reset(): void;
}
export interface Coding<S> {
  /** State for an address without a hash. */
  readonly initial: S;
  /** Returns undefined if the hash holds no state of this page. */
  readonly decode: (hash: string) => S | undefined | Promise<S | undefined>;
  readonly encode: (state: S) => string;
}

/** Minimum interval between history updates in ms; browsers throttle more frequent ones. */
const quietMs = 250;

export async function store<S>({ initial, decode, encode }: Coding<S>): Promise<Store<S>> {
  const read = async (): Promise<S> => (await decode(location.hash)) ?? initial;
  const state = signal<S>((await read()) as S);
  let inGesture = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  window.addEventListener('popstate', () => {
    clearTimeout(timer);
    inGesture = false;
    void read().then((next) => {
      state.value = next;
    });
  });

  return {
    state,
    update(patch, final = true) {
      state.value = { ...state.value, ...patch };
      clearTimeout(timer);
      if (final) write();
      else timer = setTimeout(write, quietMs, true);
    },
    reset() {
      clearTimeout(timer);
      state.value = initial;
      write();
    },
  };

  function write(gesture = false): void {
    const url = state.value === initial ? location.pathname + location.search : encode(state.value);
    if (url !== location.hash) {
      if (inGesture) history.replaceState(null, '', url);
      else history.pushState(null, '', url);
    }
    inGesture = gesture;
  }
}
