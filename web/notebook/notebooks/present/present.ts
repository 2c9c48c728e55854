/**
 * Presents a notebook: one slide at a time in large type, its cells as live as before. Keys turn the slides, as remote
 * controls send them; the notes, the next slide and a clock are in a window of their own.
 */
import { effect, signal } from '@preact/signals-core';
import { html } from '../../kit/html.js';
import type { Cell } from '../format.js';
import { clock } from './clock.js';
import { notesWindow } from './notes-window.js';
import { slidesOf } from './slides.js';

export interface Presented {
  readonly cells: readonly Cell[];
  readonly elementOf: (id: number) => HTMLElement | undefined;
  readonly say: (text: string) => void;
}

/** Keys and where they lead from slide `at` of `count`. */
const turns: Readonly<Record<string, (at: number, count: number) => number>> = {
  PageDown: (at) => at + 1,
  ArrowRight: (at) => at + 1,
  ' ': (at) => at + 1,
  PageUp: (at) => at - 1,
  ArrowLeft: (at) => at - 1,
  Home: () => 0,
  End: (_, count) => count - 1,
};
/** Where arrows, letters and the space have a meaning of their own; PageUp and PageDown turn slides there, too. */
const typing = 'input, textarea, select, button, summary, [contenteditable], [role="slider"], posenc-chart';

export function present({ cells, elementOf, say }: Presented): void {
  const page = document.documentElement;
  if (page.dataset['presenting'] !== undefined) return;
  const slides = slidesOf(cells);
  const at = signal(0);
  const blank = signal(false);
  const seconds = signal(0);
  const began = performance.now();
  const ticks = setInterval(() => (seconds.value = Math.floor((performance.now() - began) / 1000)), 1000);
  const notes = notesWindow({ slides, at, seconds, turn: (by) => turn(at.peek() + by) });
  const button = (label: string, run: () => void): HTMLElement =>
    html`<button type="button" class="quiet" onclick=${run}>${label}</button>`;
  const tools = html`<section class="nb-presenter" aria-label="Slides">
    ${button('Back', () => turn(at.peek() - 1))} ${button('Next', () => turn(at.peek() + 1))}
    <p role="status">${() => `${at.value + 1} of ${slides.length}`}</p>
    <p>${() => clock(seconds.value)}</p>
    ${button('Notes', openNotes)} ${button('Blank', () => (blank.value = !blank.peek()))}
    ${button('Full screen', fullScreen)} ${button('Leave', leave)}
  </section>`;
  const curtain = html`<div
    class="nb-curtain"
    hidden=${() => !blank.value}
    onclick=${() => (blank.value = false)}
  ></div>`;
  const stop = effect(() => {
    const here = new Set(slides[at.value]!.cells);
    for (const { id } of cells) elementOf(id)?.toggleAttribute('data-here', here.has(id));
    const focused = document.activeElement;
    if (focused instanceof HTMLElement && focused.closest('.nb-cell:not([data-here])')) focused.blur(); // it is not seen
    scrollTo(0, 0);
  });
  page.dataset['presenting'] = '';
  document.body.append(tools, curtain);
  addEventListener('keydown', keyed);
  say('Presenting: arrow keys turn the slides, N opens the notes, B blanks, Escape leaves.');

  function turn(to: number): void {
    blank.value = false;
    at.value = Math.min(slides.length - 1, Math.max(0, to));
  }

  function keyed(event: KeyboardEvent): void {
    const { key, target, ctrlKey, altKey, metaKey } = event;
    if (ctrlKey || altKey || metaKey) return;
    const inside = target instanceof Element && target.closest(typing) !== null;
    if (key === 'Escape') return document.fullscreenElement ? undefined : leave();
    if (inside && !key.startsWith('Page')) return;
    const where = Object.hasOwn(turns, key) ? turns[key] : undefined;
    const letters: Readonly<Record<string, () => void>> = {
      n: openNotes,
      b: () => (blank.value = !blank.peek()),
      f: fullScreen,
    };
    const letter = Object.hasOwn(letters, key.toLowerCase()) ? letters[key.toLowerCase()] : undefined;
    if (!where && !letter) return;
    event.preventDefault();
    if (where) turn(where(at.peek(), slides.length));
    else letter!();
  }

  function openNotes(): void {
    if (!notes.open()) say('This browser keeps the window of notes shut: allow pop-ups for this page.');
  }

  function fullScreen(): void {
    if (document.fullscreenElement) void document.exitFullscreen();
    else page.requestFullscreen().catch(() => say('This browser has no full screen for pages.'));
  }

  function leave(): void {
    const [first] = slides[at.peek()]!.cells;
    clearInterval(ticks);
    stop();
    notes.close();
    removeEventListener('keydown', keyed);
    tools.remove();
    curtain.remove();
    delete page.dataset['presenting'];
    for (const { id } of cells) elementOf(id)?.removeAttribute('data-here');
    if (document.fullscreenElement) void document.exitFullscreen();
    elementOf(first!)?.scrollIntoView({ block: 'start' });
    say('The slides are over.');
  }
}
