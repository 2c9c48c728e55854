/** The teacher's window: notes of the current slide, the next slide, and elapsed time. */
import { type ReadonlySignal, effect } from '@preact/signals-core';
import { clock } from './clock.js';
import type { Slide } from './slides.js';

interface Told {
  readonly slides: readonly Slide[];
  readonly at: ReadonlySignal<number>;
  readonly seconds: ReadonlySignal<number>;
  readonly turn: (by: 1 | -1) => void;
}

export function notesWindow({ slides, at, seconds, turn }: Told): { open(): boolean; close(): void } {
  let opened: Window | undefined;
  let stop = (): void => {};
  const close = (): void => {
    stop();
    opened?.close();
    opened = undefined;
  };
  return {
    open() {
      if (opened && !opened.closed) {
        opened.focus();
        return true;
      }
      opened = window.open('', 'posenc-notes', 'popup,width=720,height=560') ?? undefined;
      if (!opened) return false;
      const { document } = opened;
      document.title = 'Notes';
      document.documentElement.lang = 'en';
      const add = (name: string): HTMLElement => document.body.appendChild(document.createElement(name));
      const [where, told, next] = [add('p'), add('div'), add('p')];
      Object.assign(document.body.style, {
        font: 'large system-ui',
        lineHeight: 1.5,
        margin: '2rem',
        maxWidth: '44rem',
      });
      Object.assign(told.style, { fontSize: '26px', whiteSpace: 'pre-line' });
      opened.addEventListener('keydown', ({ key }) => {
        if (['ArrowRight', 'PageDown', ' '].includes(key)) turn(1);
        if (['ArrowLeft', 'PageUp'].includes(key)) turn(-1);
      });
      stop = effect(() => {
        const { title, notes } = slides[at.value]!;
        where.textContent = `${clock(seconds.value)}, slide ${at.value + 1} of ${slides.length}: ${title}`;
        told.textContent = notes || 'This slide has no notes.';
        const following = slides[at.value + 1];
        next.textContent = following ? `Next: ${following.title}` : 'This is the last slide.';
      });
      return true;
    },
    close,
  };
}
